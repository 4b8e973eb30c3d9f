import Testing

@testable import Snapshot

@Suite struct ByteCodingTests {
    @Test func numbersAreSevenBitsAByte() {
        var writer = ByteWriter()
        for number in [0, 127, 128, 300, -1] { writer.write(number) }
        #expect(writer.bytes == [0, 0x7F, 0x80, 1, 0xAC, 2] + [UInt8](repeating: 0xFF, count: 9) + [1])
    }

    @Test func whatIsWrittenIsRead() throws {
        var writer = ByteWriter()
        writer.write(Int.max)
        writer.write("ünï")
        writer.write(["a", ""])
        writer.write(nil as String?)
        writer.write(CalendarDate(year: 2024, month: 2, day: 29))
        writer.write([7, -7])
        writer.write([1, 2] as [UInt8])
        writer.write(word: 0x0102_0304_0506_0708)
        try writer.bytes.withUnsafeBufferPointer { raw in
            var reader = ByteReader(raw)
            let (number, text, texts) = (try reader.number(), try reader.text(), try reader.texts())
            #expect(number == .max && text == "ünï" && texts == ["a", ""])
            let (none, date, numbers, block) = (try reader.optionalText(), try reader.date(), try reader.numbers(), try reader.block())
            #expect(none == nil && date == CalendarDate(year: 2024, month: 2, day: 29) && numbers == [7, -7] && block == [1, 2])
            let word = try reader.word()
            #expect(word == 0x0102_0304_0506_0708 && reader.isAtEnd)
            #expect((try? reader.flag()) == nil)
        }
    }

    @Test(arguments: [
        [5, 1], [0xFF], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
    ])
    func lengthsBeyondTheEndAreDamage(bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { raw in
            var texts = ByteReader(raw)
            #expect((try? texts.text()) == nil)
            var lists = ByteReader(raw)
            #expect((try? lists.texts()) == nil)
        }
    }
}
