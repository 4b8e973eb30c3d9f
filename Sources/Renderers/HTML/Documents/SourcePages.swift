import Mustache
import Site

extension SiteContext {
    /// The list of sources, and one page each.
    func sourcePages(_ keys: PageKeys?, _ read: @escaping VaultReader) -> [Artifact] {
        // What no published page names is listed and not shown: nobody has looked at it for the public.
        var named = Set(site.sources.indices.filter { !site.sources[$0].citedBy.isEmpty })
        for page in site.pages {
            for link in page.links {
                switch link {
                case .source(let source), .preview(let source): named.insert(source)
                default: break
                }
            }
        }
        for (index, source) in site.sources.enumerated() where source.fileAddress != nil { named.insert(index) }
        return [sourceIndex()] + site.sources.indices.map { sourcePage($0, keys, named.contains($0) ? read : nil) }
    }

    private func sourceIndex() -> Artifact {
        Artifact(
            "sources.html",
            .rendered { [self] in
                let bytes = site.sources.reduce(0) { $0 + $1.bytes }
                let folders = sourceFolders().map { folder in
                    Fields([
                        (.label, Value(folder.name)),
                        (
                            .rows,
                            .list(
                                List(count: folder.sources.count) { [self] in
                                    .view(SourceRow(context: self, base: Base(""), source: folder.sources[$0]))
                                })
                        ),
                    ])
                }
                let fields = Fields([
                    (.lede, .text(language.phrase(.sourcesLede(count: site.sources.count, bytes: bytes)))),
                    (.hasRows, .flag(!site.sources.isEmpty)), (.folders, .views(folders)),
                ])
                return Rendering(
                    try render("sources", at: "sources.html", place: .sources, title: language.text(.sources), kind: .list, content: fields)
                )
            })
    }

    /// Sources by the folder they lie in below `raw/sources/`; those at its root come first, without a name.
    private func sourceFolders() -> [(name: String, sources: [SourceIndex])] {
        var folders: [(name: String, sources: [SourceIndex])] = []
        for (index, source) in site.sources.enumerated() {
            var folder = source.path.split(separator: "/").dropLast()
            if folder.starts(with: ["raw", "sources"]) { folder = folder.dropFirst(2) }
            let name = folder.joined(separator: "/")
            if let known = folders.firstIndex(where: { $0.name == name }) {
                folders[known].sources.append(index)
            } else {
                folders.append((name, [index]))
            }
        }
        return folders.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Without `read` nothing of the file is shown.
    private func sourcePage(_ index: SourceIndex, _ keys: PageKeys?, _ read: VaultReader?) -> Artifact {
        let source = site.sources[index]
        var artifact = Artifact(
            source.address,
            .rendered { [self] in
                let base = Base(source.address)
                let preview = read.flatMap {
                    SourcePreview(language: language, pictureOfPDF: options.pictureOfPDF).preview(of: source, $0)
                }
                let crumbs = [home(base), Crumb(href: base.to("sources.html"), label: language.text(.sources))]
                return Rendering(
                    try render(
                        "source", at: source.address, place: .sources, title: source.name, kind: .list, crumbs: crumbs,
                        content: fields(source, base, preview)))
            })
        if let keys { artifact.key = { keys.key(of: source, isShown: read != nil) } }
        return artifact
    }

    private func fields(_ source: Source, _ base: Base, _ preview: SourcePreview.Result?) -> some View {
        let file: Value =
            source.fileAddress.map { address in
                .view(
                    Fields([
                        (.href, .text(base.to(Href.encode(address)))), (.isImage, .flag(source.kind == .image)),
                        (.isVideo, .flag(source.kind == .video)), (.isAudio, .flag(source.kind == .audio)), (.title, .text(source.name)),
                    ]))
            } ?? .flag(false)
        let format = SourceKind.format(source.name)
        var meta = [language.phrase(.bytes(source.bytes)), language.counted(source.citedBy.count, .citations)]
        if !format.isEmpty { meta.insert(format.uppercased(), at: 0) }
        return Fields([
            (.glyph, .text(SourceKind.glyph(source.kind))), (.kindLabel, .text(language.text(SourceKind.word(source.kind)))),
            (.metaItems, .texts(meta)), (.path, .text(source.path)), (.isAbsent, .flag(!source.present)),
            (.isWide, .flag(source.kind == .table && preview != nil)), (.file, file),
            (.preview, preview.map { .markup($0.markup) } ?? .flag(false)),
            (.previewNote, Value(preview.flatMap { $0.note.isEmpty ? nil : $0.note })),
            (.hasRows, .flag(!source.citedBy.isEmpty)), (.rows, rows(source.citedBy, base: base)),
        ])
    }
}
