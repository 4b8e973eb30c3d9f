import Snapshot

/// A decision that is no screen: a question, and evidence in files that were attached to it.
public struct Matter: Sendable, Equatable {
    /// A file of evidence, bound by its hash.
    public struct Attachment: Sendable, Equatable {
        /// Its name in the matter's folder.
        public var name: String
        public var bytes: [UInt8]
        public var sha256: String { sha256Hex(bytes) }

        public init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// `graph-renderer`; no screen has it.
    public var id: String
    public var title: String
    public var question: String
    /// Sorted by name.
    public var attachments: [Attachment]

    public init(id: String, title: String, question: String, attachments: [Attachment] = []) {
        self.id = id
        self.title = title
        self.question = question
        self.attachments = attachments
    }

    /// What this project has to decide beside its screens.
    public static let standing: [Matter] = [
        Matter(
            id: "graph-renderer", title: "Who draws the graph",
            question:
                "Which renderer draws the stored coordinates in a reader's browser: WebGL2, the rasteriser of our own, or the still poster. It stays proposed until measurements from a real device are attached and accepted."
        )
    ]

    /// Where its files lie in a gallery.
    func path(of attachment: Attachment) -> String { "evidence/\(id)/\(attachment.name)" }

    /// What a decision about it is bound to. Without attachments there is nothing to decide on.
    var evidence: Evidence {
        let files = Dictionary(attachments.map { ($0.name, $0.sha256) }, uniquingKeysWith: { first, _ in first })
        let lines = attachments.map { "\($0.sha256)  \($0.name)\n" }.joined()
        return Evidence(
            screen: id, title: title, content: sha256Hex((question + "\n" + lines).utf8), template: "", tokens: "", kind: .matter,
            pictures: files)
    }
}
