import CCmark
import Foundation

// cmark-gfm's own HTML of pages, for the tests to compare with. In a process of its own, because cmark's extensions share one table a
// process, and its own ones take out of it at each page's end what the module under test needs there.
//
// Input: for each page its length in bytes as a decimal number, a line feed, the page. Output: the same of its HTML.

cmark_gfm_core_extensions_ensure_registered()
let input = FileHandle.standardInput.readDataToEndOfFile()
var at = input.startIndex
while at < input.endIndex, let newline = input[at...].firstIndex(of: 0x0A),
    let length = Int(String(decoding: input[at..<newline], as: UTF8.self)), newline + 1 + length <= input.endIndex
{
    let page = input[newline + 1..<newline + 1 + length]
    at = newline + 1 + length
    let html = render(page)
    FileHandle.standardOutput.write(Data("\(html.utf8.count)\n".utf8) + Data(html.utf8))
}

func render(_ page: Data) -> String {
    let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough", "autolink", "tasklist"] {
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
    }
    page.withUnsafeBytes { bytes in
        cmark_parser_feed(parser, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
    let tree = cmark_parser_finish(parser)
    defer { cmark_node_free(tree) }
    guard let html = cmark_render_html(tree, CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser)) else { return "" }
    defer { free(html) }
    return String(cString: html)
}
