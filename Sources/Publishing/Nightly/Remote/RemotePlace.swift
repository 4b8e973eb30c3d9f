/// A place of rclone's: a remote that its own configuration knows, and a path there, such as a bucket and a prefix.
public struct RemotePlace: Sendable, Equatable, CustomStringConvertible {
    /// Without the colon; of a remote that environment variables alone describe (`:s3:`) with the one before it.
    public let remote: String
    /// Without slashes at the end; never empty.
    public let path: String

    public var description: String { "\(remote):\(path)" }

    /// Throws `configuration` for what is no such place, and for options that are written into it: an access key among them would be
    /// seen in the list of processes and in every message.
    public init(_ text: String) throws(PublishingError) {
        let start = text.hasPrefix(":") ? text.index(after: text.startIndex) : text.startIndex
        guard let colon = text[start...].firstIndex(of: ":") else {
            throw PublishingError(
                .configuration, "This is no place of rclone's", at: Self.told(text),
                advice: "It takes `remote:bucket/prefix`; for a folder of this machine there is `folder`")
        }
        let name = text[..<colon]
        guard !name.contains(where: { ",='\"".contains($0) }) else {
            throw PublishingError(
                .configuration, "Options within a place of rclone's are not taken", at: Self.told(text),
                advice: "Keep them in rclone's configuration, or in variables such as RCLONE_CONFIG_MYREMOTE_ENDPOINT")
        }
        let path = text[text.index(after: colon)...].reversed().drop { $0 == "/" }.reversed()
        guard Self.isName(text[start..<colon]), !path.isEmpty, !path.contains(where: \.isControl) else {
            throw PublishingError(
                .configuration, "This is no place of rclone's", at: Self.told(text),
                advice: "It takes `remote:bucket/prefix`, with a remote that `rclone listremotes` shows")
        }
        remote = String(name)
        self.path = String(path)
    }

    /// Without what stands in front of the path, where that may be secret.
    private static func told(_ text: String) -> String { String(text.prefix { !",='\"".contains($0) }) }

    /// What rclone takes as a remote's name ("Valid remote names" in its manual).
    private static func isName(_ name: Substring) -> Bool {
        guard let first = name.first, first != "-", first != " ", name.last != " " else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || "_-.+@ ".contains($0) }
    }
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
