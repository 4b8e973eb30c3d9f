import CSystem
import Testing

@testable import Publishing

@Suite struct OutputMarkerTests {
    /// The list that is put in by hand is the encoder's own, whatever files are called, and is read back as it was.
    @Test(arguments: [
        [], ["a.html"], ["a.html", "b/c.html"],
        ["\"\"", "\"\",\n    \"\"", "a\\b", "a\u{1}b", "Größe/エー.html", "e\u{301}.html", "</script>", "~/x y"],
    ])
    func isWrittenAsTheEncoderWritesIt(_ files: [String]) throws {
        let folder = try TemporaryFolder()
        let marker = OutputMarker(kind: .site, complete: true, files: files, packing: "zlib \"\"")
        let opened = syn_open_at(AT_FDCWD, folder.path, O_RDONLY | O_DIRECTORY, 0)
        defer { close(opened) }
        try marker.write(inFolder: opened, at: folder.path)
        let bytes = try #require(readFile("\(folder.path)/\(OutputMarker.fileName)"))
        #expect(bytes == (try encodedJSON(marker)))
        #expect(OutputMarker(bytes) == marker)
    }

    @Test func whatIsNoMarkerIsNone() {
        for text in [
            "", "{}", "[]", "{\"tool\":\"other\",\"format\":1,\"kind\":\"site\",\"complete\":true,\"files\":[]}",
            "{\"tool\":\"synapse-publish\",\"format\":1,\"kind\":\"none\",\"complete\":true,\"files\":[]}",
            "{\"tool\":\"synapse-publish\",\"format\":1,\"kind\":\"site\",\"complete\":true}",
        ] { #expect(OutputMarker(Array(text.utf8)) == nil, "\(text)") }
    }
}
