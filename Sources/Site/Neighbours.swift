/// Previous and next within a type, by title.
struct Neighbours: Sendable {
    private var previous: [PageIndex?]
    private var next: [PageIndex?]

    init(order groups: [TypeGroup], pages: Int) {
        previous = Array(repeating: nil, count: pages)
        next = previous
        for group in groups {
            for (left, right) in zip(group.pages, group.pages.dropFirst()) {
                next[left] = right
                previous[right] = left
            }
        }
    }

    func around(_ page: PageIndex) -> (previous: PageIndex?, next: PageIndex?) { (previous[page], next[page]) }
}
