#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Bytes under one's hand, for pointers into C strings and arrays that live long enough.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// A growing run of bytes. Appending is a bounds check and a copy: the writer does it millions of times a run.
struct ByteBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 4096) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    var isEmpty: Bool { count == 0 }
    var last: UInt8? { count == 0 ? nil : base[count - 1] }

    /// Valid until the next mutation.
    var bytes: Bytes { Bytes(start: base, count: count) }

    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        var wanted = capacity * 2
        while wanted < count + more { wanted *= 2 }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
        capacity = wanted
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == capacity { reserve(1) }
        base[count] = byte
        count += 1
    }

    mutating func append(_ bytes: Bytes) {
        guard let start = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(bytes.count)
        memcpy(base + count, start, bytes.count)
        count += bytes.count
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends `bytes`, but for those that `isSpecial` finds, which are handed to `otherwise`; controls behind one are too, since markers
    /// come in runs.
    @inline(__always)
    mutating func append(
        _ bytes: Bytes, isSpecial: (Lane.Block) -> Lane.Mask, otherwise: (inout ByteBuffer, UInt8) -> Void
    ) {
        guard let start = bytes.baseAddress else { return }
        var at = 0
        while at < bytes.count {
            // All sixteen of a lane are copied; those that do not count are written over.
            reserve(bytes.count &- at &+ Lane.width)
            var plain = Lane.width
            while plain == Lane.width, at < bytes.count {
                let lane = Lane.load(start + at, bytes.count &- at)
                UnsafeMutableRawPointer(base + count).storeBytes(of: lane, as: Lane.Block.self)
                plain = Lane.first(isSpecial(lane))
                let length = min(plain, bytes.count &- at)
                count &+= length
                at &+= length
            }
            guard at < bytes.count else { return }
            repeat {
                otherwise(&self, start[at])
                at &+= 1
            } while at < bytes.count && start[at] < 0x20
        }
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append(number: Int) {
        append(text: String(number))
    }

    mutating func truncate(to length: Int) {
        if length < count { count = length }
    }

    mutating func removeAll() { count = 0 }
}

extension UInt8 {
    var isASCIIAlpha: Bool { (self | 0x20) &- 0x61 < 26 }
    var isASCIIDigit: Bool { self &- 0x30 < 10 }
    var isASCIIAlphanumeric: Bool { isASCIIAlpha || isASCIIDigit }
    var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    var isMarkdownSpace: Bool { self == 0x20 || self &- 9 < 5 }
    var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIIAlphanumeric }
    var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension Bytes {
    func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard offset >= 0, offset + length <= count, let base = baseAddress else { return false }
        return memcmp(base + offset, text.utf8Start, length) == 0
    }

    func first(_ byte: UInt8, from offset: Int = 0) -> Int? {
        guard offset < count, let base = baseAddress, let found = memchr(base + offset, Int32(byte), count - offset) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Where these bytes, a slice of `whole`, begin in it.
    func startIndex(in whole: Bytes) -> Int {
        guard let start = baseAddress, let base = whole.baseAddress else { return 0 }
        return start - base
    }

    func slice(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

    var trimmed: Bytes {
        var low = 0
        var high = count
        while low < high, self[low].isMarkdownSpace { low += 1 }
        while high > low, self[high - 1].isMarkdownSpace { high -= 1 }
        return slice(low..<high)
    }

    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        let other = Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard count == other.count else { return false }
        for index in 0..<count where self[index].asciiLowercased != other[index].asciiLowercased { return false }
        return true
    }
}
