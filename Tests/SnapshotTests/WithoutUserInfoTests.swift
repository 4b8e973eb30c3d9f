import Snapshot
import Testing

@Suite("User info of addresses")
struct WithoutUserInfoTests {
    @Test(
        "is told of no address, whatever is wrong with it",
        arguments: [
            ("http://ada:PW@host", "http://…@host"),
            ("https://PW@host/api", "https://…@host/api"),
            ("cannot read 'http://ada:P@W@host:80/x'", "cannot read 'http://…@host:80/x'"),
            ("http://ada:P/W@host", "http://…@host"),
            ("http://ada:P W@host", "http://…@host"),
            ("ada:PW@host", "…@host"),
            ("ada:P/W:x@host/wiki", "…@host/wiki"),
            ("no such folder: 'ada:PW@host'", "no such folder: '…@host'"),
            ("/srv/ada:PW@host/manifest.json", "/srv/…@host/manifest.json"),
            ("from https://a.example to https://ada:PW@b.example", "from https://a.example to https://…@b.example"),
        ])
    func told(_ text: String, _ expected: String) {
        let shown = withoutUserInfo(text)
        #expect(shown == expected)
        #expect(!shown.contains("PW"))
        #expect(!SnapshotError(.usage, text).description.contains("PW"))
    }

    @Test(
        "what is none stays as it is",
        arguments: [
            "https://wiki.example.org/a", "wiki/Note: ask ada@example.org.md", "ada@host", "nightly.yml:12", "a: b", "", "@", ":@", "x:@y",
            "https://", "Grüße: 你好",
        ])
    func untouched(_ text: String) { #expect(withoutUserInfo(text) == text) }
}
