import Foundation

/// rclone, which knows the providers of object storage. It finds its remotes and their keys in its own configuration and in its own
/// variables of the environment; nothing of that passes through this program.
struct Rclone: Sendable {
    static let program = "rclone"
    private let interruption: Interruption

    init(_ interruption: Interruption) { self.interruption = interruption }

    /// Throws where there is no rclone, or none that knows the remote. Nobody is asked over the network.
    func check(_ place: RemotePlace) throws(PublishingError) {
        guard ExternalProgram.isThere(Self.program) else {
            throw PublishingError(
                .noInput, "there is no program 'rclone'", at: "\(place)",
                advice: "Install it (Debian: apt install rclone), or publish otherwise")
        }
        // Named by its kind, it is described by variables alone.
        if place.remote.hasPrefix(":") { return }
        let answer = try ask(["listremotes"])
        guard answer.exitCode == 0 else {
            throw PublishingError(
                .configuration, "rclone cannot read its configuration: \(Self.reason(answer))", at: "\(place)",
                advice: "Mend it, or name another by RCLONE_CONFIG")
        }
        let names = String(decoding: answer.output, as: UTF8.self).split(separator: "\n").map {
            String($0.dropLast($0.hasSuffix(":") ? 1 : 0))
        }
        guard names.contains(place.remote) else {
            throw PublishingError(
                .configuration, "rclone knows no remote '\(place.remote)'", at: "\(place)",
                advice: suggestion(for: place.remote, among: names)
                    ?? "`rclone config` makes one; `rclone listremotes` shows those that there are")
        }
    }

    /// Runs it with `lines` as its input, and gives what it writes. What it says of failures goes to our standard error, too.
    ///
    /// - Parameters:
    ///   - phrase: for messages: "listing what is there".
    ///   - state: for messages: how things stand after a failure.
    @discardableResult
    func run(
        _ words: [String], _ lines: [String] = [], while phrase: String, at place: String,
        _ state: String = "Nothing was removed; the next run goes on from here"
    ) throws(PublishingError) -> [UInt8] {
        let answer = try ask(words, lines)
        FileHandle.standardError.write(Data(answer.errors))
        guard answer.exitCode == 0 else { throw Self.failure(answer, while: phrase, at: place, state) }
        return answer.output
    }

    private static func failure(
        _ answer: ExternalProgram.Answer, while phrase: String, at place: String, _ state: String
    ) -> PublishingError {
        PublishingError(
            .inputOutput, "rclone ended with \(answer.exitCode) while \(phrase): \(reason(answer))", at: place, advice: state)
    }

    private func ask(_ words: [String], _ lines: [String] = []) throws(PublishingError) -> ExternalProgram.Answer {
        // With errors only, and never with a question: there may be nobody to answer it.
        let program = ExternalProgram([Self.program, "--quiet", "--ask-password=false"] + words)
        var answer = try program.answer(to: Array(lines.map { $0 + "\n" }.joined().utf8), interruption)
        answer.errors = Self.clean(answer.errors)
        return answer
    }

    /// Without queries and user info of addresses: an upload's own address is signed, and good for whoever reads it.
    static func clean(_ said: [UInt8]) -> [UInt8] {
        let text = String(decoding: said, as: UTF8.self).replacing(/(https?:\/\/)[^\s"\/?#@]*@/) { "\($0.1)…@" }
        return Array(text.replacing(/(https?:\/\/[^\s"?]+)\?[^\s"]*/) { "\($0.1)" }.utf8)
    }

    /// Its last line, without the time that it begins with.
    private static func reason(_ answer: ExternalProgram.Answer) -> String {
        guard let line = answer.errors.split(separator: UInt8(ascii: "\n")).last else { return "it said nothing" }
        return String(decoding: line.prefix(300), as: UTF8.self).replacing(/^[0-9\/]+ [0-9:]+ (?:[A-Z]+ *: )?/, with: "")
    }

    // MARK: Listing

    /// An object or a file.
    struct Entry: Sendable, Equatable, Decodable {
        /// From the place that is listed.
        var path: String
        /// Of the content, by algorithm; a provider may know none.
        var hashes: [String: String]
        var bytes: Int

        enum CodingKeys: String, CodingKey { case path = "Path", hashes = "Hashes", bytes = "Size" }

        init(path: String, hashes: [String: String], bytes: Int) { (self.path, self.hashes, self.bytes) = (path, hashes, bytes) }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            path = try values.decode(String.self, forKey: .path)
            hashes = try values.decodeIfPresent([String: String].self, forKey: .hashes)?.filter { !$0.value.isEmpty } ?? [:]
            bytes = try values.decode(Int.self, forKey: .bytes)
        }
    }

    /// All files below a place, with their hashes; nothing where there is no such place.
    ///
    /// - Parameter algorithm: the only one that is wanted; nil for all that the provider knows without computing.
    func list(_ place: String, algorithm: String? = nil) throws(PublishingError) -> [Entry] {
        let wanted = algorithm.map { ["--hash-type", $0] } ?? ["--hash"]
        let words = ["lsjson", "--recursive", "--files-only", "--fast-list", "--no-modtime", "--no-mimetype"] + wanted + [place]
        let answer = try ask(words)
        // "Directory not found" (rclone's manual, "Exit code"): there is nothing yet. One that goes while it is read is a failure.
        if answer.exitCode == 3, !answer.output.contains(UInt8(ascii: "{")) { return [] }
        FileHandle.standardError.write(Data(answer.errors))
        guard answer.exitCode == 0 else { throw Self.failure(answer, while: "listing what is there", at: place, "Nothing was changed") }
        do {
            return try JSONDecoder().decode([Entry].self, from: Data(answer.output))
        } catch {
            throw PublishingError(
                .inputOutput, "rclone's list of files cannot be read: \(error)", at: place, advice: "Is it rclone 1.60 or later?")
        }
    }
}
