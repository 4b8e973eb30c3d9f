import Markdown
import Testing

@Suite struct ThreadTests {
    /// cmark keeps one table a process of the bytes at which text stops; a page's end on one thread must not change another's.
    @Test func pagesOnManyThreadsAreRenderedAlike() async {
        let texts = (0..<32).map { index in
            (0..<60).map {
                "~~gone \($0)~~ ==mark \(index)== [[a|b]] $x_\($0)$ #tag www.example.org https://e.org %%c%% x^[n]\n\n| a | b |\n|-|-|\n| ~~1~~ | [[c|d]] |\n"
            }
            .joined()
        }
        let expected = texts.map { html($0) }
        #expect(expected[0].contains("<del>gone 59</del>") && expected[0].contains("<mark>mark 0</mark>"))
        let wrong = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var wrong = 0
                    for _ in 0..<12 {
                        for index in texts.indices where html(texts[index]) != expected[index] { wrong += 1 }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
