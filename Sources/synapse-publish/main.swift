import CSystem

exit(runCommandLine(CommandLine.arguments))
