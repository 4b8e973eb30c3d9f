import Testing

@testable import Site

@Suite struct SortKeyTests {
    @Test func numbersAreSortedByTheirValue() {
        let titles = [
            "§ 10a", "§ 2", "§ 1", "§ 100", "§ 10", "Vol 007", "vol 6", "Ä 3", "a 20", "2", "12", "Z", "10000000000000", "9999999999999",
        ]
        let sorted = titles.sorted { Slug.sortKey($0).lexicographicallyPrecedes(Slug.sortKey($1)) }
        #expect(
            sorted == [
                "2", "12", "9999999999999", "10000000000000", "Ä 3", "a 20", "vol 6", "Vol 007", "Z", "§ 1", "§ 2", "§ 10", "§ 10a",
                "§ 100",
            ])
    }
}
