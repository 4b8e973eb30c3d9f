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
            if isCallout { prefixes.removeLast(prefixes.isEmpty ? 0 : 1) }
            return
        }
        let kind = tag.begins(with: " class=\"callout callout-", html) ? tag.value("class", html) : nil
        beginBlock(tag)
        containers.append(kind != nil)
        guard let kind else { return }
        flushGap()
        prefixes.append(Array("> ".utf8))
        put("[!\(kind.dropFirst("callout callout-".count).prefix { $0 != " " })] ")
        continuesLine = true
    }

    mutating func endBlock() {
        if isInCell { return }
        if !isLineStart { newLine() }
        needsGap = !out.isEmpty
    }

    mutating func quote(_ tag: HTMLTag) {
        if tag.isClosing {
            if !isLineStart { newLine() }
            prefixes.removeLast(prefixes.isEmpty ? 0 : 1)
            needsGap = true
        } else {
            beginBlock(tag)
            flushGap()
            prefixes.append(Array("> ".utf8))
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
            if pendingMark != nil { beginLine() }
            if !isLineStart { newLine() }
            prefixes.removeLast(prefixes.isEmpty ? 0 : 1)
            needsGap = false
            return
        }
        if !isLineStart { newLine() }
        let mark: String
        if tag.begins(with: " id=\"syn-fn-", html) {
            mark = "[^\(tag.value("id", html)?.dropFirst("syn-fn-".count) ?? "")]: "
        } else if let last = lists.last, last.isOrdered {
            mark = "\(last.number). "
            lists[lists.count - 1].number += 1
        } else {
            mark = "- "
        }
        flushGap()
        pendingMark = Array(mark.utf8)
        prefixes.append([UInt8](repeating: 32, count: mark.hasPrefix("[^") ? 4 : mark.utf8.count))
    }

    mutating func definition(_ tag: HTMLTag) {
        if tag.isClosing {
            if !isLineStart { newLine() }
            prefixes.removeLast(prefixes.isEmpty ? 0 : 1)
            needsGap = true
        } else {
            if !isLineStart { newLine() }
            needsGap = false
            pendingMark = Array(": ".utf8)
            prefixes.append([32, 32])
        }
    }

    /// Two marks where the code itself has one.
    mutating func codeSpan(_ tag: HTMLTag) {
        codeDepth += tag.isClosing ? -1 : 1
        if tag.isClosing {
            put(hasMarkInCode ? " ``" : "`")
        } else {
            hasMarkInCode = html[at...].prefix { $0 != UInt8(ascii: "<") }.contains(UInt8(ascii: "`"))
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
        // Colours of the highlighter are no text.
        var bytes: [UInt8] = []
        while at < html.count {
            guard html[at] == UInt8(ascii: "<") else {
                let (byte, length) = Self.reference(html[...], at)
                bytes.append(byte)
                at += length
                continue
            }
            let tag = HTMLTag(html, at: at)
            if tag.endsCode { break }
            at = tag.end
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        put(fence + language)
        newLine()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0) {
            put(String(line))
            newLine()
        }
        put(fence)
        while at < html.count, html[at] == UInt8(ascii: "<"), HTMLTag(html, at: at).endsCode { at = HTMLTag(html, at: at).end }
        endBlock()
    }

    // MARK: Tables

    mutating func row(_ tag: HTMLTag) {
        if tag.isClosing {
            while out.last == 32 { out.removeLast() }
            put(" |")
            isInCell = false
            newLine()
            if isHeaderRow {
                put(String(repeating: "| --- ", count: cells) + "|")
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
        while cells > 0, out.last == 32 { out.removeLast() }
        put(cells == 0 ? "| " : " | ")
        cells += 1
        isHeaderRow = isHeaderRow || tag.name == HTMLElement.th
    }
}
