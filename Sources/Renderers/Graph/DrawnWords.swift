internal import Canvas
internal import Foundation
internal import Snapshot

/// The words that were drawn into a picture, kept in it: letters that are pixels cannot be searched, and what is published must be.
///
/// A picture of ours says in `Description` what is written on it, line by line, and in `Drawn-SHA256` the digest of everything before:
/// pixels that were changed since are told from those that the words belong to.
public enum DrawnWords {
    private static let seal = "Drawn-SHA256"

    /// How far a PNG's own account of its words can be believed.
    public enum Standing: Sendable {
        /// Drawn by us, and its words are all that is written on it.
        case drawn
        /// Drawn by us and changed since.
        case changed
        /// Somebody else's picture.
        case foreign
    }

    public static func standing(of png: [UInt8]) -> Standing {
        let chunks = PNGChunk.all(in: png)
        let head = Array("\(seal)\0".utf8)
        guard let index = chunks.firstIndex(where: { $0.kind == "tEXt" && $0.content.starts(with: head) }) else { return .foreign }
        let mark = chunks[index]
        let isLast =
            index == chunks.count - 2 && chunks[chunks.count - 1].kind == "IEND" && chunks[chunks.count - 1].range.upperBound == png.count
        let digest = String(decoding: mark.content.dropFirst(head.count), as: UTF8.self)
        return isLast && sha256Hex(png[..<mark.range.lowerBound]) == digest ? .drawn : .changed
    }

    static func finish(_ encoder: PNGEncoder, _ words: [String]) throws(CanvasError) -> [UInt8] {
        try encoder.finish(describing: words.joined(separator: "\n"), seal: seal) { sha256Hex($0) }
    }
}

extension Scene {
    /// What is written within a part of the poster, in the order in which it is drawn. A title that was cut or broken inside a word is
    /// told whole as well.
    func words(within part: Rect) -> [String] {
        func seen(_ text: TextItem) -> Bool { text.inkBox.inset(-text.halo - 1).overlaps(part) }
        func lines(_ items: [Item]) -> [String] {
            items.compactMap { item in
                guard case .text(let text) = item, seen(text) else { return nil }
                return text.line.text
            }
        }
        let named = labels.flatMap { label -> [String] in
            guard label.box.overlaps(part), label.lines.contains(where: seen) else { return [] }
            let written = label.lines.map(\.line.text)
            let whole = written.joined(separator: " ")
            return label.name == whole ? [whole] : [whole, label.name]
        }
        return lines(ground) + named + lines(furniture)
    }
}
