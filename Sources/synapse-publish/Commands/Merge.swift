import Publishing

extension Command {
    static let merge = Command(
        words: ["merge"],
        synopsis: "DIR... --out DIR [options]",
        summary: "make one site of the parts that build --shard made",
        details: """
            Puts the parts of a site together, which build --shard I/N made: all N of them, in any order. The site is the
            same, byte for byte, as if one build had made it. Every file is compared with the hash that its part has of
            it. Parts of different snapshots, options or programs do not make a site, and what is missing is named.

            The parts stay as they are, and share their files with the site where one file system has both. The site is
            written beside its place and swapped in as a whole; until then, and when the run fails, the previous site
            stays. docs/scale.md has the contract, a job array for Slurm and a job for Kubernetes.
            """,
        operandCount: 1...Shard.most,
        options: [.out, .jobs, .strict, .report],
        examples: ["synapse-publish merge parts/* --out site"],
        exitCodes: [0, 1, 64, 65, 66, 73, 74, 75, 130],
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            let parts = session.arguments.operands
            for part in parts { try checkPlaces(source: part, out: out, report: session.arguments.text(.report)) }
            try checkOutput(out, .site)
            return RunOutcome(try mergeParts(parts, to: out, session.context), command: "merge", out: out)
        })
}
