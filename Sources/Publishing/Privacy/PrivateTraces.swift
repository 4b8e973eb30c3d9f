import Foundation
import Markdown
import Site
import Snapshot

/// By what a page that is not for the public could be recognised in published files.
///
/// What public pages say themselves is no trace: an author may write the same words, or a title of two words, in both.
struct PrivateTraces {
    struct Kind {
        var code: String
        var noun: String

        static let id = Kind(code: "private-id", noun: "the id")
        static let address = Kind(code: "private-address", noun: "the address")
        static let title = Kind(code: "private-title", noun: "the title or another name")
        static let words = Kind(code: "private-words", noun: "words of the text")
        static let attachment = Kind(code: "private-attachment", noun: "an attachment's name")
        static let node = Kind(code: "private-node", noun: "the node in the graph")
        static let link = Kind(code: "private-link", noun: "a link")
    }

    struct Sequence {
        var kind: Kind
        /// Vault path of the private page.
        var page: String
        var words: [UInt64]
        /// One word alone, which a site may say of itself on every page.
        var isWeak: Bool { words.count == 1 }
    }

    private(set) var sequences: [Sequence] = []
    /// Positions in `sequences` by their first word.
    private(set) var byFirst: [UInt64: [Int]] = [:]
    /// Vault path by runs of words.
    private(set) var runs: [UInt64: String] = [:]
    /// Paths that a private page's own file would have in a site, without case.
    private(set) var addresses: [String: String] = [:]
    /// By SHA-256: files that only private pages name.
    private(set) var attachments: [String: String] = [:]
    /// Vault path by a word that only private pages have.
    private(set) var words: [[UInt8]: String] = [:]
    /// Vault path by a place in the graph where only a private page's node is.
    private(set) var nodes: [UInt64: String] = [:]
    /// SHA-256 of the PDFs among the sources that may be published: what they say is their authors' will.
    private(set) var documents: Set<String> = []
    /// SHA-256 of the pictures among them.
    private(set) var pictures: Set<String> = []
    /// Private pages.
    private(set) var pages = 0

    /// So many words in a row are no accident.
    static let runLength = 6

    /// - Parameter selection: what settings keep private beside what pages say themselves.
    init(_ snapshot: VaultSnapshot, selection: PageSelection = PageSelection()) throws(SnapshotError) {
        var open: [(page: PageRecord, text: [UInt8])] = []
        var closed: [(page: PageRecord, text: [UInt8])] = []
        for page in snapshot.pages where page.body == .present {
            let text = try snapshot.text(of: page.path)
            if Self.isPrivate(text, of: page, selection) { closed.append((page, text)) } else { open.append((page, text)) }
        }
        pages = closed.count
        guard !closed.isEmpty else { return }
        let names = PrivateNames(closed)
        for (page, text) in closed { take(page, text) }
        try takeAttachments(snapshot, open, closed)
        let spoken = try Self.spoken(snapshot, open, names, hiding: Set(attachments.values))
        remove(spoken)
        takeWords(open, closed, names, snapshot)
        takeNodes(snapshot.graph, open.map(\.page), closed.map(\.page))
        for (index, sequence) in sequences.enumerated() { byFirst[sequence.words[0], default: []].append(index) }
    }

    /// As the frontmatter's reader has it, and a second opinion that knows nothing of YAML.
    static func isPrivate(_ text: [UInt8]) -> Bool {
        if Frontmatter(of: text).isPrivate { return true }
        let lines = String(decoding: text.prefix(1 << 16), as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.first?.hasPrefix("---") == true else { return false }
        let block = lines.dropFirst().prefix { !$0.hasPrefix("---") && !$0.hasPrefix("...") }
        let plain = block.map { $0.lowercased().filter { !" \t\"'".contains($0) } }
        return plain.contains { ["publish:false", "publish:no", "publish:off", "draft:true", "private:true"].contains($0) }
    }

    private static func isPrivate(_ text: [UInt8], of page: PageRecord, _ selection: PageSelection) -> Bool {
        if selection.withholds(page, text: text) { return true }
        // A draft that is to be published is not for the second opinion.
        return isPrivate(text) && !(selection.drafts && Frontmatter(of: text).isOnlyDraft)
    }

    private mutating func take(_ page: PageRecord, _ text: [UInt8]) {
        let front = Frontmatter(of: text)
        func add(_ kind: Kind, _ text: String) {
            let words = TextWords(text).hashes
            guard !words.isEmpty, !(words.count == 1 && kind.code == Kind.address.code) else { return }
            sequences.append(Sequence(kind: kind, page: page.path, words: words))
        }
        add(.id, page.id)
        let stem = PrivateNames.stem(page.path)
        let names = PrivateNames.names(of: page, front)
        for name in names { add(.title, name) }
        let address = stem.hasPrefix("wiki/") ? String(stem.dropFirst(5)) : stem
        // Of a page that lies in no folder it is the title once more.
        if !names.contains(where: { TextWords($0).hashes == TextWords(address).hashes }) { add(.address, address) }
        if let summary = front.summary { add(.words, summary) }
        let body = text[min(front.bodyOffset, text.count)...]
        for link in MarkdownAddresses(body).outside { add(.link, link) }
        TextWords(body).runs(of: Self.runLength) { hash, _ in runs[hash] = page.path }
        addresses[(address + ".html").precomposedStringWithCanonicalMapping.lowercased()] = page.path
    }

    /// Source files that a private page names and no public one.
    private mutating func takeAttachments(
        _ snapshot: VaultSnapshot, _ open: [(page: PageRecord, text: [UInt8])], _ closed: [(page: PageRecord, text: [UInt8])]
    ) throws(SnapshotError) {
        let named = snapshot.sources.filter(\.present).compactMap { source -> (SourceFile, String)? in
            let name = Array((source.path.split(separator: "/").last.map(String.init) ?? source.path).utf8)
            guard let page = closed.first(where: { $0.text.firstRange(of: name) != nil }) else { return nil }
            return open.contains { $0.text.firstRange(of: name) != nil } ? nil : (source, page.page.path)
        }
        for (source, page) in named {
            sequences.append(
                Sequence(
                    kind: .attachment, page: page, words: TextWords(source.path.split(separator: "/").last.map(String.init) ?? "").hashes))
            attachments[sha256Hex(try snapshot.read(source.path))] = source.path
        }
        sequences.removeAll { $0.words.isEmpty }
    }

    /// Words of five letters and more that no public page has, in whatever spelling.
    private mutating func takeWords(
        _ open: [(page: PageRecord, text: [UInt8])], _ closed: [(page: PageRecord, text: [UInt8])], _ names: PrivateNames,
        _ snapshot: VaultSnapshot
    ) {
        for (page, text) in closed { Self.eachWord(of: text) { words[$0] = page.path } }
        // What the renderer says by itself is in pages' text too.
        for child in Mirror(reflecting: MarkdownWording()).children {
            if let text = child.value as? String { Self.eachWord(of: Array(text.utf8)) { words[$0] = nil } }
        }
        for (page, text) in open {
            Self.eachWord(of: names.removed(from: text[...])) { words[$0] = nil }
            Self.eachWord(of: Array("\(page.path) \(page.title ?? "") \(page.tags)".utf8)) { words[$0] = nil }
        }
        for source in snapshot.sources {
            Self.eachWord(of: Array(source.path.utf8)) { words[$0] = nil }
            guard source.present, !attachments.values.contains(source.path), let bytes = try? snapshot.read(source.path) else { continue }
            if bytes.starts(with: "%PDF".utf8) { documents.insert(sha256Hex(bytes)) }
            if PictureStanding.isPicture(bytes) { pictures.insert(sha256Hex(bytes)) }
            if bytes.count <= 16 << 20 { Self.eachWord(of: bytes) { words[$0] = nil } }
        }
    }

    /// In lower case, without accents.
    private static func eachWord(of text: [UInt8], _ body: ([UInt8]) -> Void) {
        var text = text
        if text.contains(where: { $0 >= 0x80 }) {
            let folded = String(decoding: text, as: UTF8.self).folding(
                options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
            text = Array(folded.utf8)
        }
        for word in text.split(whereSeparator: { !(0x61...0x7A).contains($0 | 0x20) && $0 < 0x80 }) where word.count > 4 {
            if word.allSatisfy({ $0 < 0x80 }) { body(word.map { $0 | 0x20 }) }
        }
    }

    private mutating func takeNodes(_ graph: VaultGraph, _ open: [PageRecord], _ closed: [PageRecord]) {
        let places = Dictionary(graph.nodes.map { ($0.id, GraphPlaces.key($0.x, $0.y)) }, uniquingKeysWith: { first, _ in first })
        for page in closed { if let place = places[page.id] { nodes[place] = page.path } }
        for page in open { if let place = places[page.id] { nodes[place] = nil } }
    }

    // MARK: What the public ones say

    /// The words of everything that is published by an author's own will.
    private static func spoken(
        _ snapshot: VaultSnapshot, _ open: [(page: PageRecord, text: [UInt8])], _ names: PrivateNames, hiding: Set<String>
    ) throws(SnapshotError) -> [TextWords] {
        var spoken: [TextWords] = []
        for (page, text) in open {
            let front = Frontmatter(of: text)
            var words = TextWords()
            let lists = front.tags + front.aliases + front.sources + front.related + page.tags + page.sources
            for text in [front.title, front.summary, front.domain, page.title].compactMap({ $0 }) + lists.filter({ !names.contains($0) }) {
                spoken.append(TextWords(text))
            }
            names.removed(from: text[min(front.bodyOffset, text.count)...]).withUnsafeBufferPointer { words.append($0) }
            spoken.append(words)
            spoken.append(TextWords(page.path))
        }
        for source in snapshot.sources where source.present && !hiding.contains(source.path) {
            spoken.append(TextWords(source.path))
            if source.bytes <= 16 << 20 { spoken.append(TextWords(try snapshot.read(source.path))) }
        }
        return spoken
    }

    private mutating func remove(_ spoken: [TextWords]) {
        var first: [UInt64: [Int]] = [:]
        for (index, sequence) in sequences.enumerated() where sequence.kind.code != Kind.id.code {
            first[sequence.words[0], default: []].append(index)
        }
        var said: Set<Int> = []
        for words in spoken {
            words.runs(of: Self.runLength) { hash, _ in runs[hash] = nil }
            for (place, word) in words.hashes.enumerated() {
                for index in first[word] ?? [] where words.hashes[place...].starts(with: sequences[index].words) { said.insert(index) }
            }
        }
        sequences = sequences.enumerated().filter { !said.contains($0.offset) }.map(\.element)
    }
}
