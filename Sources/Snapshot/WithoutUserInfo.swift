/// `text` without what may be the user info of an address in it: `https://ada:secret@host` becomes `https://…@host`.
///
/// For everything that is told of an operand, an option or a setting: where an address is refused it may be refused for its password.
/// What is no valid address has no parts to go by, so the text between `://`, or a name with a colon at it, and the last `@` goes
/// whatever it holds. A path with such a name in it is told shorter than it is.
public func withoutUserInfo(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    var parts = text.split(separator: "://", omittingEmptySubsequences: false).map(String.init)
    parts[0] = withoutPassword(parts[0])
    for index in parts.indices.dropFirst() {
        if let at = parts[index].lastIndex(of: "@") { parts[index] = "…" + parts[index][at...] }
    }
    return parts.joined(separator: "://")
}

/// `ada:secret@host` as rclone, rsync and careless hands write it: a name, a colon that no space follows, and a later `@`.
private func withoutPassword(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let delimiters: Set<Character> = [" ", "'", "\"", "/", "(", ",", "=", "\t", "\n"]
    var start = text.startIndex
    for index in text[..<at].indices {
        let character = text[index]
        let next = text.index(after: index)
        if character == ":", index > start, next < at, text[next] != " " { return text[..<start] + "…" + text[at...] }
        if delimiters.contains(character) { start = next }
    }
    return text
}
