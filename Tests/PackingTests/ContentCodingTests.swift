import Packing
import Testing

@Suite struct ContentCodingTests {
    private static let text = Array(String(repeating: "A page about snapshots, pools and restores. ", count: 200).utf8)

    @Test(arguments: ContentCoding.allCases) func whatIsPackedIsTheSameAgain(_ coding: ContentCoding) throws {
        let packed = try #require(coding.packed(Self.text))
        #expect(packed.count < Self.text.count / 20)
        let back = coding == .gzip ? inflated(packed[...], atMost: 1 << 20) : unbrotlied(packed, atMost: 1 << 20)
        #expect(back == Self.text)
        #expect(coding.packed(Self.text) == packed)
        #expect(unbrotlied(Array(packed.dropLast(3)), atMost: 1 << 20) == nil)
    }

    @Test func gzipHasNoClockAndNoSystem() throws {
        let packed = try #require(ContentCoding.gzip.packed(Self.text))
        // RFC 1952, section 2.3: magic, deflate, no flags, no time, best compression, unknown system.
        #expect(Array(packed[..<10]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255])
    }

    @Test(arguments: ContentCoding.allCases) func whatIsNotSmallerIsNotPacked(_ coding: ContentCoding) {
        #expect(coding.packed([]) == nil && coding.packed(Array("x".utf8)) == nil)
        var dice = SystemRandomNumberGenerator()
        #expect(coding.packed((0..<4000).map { _ in .random(in: 0...255, using: &dice) }) == nil)
    }

    @Test func moreThanIsWantedIsNotUnpacked() throws {
        let packed = try #require(ContentCoding.brotli.packed([UInt8](repeating: 65, count: 1 << 20)))
        #expect(unbrotlied(packed, atMost: 1 << 16) == nil && unbrotlied(packed, atMost: 1 << 20)?.count == 1 << 20)
    }
}
