import Publishing

extension Option {
    static let port = Option("port", "N", "where to listen: 8000, or any that is free where that is taken; 0 takes any")
    static let host = Option("host", "ADDRESS", "listen to other machines too, such as 0.0.0.0 (127.0.0.1: this machine alone)")
    static let withPosters = Option("posters", nil, "draw the graph's posters too; each takes seconds, once it is looked at")
}

extension Command {
    static let serve = Command(
        words: ["serve"],
        synopsis: "[DIR|SOURCE] [options]",
        summary: "show a site in the browser, and make it anew when its files change",
        details: """
            Serves a folder that was built, or the site of a snapshot, of a vault's folder, or of any other source; to
            this machine alone unless --host says otherwise. When files of the vault, the settings or the templates
            change, the site is made anew and open pages are loaded again. When that fails, the last good site stays,
            and the error is told here and in the browser. Pages are rendered when somebody looks at them. Nothing of
            this is in what build writes. Ctrl-C ends it.
            """,
        operandCount: 0...1,
        options: [
            .port, .host, .withPosters, .settings, .templates, .theme, .language, .noSearch, .noMarkdown, .mermaid, .tokenFile, .insecure,
            .jobs,
        ],
        examples: ["synapse-publish serve notes", "synapse-publish serve site --port 8080", "synapse-publish serve snapshot"],
        exitCodes: [0, 64, 65, 66, 69, 73, 74, 75, 77, 78],
        run: { session throws(PublishingError) in
            let port = try session.arguments.number(.port, in: 0...65535).map { UInt16($0) }
            let source = PreviewSource(session.source)
            let preview = Preview(
                source, at: PreviewPlace(address: session.arguments.text(.host) ?? "127.0.0.1", port: port), access: try session.access(),
                session.context,
                request: { () throws(PublishingError) in try session.previewRequest(source) },
                tell: { session.tell($0) }, report: { session.console.error($0) })
            try preview.run()
        })
}

extension Session {
    fileprivate func previewRequest(_ source: PreviewSource) throws(PublishingError) -> PreviewRequest {
        guard case .vault = source else {
            return PreviewRequest(site: SiteRequest(), resources: try resources(), watched: [])
        }
        let settings = try settings()
        var site = try siteRequest(settings)
        if !arguments.has(.withPosters) { site.posters = nil }
        // A file that is not there yet may come.
        var watched = settings.watched + settingsFiles(self.source)
        if let templates = arguments.text(.templates) { watched.append(templates) }
        return PreviewRequest(site: site, resources: try resources(settings), watched: watched)
    }

    fileprivate func tell(_ line: String) {
        let line = printable(line)
        if line.hasPrefix("Serving ") { console.print(line) } else if volume != .quiet { console.note(line) }
    }
}
