internal import CYaml

/// One YAML document as a tree of text: no scalar is typed here, so `NO` stays `NO` and `1.10` stays `1.10`.
package indirect enum YAMLNode {
    case scalar(text: String, plain: Bool, line: Int)
    case sequence([YAMLNode], line: Int)
    case mapping([(key: String, value: YAMLNode, keyLine: Int)], line: Int)

    package var line: Int {
        switch self {
        case .scalar(_, _, let line), .sequence(_, let line), .mapping(_, let line): line
        }
    }
}

/// Why a block is not YAML. `line` is 0-based within the block.
package struct YAMLFault: Error {
    package var line: Int
    package var message: String
}

/// Reads one document with libyaml's event parser into a bounded tree.
///
/// Aliases are followed by value, and every node counts against `budget`, so that an alias bomb ends as a fault
/// and not as memory (YAML 1.1, section 3.2.2.2 allows a graph; a person's frontmatter has no need of one).
package struct YAMLReader {
    private static let deepest = 24
    private var parser = yaml_parser_t()
    private var anchors: [String: YAMLNode] = [:]
    private var budget = 20_000
    /// Keys that a mapping at the top has twice; the first is kept.
    private(set) var duplicates: [(key: String, line: Int)] = []
    private let isStrict: Bool

    private init(isStrict: Bool) { self.isStrict = isStrict }

    /// - Parameter isStrict: at any depth, a key that is there twice and one that is no text are faults.
    package static func read(_ bytes: UnsafeBufferPointer<UInt8>, isStrict: Bool = false) throws(YAMLFault) -> (
        root: YAMLNode?, duplicates: [(key: String, line: Int)]
    ) {
        var reader = YAMLReader(isStrict: isStrict)
        // "Initialize a parser. Returns 1 on success": failure means no memory.
        guard yaml_parser_initialize(&reader.parser) == 1 else { throw YAMLFault(line: 0, message: "out of memory") }
        defer { yaml_parser_delete(&reader.parser) }
        yaml_parser_set_input_string(&reader.parser, bytes.baseAddress, bytes.count)
        yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING)
        let root = try reader.document()
        return (root, reader.duplicates)
    }

    private mutating func document() throws(YAMLFault) -> YAMLNode? {
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: continue
            case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT: return nil
            default:
                let root = try node(from: event, depth: 0)
                try expectEnd()
                return root
            }
        }
    }

    private mutating func expectEnd() throws(YAMLFault) {
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_STREAM_END_EVENT: return
            case YAML_DOCUMENT_END_EVENT: continue
            default: throw YAMLFault(line: Int(event.start_mark.line), message: "more than one document")
            }
        }
    }

    private mutating func next() throws(YAMLFault) -> yaml_event_t {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else {
            let problem = parser.problem.map { String(cString: $0) } ?? "not YAML"
            throw YAMLFault(line: Int(max(parser.problem_mark.line, parser.context_mark.line)), message: problem)
        }
        return event
    }

    private mutating func node(from event: yaml_event_t, depth: Int) throws(YAMLFault) -> YAMLNode {
        let line = Int(event.start_mark.line)
        budget -= 1
        guard budget > 0 else { throw YAMLFault(line: line, message: "too many values") }
        guard depth < Self.deepest else { throw YAMLFault(line: line, message: "nested too deeply") }
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            return remember(.scalar(text: text, plain: scalar.style == YAML_PLAIN_SCALAR_STYLE, line: line), scalar.anchor)
        case YAML_SEQUENCE_START_EVENT:
            let anchor = event.data.sequence_start.anchor.map { String(cString: $0) }
            let value = YAMLNode.sequence(try items(depth: depth), line: line)
            if let anchor { anchors[anchor] = value }
            return value
        case YAML_MAPPING_START_EVENT:
            let anchor = event.data.mapping_start.anchor.map { String(cString: $0) }
            let value = YAMLNode.mapping(try pairs(depth: depth), line: line)
            if let anchor { anchors[anchor] = value }
            return value
        case YAML_ALIAS_EVENT:
            let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
            guard let value = anchors[name] else { throw YAMLFault(line: line, message: "unknown alias *\(name)") }
            budget -= Self.weight(value, limit: budget)
            return value
        default:
            throw YAMLFault(line: line, message: "unexpected end")
        }
    }

    private mutating func remember(_ value: YAMLNode, _ anchor: UnsafeMutablePointer<yaml_char_t>?) -> YAMLNode {
        if let anchor { anchors[String(cString: anchor)] = value }
        return value
    }

    private mutating func items(depth: Int) throws(YAMLFault) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            if event.type == YAML_SEQUENCE_END_EVENT { return items }
            items.append(try node(from: event, depth: depth + 1))
        }
    }

    private mutating func pairs(depth: Int) throws(YAMLFault) -> [(key: String, value: YAMLNode, keyLine: Int)] {
        var pairs: [(key: String, value: YAMLNode, keyLine: Int)] = []
        var known: Set<String> = []
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            if event.type == YAML_MAPPING_END_EVENT { return pairs }
            let key = try node(from: event, depth: depth + 1)
            var following = try next()
            defer { yaml_event_delete(&following) }
            let value = try node(from: following, depth: depth + 1)
            guard case .scalar(let name, _, let line) = key else {
                if isStrict { throw YAMLFault(line: key.line, message: "a key is no text") }
                continue
            }
            if known.insert(name).inserted {
                pairs.append((name, value, line))
            } else if isStrict {
                throw YAMLFault(line: line, message: "the key '\(name)' is there twice")
            } else if depth == 0 {
                duplicates.append((name, line))
            }
        }
    }

    /// Number of nodes below, counted no further than `limit`.
    private static func weight(_ node: YAMLNode, limit: Int) -> Int {
        var count = 0
        var open = [node]
        while let top = open.popLast(), count <= limit {
            count += 1
            switch top {
            case .scalar: break
            case .sequence(let items, _): open += items
            case .mapping(let pairs, _): open += pairs.map(\.value)
            }
        }
        return count
    }
}
