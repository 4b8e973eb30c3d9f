public import Site
internal import Snapshot

/// Why bytes are no digests of pages.
public struct DigestFileError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    init(_ damage: ByteReader.Damage) { description = damage.what }
}

/// What cannot have been written so.
func damaged(_ what: StaticString) -> ByteReader.Damage { ByteReader.Damage("it is damaged: \(what) is not possible") }

/// What the search index keeps of pages until all are known, as bytes: to be carried from one run to another, or kept for the next.
///
///     builder.encoded()                       what was added
///     try builder.add(DigestFile(bytes))      the same as if the pages had been added themselves
///
///     file  = "synapse-digests 1\n" frame vocabulary count { length page } checksum
///     frame = what the query engine shows around results
///     vocabulary = count { shared rest }      each term of the pages once, in the order of the bytes
///
/// Numbers and texts are as `ByteWriter` writes them. A page's terms are their places in the vocabulary; its titles' terms their places
/// among its own. The same pages and frame give the same bytes, in whatever order they were added.
public struct DigestFile: Sendable {
    static let head = Array("synapse-digests 1\n".utf8)

    public let frame: SearchFrame
    let bytes: [UInt8]
    /// All terms, one after the other, and where each ends.
    let terms: [UInt8]
    let termEnds: [Int]
    /// Where each page stands in `bytes`.
    let pages: [Range<Int>]

    /// Looks whether the bytes are whole, and finds the pages in them.
    public init(_ bytes: [UInt8]) throws(DigestFileError) {
        do throws(ByteReader.Damage) {
            try self.init(reading: bytes)
        } catch {
            throw DigestFileError(error)
        }
    }

    private init(reading bytes: [UInt8]) throws(ByteReader.Damage) {
        self.bytes = bytes
        (frame, terms, termEnds, pages) = try bytes.withReader { (reader) throws(ByteReader.Damage) in
            guard try reader.raw(min(Self.head.count, reader.left)).elementsEqual(Self.head) else {
                throw ByteReader.Damage("it is no file of pages' digests of this version")
            }
            try Self.check(bytes)
            let frame = try SearchFrame(&reader)
            let (terms, ends) = try Self.readTerms(&reader)
            var pages: [Range<Int>] = []
            for _ in 0..<(try reader.count()) {
                let length = try reader.number()
                let start = reader.position
                _ = try reader.raw(length)
                pages.append(start..<reader.position)
            }
            guard reader.left == 8 else { throw damaged("its length") }
            return (frame, terms, ends, pages)
        }
    }

    /// - Parameter digests: in the order of their pages.
    static func encode(
        _ digests: [PageDigest], _ vocabulary: TermTable, _ frame: SearchFrame, _ spool: TextSpool?
    ) throws(SpoolError) -> [UInt8] {
        var writer = ByteWriter(capacity: digests.reduce(1 << 16) { $0 + $1.text.count + $1.text.count / 8 + 4 * $1.terms.count })
        writer.bytes.append(contentsOf: head)
        frame.write(to: &writer)
        let used = UsedTerms(digests, vocabulary)
        writeTerms(used.order.map(vocabulary.term), to: &writer)
        writer.write(digests.count)
        for digest in digests {
            var page = ByteWriter()
            try digest.write(to: &page, spool) { used.places[Int($0)] }
            writer.write(page.bytes)
        }
        writer.write(word: checksum(writer.bytes[...]))
        return writer.bytes
    }

    private static func check(_ bytes: [UInt8]) throws(ByteReader.Damage) {
        guard bytes.count >= head.count + 8 else { throw ByteReader.Damage() }
        let said = bytes.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard checksum(bytes.dropLast(8)) == said else {
            throw ByteReader.Damage("it is not as it was written: its checksum is another, or it ends too early")
        }
    }

    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var print = Fingerprint()
        bytes.withUnsafeBytes { print.mix($0) }
        return print.value
    }

    /// Each as what it shares with the one before, and the rest.
    private static func writeTerms(_ terms: [ArraySlice<UInt8>], to writer: inout ByteWriter) {
        writer.write(terms.count)
        var last: ArraySlice<UInt8> = []
        for term in terms {
            let shared = zip(last, term).prefix { $0 == $1 }.count
            writer.write(shared)
            writer.write(term.dropFirst(shared))
            last = term
        }
    }

    /// Calls `body` with all terms, which are valid as long as it runs.
    fileprivate func withTerms<Failure: Error>(_ body: ([UnsafeBufferPointer<UInt8>]) throws(Failure) -> Void) throws(Failure) {
        let made: Result<Void, Failure> = terms.withUnsafeBufferPointer { bytes in
            let all = termEnds.indices.map { UnsafeBufferPointer(rebasing: bytes[($0 == 0 ? 0 : termEnds[$0 - 1])..<termEnds[$0]]) }
            return Result { () throws(Failure) in try body(all) }
        }
        try made.get()
    }

    private static func readTerms(_ reader: inout ByteReader) throws(ByteReader.Damage) -> (terms: [UInt8], ends: [Int]) {
        let count = try reader.count()
        var terms: [UInt8] = []
        var ends: [Int] = []
        ends.reserveCapacity(count)
        var last = 0..<0
        for _ in 0..<count {
            let shared = try reader.number(upTo: last.count, "a term")
            let rest = try reader.run()
            let start = terms.count
            terms.append(contentsOf: terms[last.lowerBound..<(last.lowerBound + shared)])
            terms.append(contentsOf: rest)
            let term = start..<terms.count
            guard !term.isEmpty, term.count <= TermTable.longest, terms[last].lexicographicallyPrecedes(terms[term]) else {
                throw damaged("a term")
            }
            ends.append(terms.count)
            last = term
        }
        return (terms, ends)
    }
}

extension SearchIndexBuilder {
    /// What was added, as a `DigestFile`'s bytes. The builder keeps it. Not while pages are added.
    public func encoded() throws(SpoolError) -> [UInt8] {
        try withAll { (maker) throws(SpoolError) in
            try DigestFile.encode(maker.digests.sorted { $0.page < $1.page }, maker.vocabulary, frame, spool)
        }
    }

    /// Takes pages in that another builder had. Where it throws, the builder is of no use any more.
    ///
    /// - Parameter page: what a page of then is now; nil leaves it out.
    public func add(_ file: DigestFile, as page: (PageIndex) -> PageIndex? = { $0 }) throws(DigestFileError) {
        do throws(ByteReader.Damage) {
            try withOne { (maker) throws(ByteReader.Damage) in
                try file.withTerms { (terms) throws(ByteReader.Damage) in
                    var digests = DigestReader(terms: terms)
                    try file.bytes.withReader { (reader) throws(ByteReader.Damage) in
                        for range in file.pages {
                            var cursor = try reader.part(range)
                            guard let now = page(try cursor.number()) else { continue }
                            maker.take(try digests.digest(of: now, &cursor, &maker))
                        }
                    }
                }
            }
        } catch {
            throw DigestFileError(error)
        }
    }
}

extension SearchFrame {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(types.count)
        for look in types { for text in [look.type, look.label, look.key, look.glyph] { writer.write(text) } }
        writer.write(words.count)
        for word in words { for text in [word.name, word.text] { writer.write(text) } }
    }

    fileprivate init(_ reader: inout ByteReader) throws(ByteReader.Damage) {
        self.init()
        for _ in 0..<(try reader.count()) {
            types.append(
                TypeLook(type: try reader.text(), label: try reader.text(), key: try reader.text(), glyph: try reader.text()))
        }
        for _ in 0..<(try reader.count()) { words.append((name: try reader.text(), text: try reader.text())) }
    }
}
