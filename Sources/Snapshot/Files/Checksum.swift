/// Tells whether bytes are those that were written, and stands for them in a key: 64 bits, quick, and nothing for secrets. Four lanes of
/// multiplications to 128 bits whose halves are folded, as hash functions of the wyhash family do.
package func checksum(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { checksum($0) } }

package func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    func word(_ place: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) }
    func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
    // Odd numbers with as many ones as zeros, so that a lane of zeros is moved too.
    let (a, b): (UInt64, UInt64) = (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)
    var lanes: (UInt64, UInt64) = (UInt64(bytes.count) ^ a, b)
    var place = 0
    while place + 32 <= bytes.count {
        lanes.0 = mixed(word(place) ^ lanes.0 ^ a, word(place + 8) ^ b)
        lanes.1 = mixed(word(place + 16) ^ lanes.1 ^ b, word(place + 24) ^ a)
        place += 32
    }
    var sum = mixed(lanes.0 ^ b, lanes.1 ^ a)
    while place < bytes.count {
        let count = min(8, bytes.count - place)
        var rest: UInt64 = 0
        for index in 0..<count { rest |= UInt64(bytes[place + index]) << (8 * index) }
        sum = mixed(sum ^ rest ^ a, b ^ UInt64(count))
        place += count
    }
    return sum
}
