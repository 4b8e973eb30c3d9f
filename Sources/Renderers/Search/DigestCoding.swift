internal import Site
internal import Snapshot

/// Which terms of a vocabulary digests have, in the order of the bytes: a vocabulary may hold those of pages that are not written.
struct UsedTerms {
    /// Numbers in the vocabulary.
    private(set) var order: [Int] = []
    /// By number in the vocabulary, the place in `order`.
    private(set) var places: [Int]

    init(_ digests: [PageDigest], _ vocabulary: TermTable) {
        places = [Int](repeating: -1, count: vocabulary.count)
        for digest in digests { for term in digest.terms { places[Int(term)] = 0 } }
        for number in vocabulary.sorted() where places[number] == 0 {
            places[number] = order.count
            order.append(number)
        }
    }
}

extension PageDigest {
    /// - Parameter place: of a term in the vocabulary that stands beside the pages, by its number; asked in the order of `terms`.
    /// - Returns: where the page's text is in the writer's bytes.
    /// - Throws: `SpoolError` where it cannot be read back.
    @discardableResult
    func write(to writer: inout ByteWriter, _ spool: TextSpool?, _ place: (UInt32) -> Int) throws(SpoolError) -> Range<Int> {
        writer.write(page)
        writer.write(address)
        writer.write(title)
        writer.write(type)
        writer.write(domain)
        writer.write(tags.count)
        for tag in tags { writer.write(tag) }
        writer.write(sections.count)
        for section in sections {
            writer.write(section.heading)
            writer.write(section.id)
            writer.write(section.end)
        }
        writer.write(terms.count)
        for term in terms { writer.write(place(term)) }
        for frequency in frequencies { writer.write(Int(frequency.bits)) }
        writer.write(bodyTermsStart)
        writer.write(names.count)
        for name in names {
            // Those of titles stand at the beginning of a page's terms.
            writer.write(terms.firstIndex(of: name.term) ?? 0)
            for value in [name.name, name.place, name.length] { writer.bytes.append(value) }
        }
        writer.write(headingLength)
        writer.write(bodyLength)
        writer.write(word: fingerprint)
        guard let text = text.bytes(in: spool) else { throw SpoolError() }
        writer.write(text)
        let end = writer.bytes.count
        writer.write(passages.count)
        writer.bytes += passages.bytes
        return (end - text.count)..<end
    }
}

/// Pages of one file → digests whose terms are numbered by one maker's vocabulary.
///
/// What it gives is such that the index can be made of it, whatever the file holds: terms each once on a page, passages and sections in
/// order and inside the text.
struct DigestReader {
    private struct Term {
        /// In the maker's vocabulary; -1 until a page has it, since a term that none has must not be in the index.
        var number: Int32 = -1
        /// The last page that had it, counted from 1.
        var lastPage: Int32 = 0
    }

    /// The vocabulary's terms; valid as long as what they were read from.
    private let terms: [UnsafeBufferPointer<UInt8>]
    /// Where the bytes that are read begin for `TextSpool.readRemembered`; nil where texts are taken along.
    private let start: Int?
    private var known: [Term]
    private var pagesRead: Int32 = 0

    init(terms: [UnsafeBufferPointer<UInt8>], textsFrom start: Int? = nil) {
        (self.terms, self.start) = (terms, start)
        known = Array(repeating: Term(), count: terms.count)
    }

    /// `reader` stands behind the page's number.
    mutating func digest(
        of page: PageIndex, _ reader: inout ByteReader, _ maker: inout DigestMaker
    ) throws(ByteReader.Damage) -> PageDigest {
        pagesRead += 1
        let (address, title) = (try reader.text(), try reader.text())
        let (type, domain) = (try reader.optionalText(), try reader.optionalText())
        var tags: [String] = []
        for _ in 0..<(try reader.count()) { tags.append(try reader.text()) }
        var sections: [SearchInput.Section] = []
        for _ in 0..<(try reader.count()) {
            sections.append(SearchInput.Section(heading: try reader.text(), id: try reader.text(), end: try reader.number()))
        }
        let (terms, frequencies) = try readTerms(&reader, &maker)
        let bodyTermsStart = try reader.number(upTo: terms.count, "where the body's terms begin")
        let names = try Self.names(&reader, terms)
        let (headingLength, bodyLength) = (try reader.number(upTo: 1 << 40, "a length"), try reader.number(upTo: 1 << 40, "a length"))
        let fingerprint = try reader.word()
        let run = try reader.run()
        let end = (start ?? 0) + reader.position
        let text = start == nil ? SpooledBytes.memory(Array(run)) : .remembered((end - run.count)..<end)
        let passages = try Self.passages(&reader, text: text, termsFrom: bodyTermsStart, to: terms.count, sections: sections.count)
        guard reader.left == 0 else { throw damaged("a page's length") }
        return PageDigest(
            page: page, address: address, title: title, type: type, domain: domain, tags: tags, sections: sections, text: text,
            passages: PassageList(passages, termsFrom: bodyTermsStart), terms: terms, bodyTermsStart: bodyTermsStart,
            frequencies: frequencies, names: names,
            headingLength: headingLength, bodyLength: bodyLength, fingerprint: fingerprint)
    }

    private mutating func readTerms(
        _ reader: inout ByteReader, _ maker: inout DigestMaker
    ) throws(ByteReader.Damage) -> ([UInt32], [PageDigest.Frequencies]) {
        let count = try reader.count()
        var numbers: [UInt32] = []
        numbers.reserveCapacity(count)
        for _ in 0..<count {
            let place = try reader.number(upTo: known.count - 1, "a page's term")
            guard known[place].lastPage != pagesRead else { throw damaged("a page's term") }
            known[place].lastPage = pagesRead
            if known[place].number < 0 { known[place].number = Int32(maker.number(of: terms[place])) }
            numbers.append(UInt32(known[place].number))
        }
        var frequencies: [PageDigest.Frequencies] = []
        frequencies.reserveCapacity(count)
        for _ in 0..<count {
            frequencies.append(PageDigest.Frequencies(bits: UInt16(try reader.number(upTo: 0xFFFF, "a term's frequency"))))
        }
        return (numbers, frequencies)
    }

    private static func names(_ reader: inout ByteReader, _ terms: [UInt32]) throws(ByteReader.Damage) -> [PageDigest.NameTerm] {
        var names: [PageDigest.NameTerm] = []
        for _ in 0..<(try reader.count()) {
            let term = try reader.number(upTo: terms.count - 1, "a title's term")
            let (name, place, length) = (try reader.byte(), try reader.byte(), try reader.byte())
            guard length > 0 else { throw damaged("a title's length") }
            names.append(PageDigest.NameTerm(term: terms[term], name: name, place: place, length: length))
        }
        return names
    }

    private static func passages(
        _ reader: inout ByteReader, text: SpooledBytes, termsFrom first: Int, to termsEnd: Int, sections: Int
    ) throws(ByteReader.Damage) -> [PageDigest.Passage] {
        let count = try reader.count()
        var passages: [PageDigest.Passage] = []
        passages.reserveCapacity(count)
        var (end, terms, section) = (0, first, 0)
        for _ in 0..<count {
            let length = try reader.number(upTo: text.count - end, "a passage's end")
            guard length > 0 else { throw damaged("a passage's length") }
            end += length
            terms += try reader.number(upTo: termsEnd - terms, "a passage's terms")
            section += try reader.number(upTo: sections - 1 - section, "a passage's section")
            passages.append(PageDigest.Passage(end: UInt32(end), termsEnd: UInt32(terms), section: UInt32(section)))
        }
        return passages
    }
}
