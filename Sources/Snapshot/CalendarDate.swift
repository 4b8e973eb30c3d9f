/// A day without a clock or a zone: what frontmatter writes and readers see. It never shifts.
public struct CalendarDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let year: Int
    public let month: Int
    public let day: Int

    /// Fails for a day that the Gregorian calendar does not have, and for years outside 1…9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The first ten characters of an ISO 8601 date or time (`2023-12-08`, `2023-12-08 17:02:02`, `2023-12-08T17:02:02+00:00`).
    public init?(iso text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(11))
        guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        if bytes.count == 11, ![UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]) { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard byte >= 48, byte <= 57 else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// ISO 8601, `2026-11-12`.
    public var description: String {
        String(unsafeUninitializedCapacity: 10) { text in
            func digits(_ value: Int, at place: Int) {
                text[place] = UInt8(48 + value / 10)
                text[place + 1] = UInt8(48 + value % 10)
            }
            text.initialize(repeating: UInt8(ascii: "-"))
            digits(year / 100, at: 0)
            digits(year % 100, at: 2)
            digits(month, at: 5)
            digits(day, at: 8)
            return 10
        }
    }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
