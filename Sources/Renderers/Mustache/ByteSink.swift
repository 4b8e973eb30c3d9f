/// A growing run of bytes that a document is written into. To append is a comparison and a copy: an array would also ask, at each text, whether
/// anybody shares it.
public struct ByteSink: ~Copyable {
    /// The first `length` of `capacity` bytes are written.
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0
    /// Whether the bytes are its own, and not an array's that is being made.
    private var isOwner = true

    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    private init(into base: UnsafeMutablePointer<UInt8>, _ capacity: Int) {
        (self.base, self.capacity, isOwner) = (base, capacity, false)
    }

    deinit { if isOwner { base.deallocate() } }

    /// What `write` writes, without a copy where it finds room in `capacity`; the array may be larger than what is in it.
    public static func array(capacity: Int, _ write: (inout ByteSink) -> Void) -> [UInt8] {
        var larger: [UInt8]?
        let array = [UInt8](unsafeUninitializedCapacity: max(capacity, 64)) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            var sink = ByteSink(into: base, buffer.count)
            write(&sink)
            if sink.isOwner { larger = sink.array } else { count = sink.length }
        }
        return larger ?? array
    }

    @inlinable public var count: Int { length }
    @inlinable public var isEmpty: Bool { length == 0 }

    @inlinable public var last: UInt8? { length == 0 ? nil : base[length - 1] }

    /// Valid until the next change.
    @inlinable public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: length) }

    /// A copy that is as large as what was written.
    public var array: [UInt8] { Array(bytes) }

    @usableFromInline @inline(never)
    mutating func reserve(_ more: Int) {
        if more <= capacity - length { return }
        let wanted = max(capacity * 2, length + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
        larger.initialize(from: base, count: length)
        if isOwner { base.deallocate() }
        (base, capacity, isOwner) = (larger, wanted, true)
    }

    @inlinable @inline(__always)
    public mutating func append(_ byte: UInt8) {
        if length == capacity { reserve(1) }
        base[length] = byte
        length += 1
    }

    @inlinable
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        // Neither is ever negative, and what both are together was allocated.
        if bytes.count > capacity &- length { reserve(bytes.count) }
        (base + length).initialize(from: start, count: bytes.count)
        length &+= bytes.count
    }

    @inlinable
    public mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    @inlinable @inline(__always)
    public mutating func append(_ text: StaticString) { append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) }

    public mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    public mutating func append(number: Int) {
        if (0..<10).contains(number) { append(UInt8(48 + number)) } else { append(text: String(number)) }
    }

    /// Takes away what lies behind the first `count` bytes.
    public mutating func truncate(to count: Int) {
        if count < length { length = max(count, 0) }
    }

    /// Takes away the blanks at the end, at most back to the first `floor` bytes.
    public mutating func trimBlanks(downTo floor: Int = 0) {
        while length > max(floor, 0), base[length - 1] == 32 { length -= 1 }
    }
}

// Sound because it is the only owner of its bytes, and none of its methods hands them on beyond the call.
extension ByteSink: @unchecked Sendable {}

/// Looks for bytes that cannot be copied as they are, sixteen at once.
public enum ByteScan {
    public typealias Block = SIMD16<UInt8>

    /// Where the first marked byte is, from `start` on; the number of bytes where none is.
    @inlinable @inline(__always)
    public static func first(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ marked: (Block) -> SIMDMask<Block.MaskStorage>
    ) -> Int {
        guard let base = bytes.baseAddress else { return start }
        var at = start
        while bytes.count - at >= Block.scalarCount {
            let place = place(marked(UnsafeRawPointer(base).loadUnaligned(fromByteOffset: at, as: Block.self)))
            if place < Block.scalarCount { return at + place }
            at += Block.scalarCount
        }
        var rest = Block()
        withUnsafeMutableBytes(of: &rest) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[at...])) }
        return min(at + place(marked(rest)), bytes.count)
    }

    /// The first lane that is set, 16 where none is.
    @inlinable @inline(__always)
    static func place(_ mask: SIMDMask<Block.MaskStorage>) -> Int {
        let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        let low = UInt64(littleEndian: halves.x)
        return low != 0 ? low.trailingZeroBitCount / 8 : 8 + UInt64(littleEndian: halves.y).trailingZeroBitCount / 8
    }

    /// Bytes that are `byte` when the bits of `folded` are set.
    @inlinable @inline(__always)
    public static func equal(_ block: Block, _ byte: UInt8, folding folded: UInt8 = 0) -> SIMDMask<Block.MaskStorage> {
        (block | Block(repeating: folded)) .== Block(repeating: byte)
    }
}
