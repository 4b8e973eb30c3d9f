extension Frontmatter {
    package func write(to writer: inout ByteWriter) {
        for text in [title, type, language, summary, domain] { writer.write(text) }
        for list in [tags, aliases, sources, related] { writer.write(list) }
        writer.write(sourceLines)
        writer.write(relatedLines)
        writer.write(created)
        writer.write(updated)
        for flag in [isPrivate, isMarkedPublic, isKeptPrivate] { writer.write(flag) }
        writer.write(bodyOffset)
        writer.write(bodyLine)
        writer.write(problems) {
            $1.write($0.line)
            $1.write($0.message)
        }
    }

    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        self.init()
        title = try reader.optionalText()
        type = try reader.optionalText()
        language = try reader.optionalText()
        summary = try reader.optionalText()
        domain = try reader.optionalText()
        tags = try reader.texts()
        aliases = try reader.texts()
        sources = try reader.texts()
        related = try reader.texts()
        sourceLines = try reader.numbers()
        relatedLines = try reader.numbers()
        created = try reader.date()
        updated = try reader.date()
        isPrivate = try reader.flag()
        isMarkedPublic = try reader.flag()
        isKeptPrivate = try reader.flag()
        bodyOffset = try reader.number()
        bodyLine = try reader.number()
        problems = try reader.list { (reader) throws(ByteReader.Damage) in
            Problem(line: try reader.number(), message: try reader.text())
        }
    }
}

extension Finding {
    package func write(to writer: inout ByteWriter) {
        writer.write(code)
        writer.write(severity.rawValue)
        writer.write(path)
        writer.write(line)
        writer.write(column)
        writer.write(message)
        writer.write(candidates) { $1.write($0) }
        writer.write(suggestion)
    }

    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        let code = try reader.text()
        guard let severity = Severity(rawValue: try reader.text()) else { throw ByteReader.Damage() }
        self.init(
            code, severity, path: try reader.text(), line: try reader.number(), column: try reader.number(), message: try reader.text(),
            candidates: try reader.optional { (reader) throws(ByteReader.Damage) in try reader.texts() },
            suggestion: try reader.optionalText())
    }
}
