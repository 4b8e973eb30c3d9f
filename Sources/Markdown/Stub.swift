public func markdownFacts(_ body: ArraySlice<UInt8>, bodyLine: Int) -> MarkdownFacts { MarkdownFacts() }
