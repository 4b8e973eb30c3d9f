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
        var print = Fingerprint()
        print.mix(UInt64(Manifest.version))
        for digest in digests { print.mix(digest.fingerprint) }
        // What is coded otherwise is another generation: its files are cached for ever.
        for symbol in texts.table.symbols { symbol.withUnsafeBytes { print.mix($0) } }
        hints = Hints(index, lexicon)
        manifest = Manifest(
            generation: print.name, index: index, lexicon: lexicon, backward: backward, postings: postings,
            texts: texts, digests: digests, frame: frame)
    }

    func artifacts() -> [Artifact] {
        let folder = "assets/search/\(manifest.generation)/"
        var files = [Artifact("assets/search/index.js", .bytes(manifest.bytes))]
        for (letter, shards) in [("l", manifest.lexicon.shards), ("b", manifest.backward.shards), ("p", manifest.postings.shards)] {
            for (number, shard) in shards.enumerated() {
                files.append(Self.file(folder, "\(letter)\(number)") { Base64.append(shard, to: &$0) })
            }
        }
        for (number, code) in manifest.texts.groups.enumerated() {
            files.append(Self.file(folder, "t\(number)") { $0.append(contentsOf: code) })
        }
        files.append(Artifact(folder + "symbols.js", .bytes(symbols())))
        files.append(Artifact(folder + "hints.js", .bytes(hintText())))
        return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private static func file(_ folder: String, _ name: String, _ write: (inout [UInt8]) -> Void) -> Artifact {
        var bytes = Array("SynapseSearch.add(\"\(name)\",\"".utf8)
        write(&bytes)
        bytes.append(contentsOf: "\");\n".utf8)
        return Artifact(folder + name + ".js", .bytes(bytes))
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
