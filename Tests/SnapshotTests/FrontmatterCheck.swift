#if canImport(Frontmatter)
    import Frontmatter
#else
    import Snapshot
#endif

/// What must hold of any bytes as a page's head. The fuzzer checks with this too, where frontmatter is a module of its own.
enum FrontmatterCheck {
    static func faults(_ bytes: [UInt8]) -> [String] {
        let head = Array("---\n".utf8)
        var faults = check(bytes) + check(head + bytes + Array("\n---\ntext".utf8))
        // Whatever comes after it: a page that says that it is private stays so.
        let closed = head + Array("publish: false\n".utf8) + bytes + Array("\n---\ntext".utf8)
        if !Frontmatter(of: closed).isPrivate { faults.append("a private page is public") }
        return faults
    }

    private static func check(_ file: [UInt8]) -> [String] {
        let front = Frontmatter(of: file)
        if front.bodyOffset < 0 || front.bodyOffset > file.count { return ["the body begins outside of the file"] }
        var faults: [String] = []
        // A body that is empty has no line.
        if front.bodyOffset > 3, front.bodyOffset < file.count, front.bodyLine != lines(before: front.bodyOffset, file) + 1 {
            faults.append("the body's line is wrong")
        }
        if front.title?.isEmpty == true || front.type?.isEmpty == true { faults.append("an empty title or type") }
        if front.problems.contains(where: { $0.line < 1 }) { faults.append("a problem without a line") }
        if (front.tags + front.related + front.sources + front.aliases).contains(where: \.isEmpty) { faults.append("an empty entry") }
        return faults
    }

    private static func lines(before end: Int, _ file: [UInt8]) -> Int {
        (0..<end).count { file[$0] == 0x0A || (file[$0] == 0x0D && !($0 + 1 < file.count && file[$0 + 1] == 0x0A)) }
    }
}
