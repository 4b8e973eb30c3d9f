/// Makes pictures of diagrams that pages hold as text, by a program that the user names. Without one they are shown as written.
public final class DiagramMaker: Sendable, Equatable {
    public enum Outcome: Sendable {
        /// An SVG document.
        case svg([UInt8])
        /// Why there is none, for people.
        case failure(String)
    }

    private let make: @Sendable ([UInt8]) -> Outcome
    private let known = Lock<[[UInt8]: Outcome]>([:])

    /// - Parameter make: called with a diagram's text, from any thread, once for each text.
    public init(_ make: @escaping @Sendable ([UInt8]) -> Outcome) { self.make = make }

    public static func == (left: DiagramMaker, right: DiagramMaker) -> Bool { left === right }

    func picture(of text: Bytes) -> Outcome {
        let key = Marker.restored(text)
        if let outcome = known.withLock({ $0[key] }) { return outcome }
        let outcome = Self.checked(make(key))
        known.withLock { $0[key] = outcome }
        return outcome
    }

    private static let largest = 1 << 20

    /// What is no SVG, or too large for a page, is none. What is in it needs no look: as a picture nothing in it runs, and it asks no host.
    private static func checked(_ outcome: Outcome) -> Outcome {
        guard case .svg(let svg) = outcome else { return outcome }
        if svg.count > largest { return .failure("the picture is larger than 1 MB") }
        let isSVG = svg.withUnsafeBufferPointer { bytes in
            let head = bytes.slice(0..<min(bytes.count, 4096)).trimmed
            return head.first == 0x3C && (0..<head.count).contains { head.starts(with: "<svg", at: $0) }
        }
        return isSVG ? outcome : .failure("the command wrote no SVG")
    }
}

extension HTMLWriter {
    /// True where a picture is shown instead of the code block.
    mutating func writeDiagram(_ node: Node, _ language: Bytes, of document: borrowing Document) -> Bool {
        guard let maker = options.diagrams, language.equalsIgnoringCase("mermaid") else { return false }
        switch maker.picture(of: node.literal) {
        case .failure(let reason):
            let line = state.isEmbedded ? embedLine : document.fileLine(node.line)
            report("diagram-failed", line, "The diagram is shown as written: \(reason)")
            return false
        case .svg(let svg):
            beginLine()
            openTag("<figure", node, of: document, closing: " class=\"diagram\">\n<img src=\"data:image/svg+xml;base64,")
            Base64.encoded(svg).withUnsafeBufferPointer { out.append($0) }
            out.append("\" alt=\"")
            out.append(escaping: options.wording.diagram)
            out.append("\" loading=\"lazy\">\n<details>\n<summary>")
            out.append(escaping: options.wording.diagramSource)
            out.append("</summary>\n<pre tabindex=\"0\"><code>")
            out.append(escaping: node.literal)
            out.append("</code></pre>\n</details>\n</figure>\n")
            return true
        }
    }
}

/// RFC 4648, section 4.
public enum Base64 {
    public static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
            for index in 0..<4 { text.append(index <= count ? digits[group >> (18 - 6 * index) & 63] : 0x3D) }
        }
        return text
    }
}
