internal import Foundation
internal import Snapshot

/// By what a private page could be recognised in an earlier text of a public one: its names, and six words of its text in a row.
///
/// What public pages say today is no secret. An earlier text that says one of the rest is not shown at all.
struct PrivateWords: Sendable {
    private static let runLength = 6

    /// By first word.
    private var names: [UInt64: [[UInt64]]] = [:]
    private var runs: Set<UInt64> = []
    var isEmpty: Bool { names.isEmpty && runs.isEmpty }

    /// - Parameters:
    ///   - past: earlier texts that are not for everybody now, with their paths.
    ///   - hidden: names of source files that only private pages name.
    init(_ material: SiteMaterial, past: [(path: String, text: [UInt8])], hidden: [String], jobs: Int) {
        for page in material.withheld {
            add(page.path, [page.title] + page.aliases + page.targets.filter(hasScheme), (try? material.snapshot.text(of: page.path)) ?? [])
        }
        for page in past {
            let front = Frontmatter(of: page.text)
            add(page.path, front.aliases + [front.title].compactMap { $0 }, page.text)
        }
        for name in hidden { add(name) }
        guard !isEmpty else { return }
        forget(spokenBy: material, jobs: jobs)
    }

    private mutating func add(_ path: String, _ names: [String], _ text: [UInt8]) {
        let address = path.hasPrefix("wiki/") ? String(path.dropFirst(5)) : path
        for name in names + [stemOfPath(path), stemOfPath(address)] { add(name) }
        Self.eachRun(Self.words(text)) { runs.insert($0) }
    }

    private mutating func add(_ name: String) {
        let words = Self.words(Array(name.utf8))
        guard let first = words.first, names[first]?.contains(words) != true else { return }
        names[first, default: []].append(words)
    }

    private mutating func forget(spokenBy material: SiteMaterial, jobs: Int) {
        let spoken = parallelMap(material.drafts.count, jobs: jobs) { [self] page -> Found in
            let draft = material.drafts[page]
            let text = (try? material.snapshot.text(of: draft.path)) ?? []
            let said = ([draft.title] + draft.front.aliases + draft.front.tags).joined(separator: "\n")
            return found(in: Array((said + "\n").utf8) + Self.shown(text[min(draft.front.bodyOffset, text.count)...]), all: true)
        }
        for found in spoken {
            runs.subtract(found.runs)
            for name in found.names { names[name[0]]?.removeAll { $0 == name } }
        }
        names = names.filter { !$0.value.isEmpty }
    }

    /// Whether a text gives something away.
    func isTold(by title: String, _ body: ArraySlice<UInt8>) -> Bool {
        guard !isEmpty else { return false }
        let found = found(in: Array((title + "\n").utf8) + Self.shown(body), all: false)
        return !found.names.isEmpty || !found.runs.isEmpty
    }

    private struct Found: Sendable {
        var names: [[UInt64]] = []
        var runs: [UInt64] = []
    }

    private func found(in text: [UInt8], all: Bool) -> Found {
        var found = Found()
        let words = Self.words(text)
        for (place, word) in words.enumerated() {
            for name in names[word] ?? [] where words[place...].starts(with: name) { found.names.append(name) }
            if !all, !found.names.isEmpty { return found }
        }
        Self.eachRun(words) { if runs.contains($0) { found.runs.append($0) } }
        return found
    }

    // MARK: Words

    private static func eachRun(_ words: [UInt64], _ body: (UInt64) -> Void) {
        guard words.count >= runLength else { return }
        for start in 0...words.count - runLength {
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for word in words[start..<start + runLength] { hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15 ^ hash >> 29 }
            body(hash)
        }
    }

    /// Letters and digits without case, each word as a hash; in scripts without spaces each character is a word.
    private static func words(_ text: [UInt8]) -> [UInt64] {
        let start: UInt64 = 0xcbf2_9ce4_8422_2325
        var words: [UInt64] = []
        var word = start
        func add(_ value: UInt64) { word = (word ^ value) &* 0x100_0000_01b3 }
        func close() {
            if word != start { words.append(word) }
            word = start
        }
        if text.allSatisfy({ $0 < 0x80 }) {
            for byte in text {
                switch byte {
                case 0x61...0x7A, 0x30...0x39: add(UInt64(byte))
                case 0x41...0x5A: add(UInt64(byte | 0x20))
                default: close()
                }
            }
            close()
            return words
        }
        for scalar in String(decoding: text, as: UTF8.self).precomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
            switch scalar.value {
            case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
                close()
                add(UInt64(scalar.value))
                close()
            default:
                let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                if isWord { add(UInt64(scalar.value)) } else { close() }
            }
        }
        close()
        return words
    }

    /// A body as readers see it, as far as links go: where they lead is judged apart, and only their labels are told.
    private static func shown(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(body.count)
        var at = body.startIndex
        func starts(_ a: UInt8, _ b: UInt8) -> Bool { at + 1 < body.endIndex && body[at] == a && body[at + 1] == b }
        while at < body.endIndex {
            if starts(0x5B, 0x5B) {
                // `[[target|label]]`
                let line = body[at...].prefix { $0 != 0x0A && $0 != 0x5D }
                if let bar = line.firstIndex(of: 0x7C) { shown += line[(bar + 1)...] }
                shown.append(0x0A)
                at = line.endIndex
            } else if starts(0x5D, 0x28) {
                // `](target)`
                shown.append(0x0A)
                at = body[at...].prefix { $0 != 0x0A && $0 != 0x29 }.endIndex
            } else {
                shown.append(body[at])
                at += 1
            }
        }
        return shown
    }
}
