public import Site
internal import Snapshot

/// One page's digest as bytes, with its own terms before it: kept from one build to the next.
extension SearchIndexBuilder {
    /// Takes a page of the site in, and hands over what `add(_:encoded:)` takes in its place.
    ///
    /// - Parameter keep: gives where the bytes begin for `TextSpool.readRemembered`; nil where they are not there.
    public func add(_ page: PageIndex, of site: Site, html: [UInt8], keep: ([UInt8]) -> Int?) {
        let input = SearchInput(page, of: site, html: html)
        withOne { (maker) in
            maker.add(input)
            let (bytes, text) = maker.encodedLast()
            if let start = keep(bytes) { maker.textOfLast(isAt: (start + text.lowerBound)..<(start + text.upperBound)) }
        }
    }

    /// Takes a page in as it was kept, whatever its number is now. False where the bytes are no digest.
    public func add(_ page: PageIndex, encoded kept: RememberedBytes) -> Bool {
        do throws(ByteReader.Damage) {
            try withOne { (maker) throws(ByteReader.Damage) in
                maker.take(
                    try kept.bytes.withReader { (reader) throws(ByteReader.Damage) in
                        let terms = try reader.list { (reader) throws(ByteReader.Damage) in try reader.run() }
                        _ = try reader.number()
                        var digests = DigestReader(terms: terms, textsFrom: kept.start)
                        return try digests.digest(of: page, &reader, &maker)
                    })
            }
            return true
        } catch {
            return false
        }
    }
}

extension DigestMaker {
    /// The page that was added last, and where its text is in the bytes.
    fileprivate func encodedLast() -> (bytes: [UInt8], text: Range<Int>) {
        var writer = ByteWriter(capacity: 16 << 10)
        guard let digest = digests.last else { return ([], 0..<0) }
        writer.write(digest.terms.count)
        for term in digest.terms { writer.write(vocabulary.term(Int(term))) }
        var place = -1
        // Its text is in memory as yet, so that nothing has to be read back.
        let text = try? digest.write(to: &writer, nil) { _ in
            place += 1
            return place
        }
        return text.map { (writer.bytes, $0) } ?? ([], 0..<0)
    }
}
