internal import Site
internal import Snapshot

/// The finished index.
struct SearchIndex {
    /// Bytes that the index may have for each byte of text, and for a small site in any case.
    private static let share = 0.275
    private static let least = 300_000
    let manifest: Manifest
    let hints: Hints

    /// - Parameter input: nobody else's by now, so that terms are renumbered where they lie.
    init(_ input: consuming [PageDigest], _ vocabulary: TermTable, _ frame: SearchFrame, _ spool: TextSpool?, jobs: Int) {
        var digests = consume input
        let index = InvertedIndex(&digests, vocabulary)
        let text = digests.reduce(0) { $0 + $1.text.count + $1.title.utf8.count }
        let ((lexicon, backward, postings, hints), symbols) = inParallel(jobs: jobs) {
            let lexicon = Lexicon.forward(index)
            return (lexicon, Lexicon.backward(index), Postings(index), Hints(index, lexicon))
        } _: { [digests] in
            Texts.Symbols(digests, index, spool, budget: Self.share * Double(text))
        }
        let tables = [lexicon.shards, backward.shards, postings.shards].joined().reduce(0) { $0 + $1.count * 4 / 3 + 40 }
        let budget = max(Double(Self.least), Self.share * Double(text)) - Double(tables)
        let facets = Manifest.Facets(digests)
        let texts = Texts(consume digests, index, symbols, spool, budget: budget, jobs: jobs)
        self.hints = hints
        manifest = Manifest(
            index: index, lexicon: lexicon, backward: backward, postings: postings,
            texts: texts, facets: facets, frame: frame)
    }

    func artifacts() -> [Artifact] {
        var folders: [(name: String, folders: [String])] = []
        var files: [Artifact] = []
        /// Neighbouring files share a folder, which is named by what they hold: where a page is edited, few files have another address.
        func add(_ name: String, _ shards: [[UInt8]], _ write: @escaping Writer) {
            let names = shards.indices.map { number in
                let folder = Self.folder([shards[number]])
                files.append(Self.file(folder, "\(name)\(number)") { write(shards[number], &$0) })
                return folder
            }
            folders.append((name, names))
        }
        for (letter, shards) in [("b", manifest.backward.shards), ("l", manifest.lexicon.shards), ("p", manifest.postings.shards)] {
            add(letter, shards) { Base64.append($0, to: &$1) }
        }
        let texts = textFiles()
        files += texts.files
        folders.append(("t", texts.folders))
        for (name, bytes) in [("hints", hintText()), ("symbols", symbols())] {
            let folder = Self.folder([bytes])
            files.append(Artifact("assets/search/\(folder)/\(name).js", .bytes(bytes)))
            folders.append((String(name.prefix(1)), [folder]))
        }
        files.append(Artifact("assets/search/index.js", .bytes(manifest.bytes(folders: folders))))
        return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Files of texts, named by what they will hold and known by it to the next build.
    private func textFiles() -> (files: [Artifact], folders: [String]) {
        let texts = manifest.texts
        var files: [Artifact] = []
        var folders: [String] = []
        for start in stride(from: 0, to: texts.firsts.count, by: Manifest.textsTogether) {
            let groups = start..<min(texts.firsts.count, start + Manifest.textsTogether)
            var print = Fingerprint()
            for group in groups { print.mix(texts.prints[group]) }
            for group in groups {
                var file = Self.file(print.name, "t\(group)") { $0 += try texts.code(group) }
                file.key = { ArtifactKey(high: texts.prints[group], low: UInt64(group)) }
                files.append(file)
            }
            folders.append(print.name)
        }
        return (files, folders)
    }

    private typealias Writer = @Sendable (_ shard: [UInt8], _ out: inout [UInt8]) -> Void

    private static func folder(_ shards: some Sequence<[UInt8]>) -> String {
        var print = Fingerprint()
        for shard in shards { shard.withUnsafeBytes { print.mix($0) } }
        return print.name
    }

    /// The script is made when its turn comes: all of them at once would be as large as the index again.
    private static func file(_ folder: String, _ name: String, _ write: @escaping @Sendable (inout [UInt8]) throws -> Void) -> Artifact {
        Artifact(
            "assets/search/\(folder)/\(name).js",
            .rendered {
                var bytes = Array("SynapseSearch.add(\"\(name)\",\"".utf8)
                try write(&bytes)
                bytes.append(contentsOf: "\");\n".utf8)
                return Rendering(bytes)
            })
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
