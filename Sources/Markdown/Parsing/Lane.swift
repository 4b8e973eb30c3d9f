/// Sixteen bytes that are looked at together. Words are read as little-endian machines have them, which is all that Swift runs on.
enum Lane {
    typealias Block = SIMD16<UInt8>
    /// One element a byte.
    typealias Mask = SIMDMask<SIMD16<Int8>>

    static let width = 16

    /// The bytes at `base`, of which `count`, at least one, may be read: sixteen, or all and zeros after them.
    @inline(__always)
    static func load(_ base: UnsafePointer<UInt8>, _ count: Int) -> Block {
        let raw = UnsafeRawPointer(base)
        if count >= width { return raw.loadUnaligned(as: Block.self) }
        // Two reads that overlap: each byte comes to its own place.
        var words = SIMD2<UInt64>()
        if count >= 8 {
            words[0] = raw.loadUnaligned(as: UInt64.self)
            words[1] = raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self) &>> UInt64(8 &* (width &- count) & 63)
            if count == 8 { words[1] = 0 }
        } else if count >= 4 {
            let high = raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            words[0] = UInt64(raw.loadUnaligned(as: UInt32.self)) | UInt64(high) &<< UInt64(8 &* (count &- 4))
        } else {
            let (middle, last) = (count / 2, count &- 1)
            words[0] = UInt64(base[0]) | UInt64(base[middle]) &<< UInt64(8 &* middle) | UInt64(base[last]) &<< UInt64(8 &* last)
        }
        return unsafeBitCast(words, to: Block.self)
    }

    /// Offset of the first byte that `mask` has; `width` where it has none.
    @inline(__always)
    static func first(_ mask: Mask) -> Int {
        let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        if words[0] != 0 { return words[0].trailingZeroBitCount &>> 3 }
        return 8 &+ words[1].trailingZeroBitCount &>> 3
    }

    /// Offset after the last byte that `mask` has; 0 where it has none.
    @inline(__always)
    static func end(_ mask: Mask) -> Int {
        let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        if words[1] != 0 { return width &- words[1].leadingZeroBitCount &>> 3 }
        return 8 &- words[0].leadingZeroBitCount &>> 3
    }
}

/// By a vector, since Swift compares with a number one byte after the other.
extension SIMD16<UInt8> {
    @inline(__always)
    func equal(_ byte: UInt8) -> Lane.Mask { self .== SIMD16(repeating: byte) }

    @inline(__always)
    func below(_ byte: UInt8) -> Lane.Mask { self .< SIMD16(repeating: byte) }

    @inline(__always)
    func above(_ byte: UInt8) -> Lane.Mask { self .> SIMD16(repeating: byte) }
}

extension Bytes {
    /// Offset of the first byte from `start` on that `test` finds; `count` where it finds none.
    @inline(__always)
    func firstIndex(from start: Int, _ test: (Lane.Block) -> Lane.Mask) -> Int {
        guard let base = baseAddress, start >= 0 else { return start }
        var at = start
        while at < count {
            let found = at &+ Lane.first(test(Lane.load(base + at, count &- at)))
            if found < Swift.min(at &+ Lane.width, count) { return found }
            at &+= Lane.width
        }
        return count
    }
}
