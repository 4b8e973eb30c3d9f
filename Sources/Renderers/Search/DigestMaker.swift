internal import Site

/// Pages → digests, with a vocabulary of its own. One a thread; several are merged at the end.
struct DigestMaker: ~Copyable {
    private var tokenizer = Tokenizer()
    private var terms = PageTerms()
    private(set) var digests: [PageDigest] = []
    /// How many of them have left their text in a spool.
    private var spooled = 0

    var vocabulary: TermTable { terms.vocabulary }

    mutating func add(_ input: SearchInput) {
        terms.beginPage()
        for facet in Facet.terms(of: input) { facet.utf8.withBuffer { terms.note(TermTable.cut($0)) } }
        var names: [PageDigest.NameTerm] = []
        names += read(name: input.title, 0, .title)
        for (index, alias) in input.aliases.prefix(200).enumerated() { names += read(name: alias, UInt8(index + 1), .alias) }
        terms.begin(.heading)
        for section in input.sections { section.heading.utf8.withBuffer { tokenizer.scan($0, into: &terms) } }
        let headingLength = terms.length
        let bodyTermsStart = terms.numbers.count
        terms.begin(.body)
        let passages = readBody(input)
        // Copies are as large as they must be: what grew has room for as much again, and would be held for each page.
        digests.append(
            PageDigest(
                page: input.page, address: input.address, title: input.title, type: input.type, domain: input.domain,
                tags: input.tags, sections: input.sections, text: .memory(input.text),
                passages: PassageList(passages, termsFrom: bodyTermsStart), terms: Array(terms.numbers[...]),
                bodyTermsStart: bodyTermsStart,
                frequencies: Array(terms.frequencies[...]),
                names: names, headingLength: headingLength, bodyLength: terms.length, fingerprint: Fingerprint.of(input)))
    }

    /// Leaves the text of the pages that came last in the spool, where there is one: it is most of what is known of a page.
    mutating func leaveText(in spool: TextSpool?) {
        guard let spool else { return }
        for index in spooled..<digests.count {
            if case .memory(let bytes) = digests[index].text { digests[index].text = spool.place(of: bytes) }
        }
        spooled = digests.count
    }

    /// The text of the page that came last need not stay in memory.
    mutating func textOfLast(isAt range: Range<Int>) { digests[digests.count - 1].text = .remembered(range) }

    /// Takes the pages of another maker in.
    mutating func merge(_ other: inout DigestMaker) {
        let vocabulary = other.vocabulary
        var merged: [PageDigest] = []
        swap(&merged, &other.digests)
        let renumbered = (0..<vocabulary.count).map { UInt32(vocabulary.withTerm($0) { number(of: $0) }) }
        for page in merged.indices {
            for index in merged[page].terms.indices { merged[page].terms[index] = renumbered[Int(merged[page].terms[index])] }
            for index in merged[page].names.indices { merged[page].names[index].term = renumbered[Int(merged[page].names[index].term)] }
        }
        digests += merged
    }

    /// The number of a term in `vocabulary`, which has it from now on.
    mutating func number(of term: UnsafeBufferPointer<UInt8>) -> Int { terms.vocabulary.number(of: FoldedTerm(term)) }

    /// Takes a page in whose terms are numbered by `vocabulary`.
    mutating func take(_ digest: PageDigest) { digests.append(digest) }

    private mutating func readBody(_ input: SearchInput) -> [PageDigest.Passage] {
        var passages: [PageDigest.Passage] = []
        passages.reserveCapacity(input.text.count / 100 + input.sections.count)
        input.text.withUnsafeBufferPointer { text in
            var start = 0
            for (section, value) in input.sections.enumerated() {
                let sectionEnd = min(max(value.end, start), text.count)
                while start < sectionEnd {
                    let end = Passages.end(text, start, sectionEnd)
                    tokenizer.scan(UnsafeBufferPointer(rebasing: text[start..<end]), into: &terms)
                    passages.append(
                        PageDigest.Passage(end: UInt32(end), termsEnd: UInt32(terms.numbers.count), section: UInt32(section)))
                    start = end
                }
            }
        }
        return passages
    }

    /// The terms of a title or an alias, in order.
    private mutating func read(name text: String, _ name: UInt8, _ field: PageDigest.Frequencies.Field) -> [PageDigest.NameTerm] {
        terms.begin(field)
        text.utf8.withBuffer { tokenizer.scan($0, into: &terms) }
        let sequence = terms.sequence.prefix(255)
        return sequence.enumerated().map { place, term in
            PageDigest.NameTerm(term: term, name: name, place: UInt8(place), length: UInt8(sequence.count))
        }
    }
}

/// The terms of the page that is being read: each once, with its counts by field.
struct PageTerms: TermSink {
    var vocabulary = TermTable()
    /// Numbers in `vocabulary`, in the order first met on the page.
    private(set) var numbers: [UInt32] = []
    /// Beside `numbers`.
    private(set) var frequencies: [PageDigest.Frequencies] = []
    /// Of the field that is being read: terms that count, and for a title or an alias which.
    private(set) var length = 0
    private(set) var sequence: [UInt32] = []

    private var field = PageDigest.Frequencies.Field.body
    private var isName = false
    /// By term: the last page that had it, and its position in `numbers`.
    private var lastSeen: [(page: UInt32, position: UInt32)] = []
    private var page: UInt32 = 0

    mutating func beginPage() {
        page += 1
        numbers.removeAll(keepingCapacity: true)
        frequencies.removeAll(keepingCapacity: true)
    }

    mutating func begin(_ field: PageDigest.Frequencies.Field) {
        self.field = field
        isName = field == .title || field == .alias
        length = 0
        sequence.removeAll(keepingCapacity: true)
    }

    mutating func take(_ term: FoldedTerm, counts: Bool) {
        let number = vocabulary.number(of: term)
        frequencies[position(of: number)].count(field)
        guard counts else { return }
        length += 1
        if isName { sequence.append(UInt32(number)) }
    }

    /// Takes a term in that stands in no field.
    mutating func note(_ term: UnsafeBufferPointer<UInt8>) { _ = position(of: vocabulary.number(of: FoldedTerm(term))) }

    private mutating func position(of number: Int) -> Int {
        if number >= lastSeen.count {
            lastSeen += Array(repeating: (page: 0, position: 0), count: max(1024, number + 1 - lastSeen.count, lastSeen.count))
        }
        if lastSeen[number].page != page {
            lastSeen[number] = (page, UInt32(numbers.count))
            numbers.append(UInt32(number))
            frequencies.append(PageDigest.Frequencies())
        }
        return Int(lastSeen[number].position)
    }
}

extension String.UTF8View {
    /// The bytes in one piece.
    func withBuffer<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        if let value = withContiguousStorageIfAvailable(body) { return value }
        return Array(self).withUnsafeBufferPointer(body)
    }
}
