/// Finds the longest symbol that begins at a place of a text.
struct SymbolTrie {
    /// 256 children a node, 0 for none.
    private var children: [UInt16] = Array(repeating: 0, count: 256)
    /// Symbol that ends at a node, or −1.
    private var ends: [Int32] = [-1]

    init(_ symbols: [[UInt8]]) {
        for (number, symbol) in symbols.enumerated() {
            var node = 0
            for byte in symbol {
                var child = Int(children[node * 256 + Int(byte)])
                if child == 0 {
                    // Tables have at most 4000 symbols of 20 bytes; what would not fit in 16 bits stays out and is written in parts.
                    guard ends.count < 0xFFFF else { break }
                    child = ends.count
                    children[node * 256 + Int(byte)] = UInt16(child)
                    children.append(contentsOf: repeatElement(0, count: 256))
                    ends.append(-1)
                }
                node = child
            }
            ends[node] = Int32(number)
        }
    }

    /// Looks into the trie without the cost of an array's checks.
    struct Matcher {
        fileprivate let children: UnsafeBufferPointer<UInt16>
        fileprivate let ends: UnsafeBufferPointer<Int32>

        /// The longest symbol at `start`; −1 where none begins.
        @inline(__always)
        func longest(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> (symbol: Int, length: Int) {
            var best = (symbol: -1, length: 0)
            var node = 0
            var index = start
            while index < text.count {
                node = Int(children[node &* 256 &+ Int(text[index])])
                if node == 0 { break }
                index &+= 1
                if ends[node] >= 0 { best = (Int(ends[node]), index &- start) }
            }
            return best
        }
    }

    func withMatcher<Value>(_ body: (Matcher) -> Value) -> Value {
        children.withUnsafeBufferPointer { children in
            ends.withUnsafeBufferPointer { body(Matcher(children: children, ends: $0)) }
        }
    }

    /// The sample in symbols; characters that none covers get numbers from `count` on, in the order met.
    func parse(_ sample: [UInt8], _ count: Int) -> (symbols: [UInt32], literals: [[UInt8]]) {
        sample.withUnsafeBufferPointer { text in withMatcher { Self.parse(text, $0, count) } }
    }

    private static func parse(
        _ text: UnsafeBufferPointer<UInt8>, _ matcher: Matcher, _ count: Int
    ) -> (symbols: [UInt32], literals: [[UInt8]]) {
        var parse: [UInt32] = []
        parse.reserveCapacity(text.count / 2)
        var numbers: [Unicode.Scalar: UInt32] = [:]
        var literals: [[UInt8]] = []
        var index = 0
        while index < text.count {
            let (symbol, length) = matcher.longest(text, index)
            if symbol >= 0 {
                parse.append(UInt32(symbol))
                index += length
                continue
            }
            let (scalar, width) = decode(text, index)
            let number = numbers[scalar] ?? UInt32(count + literals.count)
            if numbers[scalar] == nil {
                numbers[scalar] = number
                literals.append(Array(text[index..<(index + width)]))
            }
            parse.append(number)
            index += width
        }
        return (parse, literals)
    }

    func uses(in sample: [UInt8], _ count: Int) -> [Int] {
        var uses = Array(repeating: 0, count: count)
        for symbol in parse(sample, count).symbols where Int(symbol) < count { uses[Int(symbol)] += 1 }
        return uses
    }
}
