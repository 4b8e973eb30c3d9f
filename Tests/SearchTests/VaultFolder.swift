import Foundation
import Search
import Site

/// A folder of Markdown as search input: good enough to measure an index with, not a Markdown parser.
enum VaultFolder {
    static func inputs(of folder: String) -> [SearchInput] {
        let files = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".md") }
        return files.sorted().enumerated().map { page, file in
            let text = (try? String(contentsOfFile: folder + "/" + file, encoding: .utf8)) ?? ""
            return input(page, String(file.dropLast(3)), text)
        }
    }

    static func input(_ page: Int, _ path: String, _ markdown: String) -> SearchInput {
        var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var front: [String: String] = [:]
        if lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") {
            for line in lines[1..<end] {
                guard let colon = line.firstIndex(of: ":") else { continue }
                front[String(line[..<colon])] = unquoted(line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
            }
            lines = lines[(end + 1)...]
        }
        let tags = list(front["tags"])
        let title = front["title"] ?? path.split(separator: "/").last.map(String.init) ?? path
        var input = SearchInput(
            page: page, address: path + ".html", title: title, aliases: list(front["aliases"]), type: front["type"],
            domain: front["domain"] ?? tags.first { $0.hasPrefix("domain/") }.map { String($0.dropFirst(7)) },
            tags: tags.filter { !$0.hasPrefix("domain/") })
        readBody(lines, &input)
        return input
    }

    private static func readBody(_ lines: ArraySlice<Substring>, _ input: inout SearchInput) {
        var isCode = false
        var paragraph = ""
        input.sections = [SearchInput.Section(heading: "", id: "", end: 0)]
        func flush() {
            if !paragraph.isEmpty { input.text += Array((paragraph + "\n").utf8) }
            paragraph = ""
            input.sections[input.sections.count - 1].end = input.text.count
        }
        for line in lines {
            if line.hasPrefix("```") || line == "$$" {
                isCode.toggle()
                continue
            }
            if isCode { continue }
            if line.hasPrefix("#"), let space = line.firstIndex(of: " ") {
                flush()
                let heading = plain(line[space...].trimmingCharacters(in: .whitespaces))
                if heading == input.title { continue }
                input.sections.append(
                    SearchInput.Section(
                        heading: heading, id: heading.lowercased().replacingOccurrences(of: " ", with: "-"), end: input.text.count))
            } else if line.isEmpty || line.hasPrefix("- ") || line.hasPrefix("|") {
                flush()
                paragraph = plain(line)
            } else {
                paragraph += (paragraph.isEmpty ? "" : " ") + plain(line)
            }
        }
        flush()
    }

    /// Without the commonest markup: `[[a|b]]`, `[a](b)`, emphasis, code marks, list and quote marks, table pipes.
    private static func plain(_ line: some StringProtocol) -> String {
        var text: [UInt8] = []
        let bytes = Array(line.utf8)
        var index = 0
        var linkStart = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            index += 1
            switch byte {
            case UInt8(ascii: "["): linkStart = text.count
            case UInt8(ascii: "|") where next != UInt8(ascii: " ") && linkStart > 0: text.removeSubrange(linkStart...)
            case UInt8(ascii: "]"):
                linkStart = 0
                guard next == UInt8(ascii: "(") else { break }
                while index < bytes.count, bytes[index] != UInt8(ascii: ")") { index += 1 }
                index += 1
            case UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "!"): break
            case UInt8(ascii: "="), UInt8(ascii: "~"): if next == byte { index += 1 } else { text.append(byte) }
            case UInt8(ascii: "-"), UInt8(ascii: ">"), UInt8(ascii: " "): if !text.isEmpty { text.append(byte) }
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func list(_ value: String?) -> [String] {
        guard let value else { return [] }
        return value.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).split(separator: ",").map {
            unquoted($0.trimmingCharacters(in: .whitespaces))
        }
    }

    private static func unquoted(_ value: String) -> String {
        guard value.count > 1, let first = value.first, first == value.last, first == "\"" || first == "'" else { return value }
        return value.dropFirst().dropLast().replacingOccurrences(of: "\\\"", with: "\"")
    }
}
