/// Bits, the first one in the highest place of a byte.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// The low `width` bits of `value`, at most 32.
    mutating func write(_ value: Int, width: Int) {
        pending = pending << UInt64(width) | UInt64(value)
        count += width
        while count >= 8 {
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(count)))
        }
    }

    /// `value` ones, then a zero.
    mutating func writeUnary(_ value: Int) {
        var rest = value
        while rest >= 16 {
            write(0xFFFF, width: 16)
            rest -= 16
        }
        write((1 << rest - 1) << 1, width: rest + 1)
    }

    /// Golomb–Rice: the quotient by 2^k in unary, the remainder in k bits. From 0.
    mutating func writeRice(_ value: Int, _ k: Int) {
        writeUnary(value >> k)
        if k > 0 { write(value & (1 << k - 1), width: k) }
    }

    /// Elias gamma. From 1.
    mutating func writeGamma(_ value: Int) {
        let length = Int.bitWidth - 1 - value.leadingZeroBitCount
        writeUnary(length)
        if length > 0 { write(value & (1 << length - 1), width: length) }
    }

    mutating func finish() {
        if count > 0 { write(0, width: 8 - count) }
    }
}

/// `floor(log2(value))`, from 1.
func binaryLogarithm(_ value: Int) -> Int { Int.bitWidth - 1 - value.leadingZeroBitCount }

enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// RFC 4648, section 4.
    static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4 + 8)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let word =
                Int(bytes[index]) << 16 | (left > 1 ? Int(bytes[index + 1]) << 8 : 0) | (left > 2 ? Int(bytes[index + 2]) : 0)
            text.append(digits[word >> 18])
            text.append(digits[word >> 12 & 63])
            text.append(left > 1 ? digits[word >> 6 & 63] : UInt8(ascii: "="))
            text.append(left > 2 ? digits[word & 63] : UInt8(ascii: "="))
            index += 3
        }
    }
}
