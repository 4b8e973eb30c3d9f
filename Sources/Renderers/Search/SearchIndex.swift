internal import Site
internal import Snapshot

/// The finished index.
struct SearchIndex {
    /// Bytes that the index may have for each byte of text, and for a small site in any case.
    private static let share = 0.275
    private static let least = 300_000
    let manifest: Manifest
    let hints: Hints

    init(_ input: [PageDigest], _ vocabulary: TermTable, _ frame: SearchFrame, jobs: Int) {
        var digests = input
        let index = InvertedIndex(&digests, vocabulary)
        let text = digests.reduce(0) { $0 + $1.text.count + $1.title.utf8.count }
        let ((lexicon, backward, postings), symbols) = inParallel(jobs: jobs) {
            (Lexicon.forward(index), Lexicon.backward(index), Postings(index))
        } _: { [digests] in
            Texts.Symbols(digests, index, budget: Self.share * Double(text))
        }
        let tables = [lexicon.shards, backward.shards, postings.shards].joined().reduce(0) { $0 + $1.count * 4 / 3 + 40 }
        let budget = max(Double(Self.least), Self.share * Double(text)) - Double(tables)
        let texts = Texts(digests, index, symbols, budget: budget, jobs: jobs)
        hints = Hints(index, lexicon)
        manifest = Manifest(
            index: index, lexicon: lexicon, backward: backward, postings: postings,
            texts: texts, digests: digests, frame: frame)
    }

    func artifacts() -> [Artifact] {
        var folders: [(name: String, folders: [String])] = []
        var files: [Artifact] = []
        /// Neighbouring files share a folder, which is named by what they hold: where a page is edited, few files have another address.
        func add(_ name: String, _ shards: [[UInt8]], together: Int = 1, _ write: (_ shard: [UInt8], _ out: inout [UInt8]) -> Void) {
            var names: [String] = []
            for start in stride(from: 0, to: shards.count, by: together) {
                let group = (start..<min(shards.count, start + together)).map { number in
                    var bytes = Array("SynapseSearch.add(\"\(name)\(number)\",\"".utf8)
                    write(shards[number], &bytes)
                    bytes.append(contentsOf: "\");\n".utf8)
                    return (name: "\(name)\(number).js", bytes: bytes)
                }
                names.append(Self.add(group, to: &files))
            }
            folders.append((name, names))
        }
        for (letter, shards) in [("b", manifest.backward.shards), ("l", manifest.lexicon.shards), ("p", manifest.postings.shards)] {
            add(letter, shards) { Base64.append($0, to: &$1) }
        }
        add("t", manifest.texts.groups, together: Manifest.textsTogether) { $1.append(contentsOf: $0) }
        folders.append(("h", [Self.add([(name: "hints.js", bytes: hintText())], to: &files)]))
        folders.append(("s", [Self.add([(name: "symbols.js", bytes: symbols())], to: &files)]))
        files.append(Artifact("assets/search/index.js", .bytes(manifest.bytes(folders: folders))))
        return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// - Returns: the name of the folder that holds the files.
    private static func add(_ group: [(name: String, bytes: [UInt8])], to files: inout [Artifact]) -> String {
        var print = Fingerprint()
        for file in group { file.bytes.withUnsafeBytes { print.mix($0) } }
        for file in group { files.append(Artifact("assets/search/\(print.name)/\(file.name)", .bytes(file.bytes))) }
        return print.name
    }

    private func symbols() -> [UInt8] {
        var json = JSONText()
        json.raw("SynapseSearch.add(\"symbols\",")
        // One string, pieces divided by a tab, which no piece holds: shorter than a list.
        json.string(Array(manifest.texts.table.symbols.joined(separator: [9])))
        json.raw(");\n")
        return json.bytes
    }

    private func hintText() -> [UInt8] {
        var json = JSONText()
        json.raw("SynapseSearch.add(\"hints\",{")
        for (number, entry) in hints.entries.enumerated() {
            if number > 0 { json.raw(",") }
            json.string(entry.beginning)
            json.raw(":")
            json.array(entry.pages) { $0.raw(String($1)) }
        }
        json.raw("});\n")
        return json.bytes
    }
}
