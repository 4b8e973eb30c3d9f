import Testing

@testable import Site

@Suite struct NearestTests {
    private let nearest = Nearest(["Chunking", "Copy-on-write", "Mirror", "Mirrors vs RAID-Z", "ZFS", "ベクトル検索"])

    @Test(arguments: [
        ("Chunkin", "Chunking"), ("Cunhking", "Chunking"), ("chunkings", "Chunking"), ("copy on wirte", "Copy-on-write"),
        ("Miror", "Mirror"),
        ("ベクトル検策", "ベクトル検索"),
    ])
    func oneOrTwoSlipsAreMended(_ pair: (String, String)) { #expect(nearest.title(near: pair.0) == pair.1) }

    @Test(arguments: ["Chalking it", "XFSS", "", "a", "Power budget"])
    func nothingIsInvented(_ text: String) { #expect(nearest.title(near: text) == nil) }

    @Test func distanceCountsASwapOnce() {
        func distance(_ a: String, _ b: String) -> Int {
            Nearest.distance(a.unicodeScalars.map(\.value), b.unicodeScalars.map(\.value), limit: 9)
        }
        #expect(distance("ab", "ba") == 1)
        #expect(distance("kitten", "sitting") == 3)
        #expect(distance("", "abc") == 3)
        #expect(distance("same", "same") == 0)
    }
}
