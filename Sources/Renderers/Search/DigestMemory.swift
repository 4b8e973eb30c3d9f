public import Site
internal import Snapshot

/// One page's digest as bytes, with its own terms before it: kept from one build to the next.
extension SearchIndexBuilder {
    /// Takes a page of the site in, and hands over what `add(_:encoded:)` takes in its place.
    public func add(_ page: PageIndex, of site: Site, html: [UInt8], keep: ([UInt8]) -> Void) {
        let input = SearchInput(page, of: site, html: html)
        withOne { (maker) in
            maker.add(input)
            keep(maker.encodedLast())
        }
    }

    /// Takes a page in as it was kept, whatever its number is now. False where the bytes are no digest.
    public func add(_ page: PageIndex, encoded bytes: [UInt8]) -> Bool {
        do throws(ByteReader.Damage) {
            try withOne { (maker) throws(ByteReader.Damage) in
                maker.take(
                    try bytes.withReader { (reader) throws(ByteReader.Damage) in
                        var terms: [UInt8] = []
                        var ends: [Int] = []
                        for _ in 0..<(try reader.count()) {
                            terms.append(contentsOf: try reader.run())
                            ends.append(terms.count)
                        }
                        _ = try reader.number()
                        var digests = DigestReader(terms: terms, ends: ends)
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
    /// The page that was added last.
    fileprivate func encodedLast() -> [UInt8] {
        var writer = ByteWriter()
        guard let digest = digests.last else { return [] }
        writer.write(digest.terms.count)
        for term in digest.terms { writer.write(vocabulary.term(Int(term))) }
        var place = -1
        // Its text is in memory as yet, so that nothing has to be read back.
        let isWhole: ()? = try? digest.write(to: &writer, nil) { _ in
            place += 1
            return place
        }
        return isWhole == nil ? [] : writer.bytes
    }
}
