extension InlineScanner {
    /// `$x$` and `$$x$$`. Money is not mathematics: an opening `$` has text after it, a closing one has text before it and no digit
    /// after it (the rule of Pandoc's manual, section "Extension: tex_math_dollars").
    func math() -> OpaquePointer? {
        byte(1) == 0x24 ? displayMath() : inlineMath()
    }

    private func inlineMath() -> OpaquePointer? {
        let first = byte(1)
        guard first != 0, !first.isMarkdownSpace else { return nil }
        var at = start + 1
        while at < text.count {
            switch text[at] {
            case 0x5C: at += 1
            case 0x60: return nil
            case 0x24:
                let next = at + 1 < text.count ? text[at + 1] : 0
                if text[at - 1].isMarkdownSpace || next.isASCIIDigit || next == 0x24 { return nil }
                return leaf(.math, start + 1..<at, end: at + 1)
            default: break
            }
            at += 1
        }
        return nil
    }

    private func displayMath() -> OpaquePointer? {
        var at = start + 2
        while at + 1 < text.count {
            if text[at] == 0x5C {
                at += 2
                continue
            }
            if text[at] == 0x24, text[at + 1] == 0x24 {
                let content = start + 2..<at
                if text.slice(content).trimmed.isEmpty { break }
                return leaf(.displayMath, content, end: at + 2)
            }
            at += 1
        }
        return plainText(start..<start + 2)
    }
}
