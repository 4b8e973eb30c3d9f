import Foundation
import Publishing
import Testing

/// The built program, run as a user runs it.
struct Program {
    struct Outcome {
        var code: Int32
        /// Standard output and standard error.
        var output: String
        var errors: String
    }

    let process = Process()
    private let folder: String

    /// Beside the test bundle. Neither a token nor resources of the one who runs the tests reach it.
    ///
    /// - Parameters:
    ///   - limitingFilesTo: what a shell's `ulimit -f` takes.
    ///   - ignoringHangUp: as `nohup` does.
    init(
        _ arguments: [String], environment: [String: String] = [:], in folder: String = NSTemporaryDirectory(),
        limitingFilesTo blocks: Int? = nil, ignoringHangUp: Bool = false
    ) throws {
        let tests = try #require(Resources.executablePath())
        let program = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("synapse-publish").path
        let preparation = (blocks.map { "trap '' XFSZ; ulimit -f \($0); " } ?? "") + (ignoringHangUp ? "trap '' HUP; " : "")
        process.executableURL = URL(fileURLWithPath: preparation.isEmpty ? program : "/bin/sh")
        process.arguments = preparation.isEmpty ? arguments : ["-c", preparation + "exec \"$0\" \"$@\"", program] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        var own = ProcessInfo.processInfo.environment
        for name in ["SYNAPSE_TOKEN", Resources.environmentName, "NO_COLOR"] { own[name] = nil }
        process.environment = own.merging(environment) { _, new in new }
        self.folder = NSTemporaryDirectory() + "/command-line-tests-" + UUID().uuidString
    }

    /// Starts it with its output going to files, which never fill up.
    func start() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try sink("output")
        process.standardError = try sink("errors")
        try process.run()
    }

    func wait() throws -> Outcome {
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(code: code, output: try text("output"), errors: try text("errors"))
    }

    private func sink(_ name: String) throws -> FileHandle {
        let path = "\(folder)/\(name)"
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
    }
}

func run(_ arguments: String..., environment: [String: String] = [:], in folder: String = NSTemporaryDirectory()) throws -> Program.Outcome
{
    let program = try Program(arguments, environment: environment, in: folder)
    try program.start()
    return try program.wait()
}
