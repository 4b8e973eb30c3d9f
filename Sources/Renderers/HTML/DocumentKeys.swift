import Site
import Snapshot

/// What decides documents that are not the vault's pages, as far as they are dear to make: lists, sources, feeds.
extension PageKeys {
    /// Of one part of a list. Nil where its frame is not known.
    func key(of list: PageList, part: Int) -> ArtifactKey? {
        let address = list.address(part: part)
        let parts = list.parts
        var writer = begun(list.title)
        guard mixFrame(list.place, address, &writer) else { return nil }
        for text in [address, list.lede] { writer.write(text) }
        switch list.eyebrow {
        case nil: writer.write(0)
        case .domain: writer.write(1)
        case .community(let id):
            writer.write(2)
            writer.write(id)
        }
        for flag in [list.isByTitle, list.style == .date, list.chips.isShown, list.chips.type != nil] { writer.write(flag) }
        for number in [list.chips.type ?? 0, list.pages.count, context.site.pages.count] { writer.write(number) }
        if list.chips.isShown {
            for look in context.looks {
                for text in [look.plural, look.href] { writer.write(text) }
                writer.write(look.count)
            }
        }
        writer.write(parts.count)
        for part in parts where parts.count > 1 { for page in [part.first, part.last] { writer.write(page) { self.mix($0, &$1) } } }
        for page in parts[part] { mix(page, &writer) }
        return ArtifactKey(of: writer.bytes)
    }

    /// Of a source's own page. Nil where its file's hash is not known.
    ///
    /// - Parameter isShown: whether the page shows what is in the file.
    func key(of source: Source, isShown: Bool) -> ArtifactKey? {
        guard let hash = fileHash(source.path) else { return nil }
        var writer = begun(source.name)
        guard mixFrame(.sources, source.address, &writer) else { return nil }
        for text in [hash, source.address, source.path] { writer.write(text) }
        writer.write(source.fileAddress)
        for flag in [source.present, isShown] { writer.write(flag) }
        writer.write(source.bytes)
        writer.write(source.citedBy.count)
        for page in source.citedBy { mix(page, &writer) }
        return ArtifactKey(of: writer.bytes)
    }

    /// Nil where one of its pages has none.
    func key(of feed: AtomFeed) -> ArtifactKey? {
        var writer = begun(feed.title)
        for text in [feed.href, feed.documentHref] { writer.write(text) }
        writer.write(context.site.info.date)
        for page in feed.pages {
            guard let key = key(of: page) else { return nil }
            key.write(to: &writer)
        }
        return ArtifactKey(of: writer.bytes)
    }
}
