internal import Site

/// Pages → digests, with a vocabulary of its own. One a thread; several are merged at the end.
final class DigestMaker {
    private(set) var vocabulary = TermTable()
    private(set) var digests: [PageDigest] = []
    private var tokenizer = Tokenizer()

    /// By term: the last page that had it, and its position among that page's terms.
    private var lastSeen: [(page: UInt32, position: UInt32)] = []
    private var serial: UInt32 = 0
    private var terms: [UInt32] = []
    private var frequencies: [PageDigest.Frequencies] = []

    func add(_ input: SearchInput) {
        serial += 1
        terms.removeAll(keepingCapacity: true)
        frequencies.removeAll(keepingCapacity: true)
        for facet in Facet.terms(of: input) { note(facet.utf8.withBuffer { vocabulary.number(of: TermTable.cut($0)) }, nil) }
        var names: [PageDigest.NameTerm] = []
        add(name: input.title, 0, &names)
        for (index, alias) in input.aliases.prefix(200).enumerated() { add(name: alias, UInt8(index + 1), &names) }
        var headingLength = 0
        for section in input.sections { headingLength += count(section.heading, .heading) }
        let (passages, bodyLength) = readBody(input)
        digests.append(
            PageDigest(
                page: input.page, address: input.address, title: input.title, type: input.type, domain: input.domain,
                sections: input.sections, text: input.text, passages: passages, terms: terms, frequencies: frequencies, names: names,
                headingLength: headingLength, bodyLength: bodyLength, fingerprint: Fingerprint.of(input)))
    }

    /// Takes the numbers of another vocabulary in for digests that were made with it.
    func merge(_ other: DigestMaker) {
        let renumbered = (0..<other.vocabulary.count).map { number in
            UInt32(other.vocabulary.withTerm(number) { vocabulary.number(of: $0) })
        }
        for var digest in other.digests {
            for index in digest.terms.indices { digest.terms[index] = renumbered[Int(digest.terms[index])] }
            for index in digest.names.indices { digest.names[index].term = renumbered[Int(digest.names[index].term)] }
            digests.append(digest)
        }
    }

    func takeDigests() -> [PageDigest] {
        defer { digests = [] }
        return digests.sorted { $0.page < $1.page }
    }

    private func readBody(_ input: SearchInput) -> ([PageDigest.Passage], Int) {
        var passages: [PageDigest.Passage] = []
        var length = 0
        input.text.withUnsafeBufferPointer { text in
            var start = 0
            for (section, value) in input.sections.enumerated() {
                let sectionEnd = min(max(value.end, start), text.count)
                while start < sectionEnd {
                    let end = Passages.end(text, start, sectionEnd)
                    tokenizer.scan(UnsafeBufferPointer(rebasing: text[start..<end])) { term, counts in
                        note(vocabulary.number(of: term), .body)
                        if counts { length += 1 }
                    }
                    passages.append(
                        PageDigest.Passage(end: UInt32(end), termsEnd: UInt32(terms.count), section: UInt32(section)))
                    start = end
                }
            }
        }
        return (passages, length)
    }

    private func count(_ text: String, _ field: PageDigest.Frequencies.Field) -> Int {
        var length = 0
        text.utf8.withBuffer { text in
            tokenizer.scan(text) { term, counts in
                note(vocabulary.number(of: term), field)
                if counts { length += 1 }
            }
        }
        return length
    }

    private func add(name text: String, _ name: UInt8, _ names: inout [PageDigest.NameTerm]) {
        let first = names.count
        text.utf8.withBuffer { text in
            tokenizer.scan(text) { term, counts in
                let number = vocabulary.number(of: term)
                note(number, name == 0 ? .title : .alias)
                let place = names.count - first
                guard counts, place < 255 else { return }
                names.append(PageDigest.NameTerm(term: UInt32(number), name: name, place: UInt8(place), length: 0))
            }
        }
        for index in first..<names.count { names[index].length = UInt8(names.count - first) }
    }

    private func note(_ number: Int, _ field: PageDigest.Frequencies.Field?) {
        if number >= lastSeen.count {
            lastSeen += Array(repeating: (page: 0, position: 0), count: max(1024, number + 1 - lastSeen.count))
        }
        if lastSeen[number].page != serial {
            lastSeen[number] = (serial, UInt32(terms.count))
            terms.append(UInt32(number))
            frequencies.append(PageDigest.Frequencies())
        }
        if let field { frequencies[Int(lastSeen[number].position)].count(field) }
    }
}

extension String.UTF8View {
    /// The bytes in one piece.
    func withBuffer<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        if let value = withContiguousStorageIfAvailable(body) { return value }
        return Array(self).withUnsafeBufferPointer(body)
    }
}
