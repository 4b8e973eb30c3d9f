/// Which nights stay: of each of the last so many days, weeks, months and years that have any, the last night. The last night of all stays always.
public struct KeepRules: Sendable, Equatable {
    public enum Period: String, Sendable, CaseIterable { case last, daily, weekly, monthly, yearly }

    /// Nil for all of them; a period that is not there keeps nothing.
    public private(set) var counts: [Period: Int?] = [:]

    /// `daily=30,weekly=12,monthly=24,yearly=all`, in any order; `last=7` keeps the last seven nights. Nil for anything else.
    public init?(_ text: String) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, let period = Period(rawValue: sides[0]), counts[period] == nil else { return nil }
            if sides[1] == "all" {
                counts[period] = .some(nil)
            } else {
                guard let count = Int(sides[1]), count >= 0 else { return nil }
                counts[period] = count
            }
        }
    }

    /// - Parameter nights: oldest first.
    func kept(of nights: [NightName]) -> Set<NightName> {
        var kept = Set(nights.suffix(1))
        for (period, count) in counts {
            var keys: Set<[Int]> = []
            for night in nights.reversed() {
                if let count, keys.count >= count { break }
                if keys.insert(Self.key(of: night, period)).inserted { kept.insert(night) }
            }
        }
        return kept
    }

    private static func key(of night: NightName, _ period: Period) -> [Int] {
        let date = night.date
        switch period {
        case .last: return [date.year, date.month, date.day, night.number]
        case .daily: return [date.year, date.month, date.day]
        case .weekly: return [weekNumber(year: date.year, month: date.month, day: date.day)]
        case .monthly: return [date.year, date.month]
        case .yearly: return [date.year]
        }
    }

    /// Weeks from Monday to Sunday, counted from the one of 1 January of the year 1, a Monday of the Gregorian calendar.
    private static func weekNumber(year: Int, month: Int, day: Int) -> Int {
        // Days before 1 March of a year that begins in March, so that a leap day comes last.
        let (shifted, offset) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * offset + 2) / 5 + day - 1
        return (days - 306) / 7
    }
}
