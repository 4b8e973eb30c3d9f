/// The token file as a flat list, types inherited from the groups, aliases followed.
///
/// Format: Design Tokens Format Module 2025.10 of the Design Tokens Community Group. Understood are the types that the brand uses;
/// colours in the colour space `srgb` only.
struct TokenFile {
    struct Token {
        /// Names from the root, joined by dots: `light.surface.bg`.
        var path: String
        var type: String
        var value: TokenJSON
        var description: String
    }

    private(set) var tokens: [Token] = []
    private var positions: [String: Int] = [:]
    private let bytes: [UInt8]
    private let name: String

    init(_ bytes: [UInt8], name: String) throws(ThemeError) {
        self.bytes = bytes
        self.name = name
        do {
            try collect(TokenJSON.parse(bytes), path: "", type: "")
        } catch {
            throw self.error(error.message, at: error.offset)
        }
    }

    private mutating func collect(_ node: TokenJSON, path: String, type: String) throws(JSONFault) {
        guard case .object(let members) = node.value else {
            throw JSONFault(message: "\(path.isEmpty ? "the file" : path) must be a group or a token (an object)", offset: node.offset)
        }
        var type = type
        if let own = members.first(where: { $0.key == "$type" })?.value {
            guard case .string(let text) = own.value else { throw JSONFault(message: "$type must be a string", offset: own.offset) }
            type = text
        }
        if let value = members.first(where: { $0.key == "$value" })?.value {
            var description = ""
            if case .string(let text)? = members.first(where: { $0.key == "$description" })?.value.value { description = text }
            guard !type.isEmpty else { throw JSONFault(message: "\(path) has no $type, nor has a group around it", offset: node.offset) }
            positions[path] = tokens.count
            tokens.append(Token(path: path, type: type, value: value, description: description))
            return
        }
        for member in members where !member.key.utf8.starts(with: "$".utf8) {
            guard !member.key.isEmpty, !member.key.utf8.contains(where: { $0 == 0x2E || $0 == 0x7B || $0 == 0x7D }) else {
                throw JSONFault(message: "a token's name must not hold '.', '{' or '}'", offset: member.value.offset)
            }
            try collect(member.value, path: path.isEmpty ? member.key : "\(path).\(member.key)", type: type)
        }
    }

    /// Tokens whose path begins with `group` and a dot, in the order written, with the rest of their path.
    func group(_ group: String) -> [(name: String, token: Token)] {
        let prefix = group + "."
        return tokens.filter { $0.path.hasPrefix(prefix) }.map { (String($0.path.dropFirst(prefix.count)), $0) }
    }

    func token(_ path: String) throws(ThemeError) -> Token {
        guard let position = positions[path] else { throw ThemeError("\(name): the token \(path) is missing") }
        return tokens[position]
    }

    /// The token that a value names as `{path}`, or nil where it is no alias. Aliases of aliases are followed, circles refused.
    func alias(_ value: TokenJSON) throws(ThemeError) -> Token? {
        var value = value
        var target: Token?
        for _ in 0..<16 {
            guard case .string(let text) = value.value, text.utf8.first == 0x7B, text.utf8.last == 0x7D else { return target }
            let path = String(text.dropFirst().dropLast())
            guard let position = positions[path] else { throw error("{\(path)} names no token", at: value.offset) }
            target = tokens[position]
            value = tokens[position].value
        }
        throw error("aliases that lead in a circle", at: value.offset)
    }

    /// A message with file, line and column; columns count bytes, from 1.
    func error(_ message: String, at offset: Int) -> ThemeError {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
        let column = before.count - (before.lastIndex(of: 0x0A) ?? -1)
        return ThemeError("\(name):\(line):\(column): \(message)")
    }
}
