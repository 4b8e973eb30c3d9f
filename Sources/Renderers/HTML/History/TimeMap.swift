import Site
import Snapshot

extension SiteContext {
    /// The versions of a page for machines (RFC 7089, section 5, in the format of RFC 6690): the page, the map itself, and each version with
    /// the moment from which it was there. Addresses are absolute where the site's own is known, else relative to the map.
    func timeMap(of page: SiteHistory.PageHistory, in history: SiteHistory) -> Artifact {
        let record = site.pages[page.page]
        let address = HistoryAddresses.timeMap(record)
        let base = Base(address)
        func place(_ address: String) -> String {
            let href = Href.encode(address)
            return absolute(href) ?? base.to(href)
        }
        let moments = page.versions.map { HTTPDate.text(history.nights[$0.from]) }
        let span = (moments.first ?? "", moments.last ?? "")
        var links = [
            "<\(place(record.address))>;rel=\"original\"",
            "<\(place(address))>;rel=\"self\";type=\"application/link-format\";from=\"\(span.0)\";until=\"\(span.1)\"",
        ]
        for (index, version) in page.versions.enumerated() {
            let ends = (index == 0 ? "first " : "") + (index == page.versions.count - 1 ? "last " : "")
            let target = place(HistoryAddresses.version(record, history.nights[version.from]))
            links.append("<\(target)>;rel=\"\(ends)memento\";datetime=\"\(moments[index])\"")
        }
        return Artifact(address, .bytes(Array((links.joined(separator: ",\n") + "\n").utf8)))
    }
}

/// Moments as HTTP writes them (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// `Mon, 05 Jan 2026 02:30:00 GMT`; midnight where the night tells no time.
    static func text(_ night: VaultPast.Night) -> String {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = night.date
        // 1 March of the year 0 was a Wednesday.
        let weekday = days[(date.dayNumber + 2) % 7]
        let iso = date.description
        return "\(weekday), \(iso.suffix(2)) \(months[date.month - 1]) \(iso.prefix(4)) \(time(night.moment)) GMT"
    }

    private static func time(_ moment: String) -> String {
        let time = moment.utf8.dropFirst(11).prefix(8)
        let isTime = time.count == 8 && time.enumerated().allSatisfy { $0 == 2 || $0 == 5 ? $1 == 0x3A : (48...57).contains($1) }
        return isTime && moment.hasSuffix("Z") ? String(decoding: Array(time), as: UTF8.self) : "00:00:00"
    }
}
