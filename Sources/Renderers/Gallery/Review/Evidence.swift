import Foundation
import Snapshot

/// What a decision was made on: hashes that change when what was decided does.
public struct Evidence: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Codable {
        case screen
        /// A decision that is no screen; see `Matter`.
        case matter
    }

    /// Id of the screen: `home`.
    public var screen: String
    public var title: String
    /// SHA-256 over the documents of the screen, each state in both themes: what is seen, where no picture was taken.
    public var content: String
    /// SHA-256 over the screen's template and those that it calls.
    public var template: String
    /// SHA-256 over the values of the tokens that the screen uses, in both themes.
    public var tokens: String
    public var kind: Kind
    /// SHA-256 over the names and hashes of its pictures: what is seen, where they were taken. Nil where they were not.
    public var picture: String?
    /// SHA-256 of each picture by its shot's name; of a matter, of each attached file.
    public var pictures: [String: String]
    /// Each token that the screen uses: its values in light and dark.
    public var values: [String: String]

    public init(
        screen: String, title: String, content: String, template: String, tokens: String, kind: Kind = .screen,
        pictures: [String: String] = [:], values: [String: String] = [:]
    ) {
        self.screen = screen
        self.title = title
        self.content = content
        self.template = template
        self.tokens = tokens
        self.kind = kind
        self.pictures = pictures
        self.values = values
        let lines = pictures.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }
        picture = kind == .matter || pictures.isEmpty ? nil : sha256Hex(lines.joined().utf8)
    }

    /// Whether there is something to decide on: a matter waits for its files.
    public var isDecidable: Bool { kind == .screen || !pictures.isEmpty }

    /// Names the files of an approved set: the same for the same evidence.
    public var key: String { Evidence.key(screen, picture ?? content, template, tokens) }

    static func key(_ parts: String...) -> String { String(sha256Hex(parts.joined(separator: "\0").utf8).prefix(40)) }

    /// Name of the file in a gallery that lists it, one screen a line.
    public static let fileName = "evidence.json"
}

/// JSON with sorted keys on one line.
func jsonLine(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
}
