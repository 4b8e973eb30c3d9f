public import Snapshot

/// Which night: the day in UTC on which the vault was pulled, `2026-11-30`; a second one of that day is `2026-11-30.2`.
public struct NightName: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let date: CalendarDate
    /// From 1.
    public let number: Int

    public init(_ date: CalendarDate, number: Int = 1) {
        self.date = date
        self.number = number
    }

    /// As `description` writes it; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let date = CalendarDate(iso: text.prefix(10)) else { return nil }
        let rest = text.dropFirst(10)
        if rest.isEmpty {
            self.init(date)
        } else {
            guard rest.first == ".", let number = Int(rest.dropFirst()), number > 1, rest.dropFirst() == String(number) else { return nil }
            self.init(date, number: number)
        }
    }

    public var description: String { number == 1 ? date.description : "\(date).\(number)" }

    public static func < (left: NightName, right: NightName) -> Bool {
        (left.date, left.number) < (right.date, right.number)
    }
}
