public import Snapshot

/// One output file: where it goes and how its bytes are made. Pure; artifacts are rendered in any order, on any thread.
public struct Artifact: Sendable {
    public enum Content: Sendable {
        case bytes([UInt8])
        /// A file of the vault, by vault path, unchanged.
        case vaultFile(String)
        /// A file of the project's `public/` folder, by its path there, unchanged.
        case publicFile(String)
        /// Rendered when its turn comes.
        case rendered(@Sendable () throws -> Rendering)
    }

    /// From the root of the output, `/` between components, not percent-encoded.
    public var path: String
    public var content: Content
    /// A second file in the same folder, which rendering the first one gives too.
    public var companion: String?
    /// Whether the file of an earlier run at the same path, which it is given, is what would be rendered: then it is kept. Nil where
    /// nobody can tell without rendering.
    public var isCurrent: (@Sendable (_ earlier: [UInt8]) -> Bool)?
    /// Asked once, on the thread that renders. Nil where what decides its bytes cannot be told without rendering.
    public var key: (@Sendable () -> ArtifactKey?)?
    /// Asked before a file of an earlier run is kept because its key is the same: does what rendering would have done besides. False
    /// where that cannot be done without rendering.
    public var recall: (@Sendable () -> Bool)?

    public init(_ path: String, companion: String? = nil, _ content: Content) {
        self.path = path
        self.companion = companion
        self.content = content
    }

    /// Every file that it gives.
    public var paths: [String] { companion.map { [path, $0] } ?? [path] }
}

/// The bytes of an artifact and what was noticed while they were made.
public struct Rendering: Sendable {
    public var bytes: [UInt8]
    public var findings: [Finding]
    /// Of the artifact's companion, where it has one.
    public var companion: [UInt8]?

    public init(_ bytes: [UInt8], findings: [Finding] = [], companion: [UInt8]? = nil) {
        self.bytes = bytes
        self.findings = findings
        self.companion = companion
    }
}
