import Mustache

extension MarkdownText {
    // MARK: Blocks

    mutating func beginBlock(_ tag: HTMLTag) {
        if isInCell { return }
        // A callout's title stands behind its kind.
        if continuesLine {
            continuesLine = false
        } else if !isLineStart {
            newLine()
            needsGap = true
        }
    }

    /// `<div>` and its like; callouts are quotations that begin with their kind, as they are written in the vault.
    mutating func container(_ tag: HTMLTag) {
        guard !tag.isClosing else {
            let isCallout = containers.popLast() ?? false
            endBlock()
            if isCallout { closePrefix() }
            return
        }
        let kind = tag.begins(with: " class=\"callout callout-", html) ? tag.value("class", html) : nil
        beginBlock(tag)
        containers.append(kind != nil)
        guard let kind else { return }
        flushGap()
        open(prefix: "> ".utf8)
        put("[!\(kind.dropFirst("callout callout-".count).prefix { $0 != " " })] ")
        continuesLine = true
    }

    mutating func endBlock() {
        if isInCell { return }
        if !isLineStart { newLine() }
        needsGap = !isEmpty
    }

    mutating func quote(_ tag: HTMLTag) {
        if tag.isClosing {
            if !isLineStart { newLine() }
            closePrefix()
            needsGap = true
        } else {
            beginBlock(tag)
            flushGap()
            open(prefix: "> ".utf8)
        }
    }

    mutating func list(_ tag: HTMLTag) {
        if tag.isClosing {
            lists.removeLast(lists.isEmpty ? 0 : 1)
            if !isLineStart { newLine() }
            needsGap = lists.isEmpty
        } else {
            if !isLineStart { newLine() }
            needsGap = needsGap && lists.isEmpty
            lists.append((tag.name == HTMLElement.ol, Int(tag.value("start", html) ?? "") ?? 1))
        }
    }

    mutating func item(_ tag: HTMLTag) {
        if tag.isClosing {
            if isMarkPending { beginLine() }
            if !isLineStart { newLine() }
            closePrefix()
            needsGap = false
            return
        }
        if !isLineStart { newLine() }
        flushGap()
        mark.removeAll(keepingCapacity: true)
        let isNote = tag.begins(with: " id=\"syn-fn-", html)
        if isNote {
            mark += "[^\(tag.value("id", html)?.dropFirst("syn-fn-".count) ?? "")]: ".utf8
        } else if let last = lists.last, last.isOrdered {
            mark += "\(last.number). ".utf8
            lists[lists.count - 1].number += 1
        } else {
            mark += "- ".utf8
        }
        isMarkPending = true
        open(prefix: repeatElement(32, count: isNote ? 4 : mark.count))
    }

    mutating func definition(_ tag: HTMLTag) {
        if tag.isClosing {
            if !isLineStart { newLine() }
            closePrefix()
            needsGap = true
        } else {
            if !isLineStart { newLine() }
            needsGap = false
            mark = Array(": ".utf8)
            isMarkPending = true
            open(prefix: "  ".utf8)
        }
    }

    /// Two marks where the code itself has one.
    mutating func codeSpan(_ tag: HTMLTag) {
        codeDepth += tag.isClosing ? -1 : 1
        if tag.isClosing {
            put(hasMarkInCode ? " ``" : "`")
        } else {
            let end = html.first(UInt8(ascii: "<"), in: at..<html.count)
            hasMarkInCode = html.first(UInt8(ascii: "`"), in: at..<end) < end
            put(hasMarkInCode ? "`` " : "`")
        }
    }

    mutating func code(_ tag: HTMLTag) {
        guard !tag.isClosing else { return }
        beginBlock(tag)
        var language = ""
        let inner = at < html.count && html[at] == UInt8(ascii: "<") ? HTMLTag(html, at: at) : nil
        if let inner, inner.name == HTMLElement.code {
            language = inner.value("class", html).map { $0.hasPrefix("language-") ? String($0.dropFirst(9)) : "" } ?? ""
            at = inner.end
        }
        let text = codeText()
        var fence = "```"
        if text.contains(UInt8(ascii: "`")) {
            // By characters: a mark that another is combined with closes nothing.
            let longest = String(decoding: text, as: UTF8.self).split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
            fence = String(repeating: "`", count: max(3, longest + 1))
        }
        put(fence)
        put(language)
        newLine()
        put(lines: text)
        put(fence)
        while at < html.count, html[at] == UInt8(ascii: "<"), HTMLTag(html, at: at).endsCode { at = HTMLTag(html, at: at).end }
        endBlock()
    }

    /// The text up to where the code ends. Colours of the highlighter are no text.
    private mutating func codeText() -> [UInt8] {
        var text: [UInt8] = []
        while at < html.count {
            if html[at] == UInt8(ascii: "<") {
                let tag = HTMLTag(html, at: at)
                if tag.endsCode { break }
                at = tag.end
            } else if html[at] == UInt8(ascii: "&") {
                let (byte, length) = Self.reference(html[...], at)
                text.append(byte)
                at += length
            } else {
                let end = ByteScan.first(in: html, from: at) {
                    ByteScan.equal($0, UInt8(ascii: "<")) .| ByteScan.equal($0, UInt8(ascii: "&"))
                }
                text.append(contentsOf: UnsafeBufferPointer(rebasing: html[at..<end]))
                at = end
            }
        }
        return text
    }

    /// Each line on one of its own; the last may end in a line feed.
    private mutating func put(lines text: [UInt8]) {
        text.withUnsafeBufferPointer { text in
            var start = 0
            while true {
                var end = text.first(10, in: start..<text.count)
                // A carriage return and a line feed are one character, which ends no line here.
                while end > 0, end < text.count, text[end - 1] == 13 { end = text.first(10, in: (end + 1)..<text.count) }
                if end == text.count, start == end, start > 0 { return }
                beginLine()
                out.append(UnsafeBufferPointer(rebasing: text[start..<end]))
                newLine()
                if end == text.count { return }
                start = end + 1
            }
        }
    }

    // MARK: Tables

    mutating func row(_ tag: HTMLTag) {
        if tag.isClosing {
            out.trimBlanks(downTo: start)
            put(" |")
            isInCell = false
            newLine()
            if isHeaderRow {
                for _ in 0..<cells { put("| --- ") }
                put("|")
                newLine()
            }
        } else {
            if !isLineStart { newLine() }
            (cells, isHeaderRow) = (0, false)
        }
    }

    mutating func cell(_ tag: HTMLTag) {
        isInCell = !tag.isClosing
        guard !tag.isClosing else { return }
        if cells > 0 { out.trimBlanks(downTo: start) }
        put(cells == 0 ? "| " : " | ")
        cells += 1
        isHeaderRow = isHeaderRow || tag.name == HTMLElement.th
    }
}
