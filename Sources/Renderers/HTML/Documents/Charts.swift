import Site
import Snapshot

/// The small charts of home, as the inside of an `<svg>`. Colours come from classes.
enum Charts {
    /// A stacked bar of 1000 by 8 units: one part a type, two units apart, none thinner than three.
    static func stack(_ parts: [(key: String, count: Int)]) -> String {
        let total = parts.reduce(0) { $0 + $1.count }
        guard total > 0 else { return "" }
        let gap = 3
        let least = 3
        let room = max(1, 1000 - gap * (parts.count - 1) - least * parts.count)
        var x = 0
        var out = ""
        for part in parts {
            let width = least + room * part.count / total
            out += "<rect class=\"fill t-\(part.key)\" x=\"\(x)\" width=\"\(width)\" height=\"8\"/>"
            x += width + gap
        }
        return out
    }

    struct Growth {
        let svg: String
        let from: CalendarDate
        let to: CalendarDate
        let count: Int
    }

    /// Pages over time, from the day each was made, as a line over an area of 320 by 72 units; nil where they all came within a day.
    static func growth(_ pages: [Page]) -> Growth? {
        let dates = pages.compactMap { $0.created ?? $0.updated }.sorted()
        guard let from = dates.first, let to = dates.last, dates.count > 2 else { return nil }
        let (start, end) = (from.dayNumber, to.dayNumber)
        guard end > start else { return nil }
        let steps = min(48, end - start)
        var points: [String] = []
        var index = 0
        for step in 0...steps {
            let day = start + (end - start) * step / steps
            while index < dates.count, dates[index].dayNumber <= day { index += 1 }
            let y = 68 - 62 * index / dates.count
            points.append("\(320 * step / steps) \(y)")
        }
        let line = points.joined(separator: "L")
        return Growth(
            svg: "<path class=\"area\" d=\"M0 72L\(line)L320 72z\"/><path class=\"line\" d=\"M\(line)\"/>", from: from, to: to,
            count: dates.count)
    }

    /// A figure over time as a line over an area of 320 by 72 units, from nothing at the bottom; side by side where all are of one day.
    static func course(_ points: [(date: CalendarDate, value: Int)]) -> String {
        guard let first = points.first, let last = points.last, let most = points.map(\.value).max(), points.count > 1 else { return "" }
        let (start, days) = (first.date.dayNumber, last.date.dayNumber - first.date.dayNumber)
        let places = points.enumerated().map { index, point in
            let x = days > 0 ? 320 * (point.date.dayNumber - start) / days : 320 * index / (points.count - 1)
            return "\(x) \(68 - 62 * point.value / max(1, most))"
        }
        let line = places.joined(separator: "L")
        return "<path class=\"area\" d=\"M0 72L\(line)L320 72z\"/><path class=\"line\" d=\"M\(line)\"/>"
    }

    /// The vault's own hubs and the links between them, at their stored places, fitted into the right part of 480 by 240 units.
    static func constellation(_ graph: SiteGraph, limit: Int = 72) -> String {
        let order = graph.nodes.indices.sorted { left, right in
            let (a, b) = (graph.nodes[left], graph.nodes[right])
            return a.degree == b.degree ? left < right : a.degree > b.degree
        }
        let shown = order.prefix(limit).filter { graph.nodes[$0].x.isFinite && graph.nodes[$0].y.isFinite }
        guard shown.count > 3 else { return "" }
        let xs = shown.map { graph.nodes[$0].x }
        let ys = shown.map { graph.nodes[$0].y }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(), right > left, bottom > top else {
            return ""
        }
        let scale = min(300 / (right - left), 260 / (bottom - top))
        guard scale.isFinite else { return "" }
        var place: [Int: (x: Int, y: Int)] = [:]
        for node in shown {
            let x = 330 + (graph.nodes[node].x - (left + right) / 2) * scale
            let y = 120 + (graph.nodes[node].y - (top + bottom) / 2) * scale
            place[node] = (Int(x.rounded()), Int(y.rounded()))
        }
        var lines = ""
        var drawn = 0
        for edge in graph.edges where drawn < 140 {
            guard let from = place[Int(edge.source)], let to = place[Int(edge.target)] else { continue }
            lines += "M\(from.x) \(from.y)L\(to.x) \(to.y)"
            drawn += 1
        }
        let most = Double(graph.nodes[shown[0]].degree)
        let discs = shown.map { node in
            let point = place[node] ?? (0, 0)
            let radius = 15 + 45 * (Double(graph.nodes[node].degree) / max(1, most)).squareRoot()
            let tenths = Int(radius.rounded())
            return "<circle cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"\(tenths / 10).\(tenths % 10)\"/>"
        }
        return "<path d=\"\(lines)\"/>" + discs.joined()
    }
}

extension CalendarDate {
    /// Days since 1 March of the year 0, in the proleptic Gregorian calendar.
    var dayNumber: Int {
        let y = month <= 2 ? year - 1 : year
        let m = (month + 9) % 12
        return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1
    }
}
