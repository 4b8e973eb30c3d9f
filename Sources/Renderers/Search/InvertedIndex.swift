/// The pages of each term. A term's ordinal is its place in the order of the terms' bytes; a page's number its place in the order of pages.
struct InvertedIndex {
    struct Name {
        /// Which of the term's postings.
        var posting: UInt32
        var name: UInt8
        var place: UInt8
        var length: UInt8
    }

    let vocabulary: TermTable
    /// By ordinal, the number in `vocabulary`.
    let order: [Int]
    let pageCount: Int
    /// Postings of ordinal `i` are `starts[i]..<starts[i + 1]`, by page.
    let starts: [Int]
    let pages: [UInt32]
    let impacts: [UInt8]
    /// Places in titles and aliases of ordinal `i`: `nameStarts[i]..<nameStarts[i + 1]`, by posting, name, place.
    let nameStarts: [Int]
    let names: [Name]

    var termCount: Int { order.count }

    func frequency(_ ordinal: Int) -> Int { starts[ordinal + 1] - starts[ordinal] }
    func term(_ ordinal: Int) -> ArraySlice<UInt8> { vocabulary.term(order[ordinal]) }
    func isNamed(_ ordinal: Int) -> Bool { nameStarts[ordinal + 1] > nameStarts[ordinal] }

    /// Renumbers the digests' terms by ordinal, and turns them round. `digests` are in the order of their pages; what only this needs of
    /// them is taken out.
    init(_ digests: inout [PageDigest], _ vocabulary: TermTable) {
        self.vocabulary = vocabulary
        order = vocabulary.sorted()
        pageCount = digests.count
        var ordinals = [UInt32](repeating: 0, count: order.count)
        for (ordinal, number) in order.enumerated() { ordinals[number] = UInt32(ordinal) }
        var counts = [Int](repeating: 0, count: order.count)
        var nameCounts = counts
        for page in digests.indices {
            // As a buffer: the array need be proven ours once, not for each term.
            digests[page].terms.withUnsafeMutableBufferPointer { terms in
                for index in terms.indices {
                    let ordinal = ordinals[Int(terms[index])]
                    terms[index] = ordinal
                    counts[Int(ordinal)] += 1
                }
            }
            for index in digests[page].names.indices {
                let ordinal = ordinals[Int(digests[page].names[index].term)]
                digests[page].names[index].term = ordinal
                nameCounts[Int(ordinal)] += 1
            }
        }
        starts = Self.sums(counts)
        nameStarts = Self.sums(nameCounts)
        (pages, impacts, names) = Self.fill(digests, starts, nameStarts)
        for page in digests.indices { (digests[page].frequencies, digests[page].names) = ([], []) }
    }

    private static func sums(_ counts: [Int]) -> [Int] {
        var sum = 0
        return [0]
            + counts.map {
                sum += $0
                return sum
            }
    }

    private static func fill(_ digests: [PageDigest], _ starts: [Int], _ nameStarts: [Int]) -> ([UInt32], [UInt8], [Name]) {
        let ranking = Ranking(digests)
        var pages = [UInt32](repeating: 0, count: starts[starts.count - 1])
        var impacts = [UInt8](repeating: 0, count: pages.count)
        var names = [Name](repeating: Name(posting: 0, name: 0, place: 0, length: 0), count: nameStarts[nameStarts.count - 1])
        var next = starts
        var nextName = nameStarts
        // Digests are large: one is looked at where it lies, not copied out.
        for page in digests.indices {
            let weights = ranking.weights(of: digests[page])
            for (term, counts) in zip(digests[page].terms, digests[page].frequencies) {
                let place = next[Int(term)]
                pages[place] = UInt32(page)
                impacts[place] = Ranking.impact(counts, weights)
                next[Int(term)] = place + 1
            }
            for name in digests[page].names {
                let term = Int(name.term)
                names[nextName[term]] = Name(
                    posting: UInt32(next[term] - 1 - starts[term]), name: name.name, place: name.place, length: name.length)
                nextName[term] += 1
            }
        }
        return (pages, impacts, names)
    }
}
