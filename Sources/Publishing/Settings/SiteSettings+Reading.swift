import HTML
import Packing
import Site
import Snapshot
import Theme

extension SiteSettings {
    /// The name that the file has where nobody names another.
    public static let fileName = "synapse-publish.yml"

    /// Reads a file. Everything that is wrong with it is in the error, each with its line.
    public init(file path: String) throws(PublishingError) {
        guard let bytes = readFile(path, atMost: 1 << 20) else {
            throw PublishingError(.noInput, failed: "cannot read the settings", at: path, advice: "synapse-publish init writes a file")
        }
        try self.init(bytes, file: path)
    }

    init(_ bytes: [UInt8], file path: String) throws(PublishingError) {
        file = path
        watched = [path]
        let root: YAMLNode?
        do throws(YAMLFault) {
            root = try bytes.withUnsafeBufferPointer { (bytes) throws(YAMLFault) in try YAMLReader.read(bytes, isStrict: true).root }
        } catch {
            throw PublishingError(.configuration, "Not YAML: \(error.message)", at: "\(path):\(error.line + 1)", advice: "Mend the line")
        }
        guard let root else { return }
        if case .scalar("", true, _) = root { return }
        guard case .mapping(let pairs, _) = root else {
            throw PublishingError(
                .configuration, "The settings are no keys with values", at: "\(path):\(root.line + 1)", advice: "See docs/configuration.md")
        }
        let file = SettingsFile(path)
        var section = SettingsSection(file, "", pairs)
        readFacts(&section)
        readExtras(&section)
        readSelection(&section)
        readFrame(&section)
        readLooks(&section)
        section.finish()
        try file.throwIfFaulty()
    }

    private mutating func readFacts(_ section: inout SettingsSection) {
        title = section.text("title")
        if let node = section.node("language"), let tag = section.text(node, "language") {
            language = tag
            if !isSiteLanguage(tag) {
                section.file.fault(node.line, "'language' does not know '\(tag)'", siteLanguageAdvice(tag))
            }
        }
        if let node = section.node("base-url"), let text = section.text(node, "base-url") {
            base = BaseURL(text)
            if base == nil {
                section.file.fault(
                    node.line, "'base-url' takes an http or https address without user, query and fragment, not '\(text)'",
                    "Such as https://wiki.example.org/ or https://example.org/wiki/")
            }
        }
        hasSearch = section.flag("search")
        hasMarkdown = section.flag("markdown")
        hasPosters = section.flag("posters")
    }

    private mutating func readExtras(_ section: inout SettingsSection) {
        previews = section.choice("og-images", from: ["none": PreviewPictures.none, "groups": .groups, "pages": .pages])
        let codings = section.texts("compress")
        if !codings.isEmpty { self.codings = ContentCoding.allCases.filter { coding in codings.contains { $0.text == coding.rawValue } } }
        let names = ContentCoding.allCases.map(\.rawValue)
        for (text, line) in codings where !names.contains(text) {
            section.file.fault(
                line, "'compress' does not know '\(text)'",
                suggestion(for: text, among: names) ?? "It takes \(names.joined(separator: " and "))")
        }
        offline = section.choice("offline", from: ["visited": .visited, "all": .all, "remove": .remove])
        guard var past = section.section("history") else { return }
        defer { past.finish() }
        let (nights, versions) = (past.count("nights"), past.count("versions"))
        guard let node = past.node("store"), let name = past.text(node, "history.store"),
            let path = past.own(name, node.line, "history.store")
        else { return }
        history = HistoryRequest(store: path)
        if let nights { history?.limits.nights = nights }
        if let versions { history?.limits.versions = versions }
    }

    private mutating func readSelection(_ section: inout SettingsSection) {
        if var publish = section.section("publish") {
            selection.only = Self.filter(&publish, "only")
            selection.except = Self.filter(&publish, "except")
            selection.drafts = publish.flag("drafts") ?? false
            selection.marked = publish.flag("marked") ?? false
            publish.finish()
        }
        sources = section.choice("sources", from: ["link": .link, "embed": .embed, "none": SourceRule.none])
    }

    private static func filter(_ section: inout SettingsSection, _ key: String) -> PageSelection.Filter {
        guard var filter = section.section(key) else { return PageSelection.Filter() }
        defer { filter.finish() }
        return PageSelection.Filter(
            types: filter.texts("types").map(\.text), folders: filter.texts("folders").map(\.text),
            tags: filter.texts("tags").map { $0.text.hasPrefix("#") ? String($0.text.dropFirst()) : $0.text })
    }

    private mutating func readFrame(_ section: inout SettingsSection) {
        navigation = Self.links(&section, "navigation")
        if let node = section.node("footer") {
            if case .scalar(let text, _, _) = node {
                footer = Footer(text: text)
            } else if var below = section.section("footer") {
                footer = Footer(text: below.text("text") ?? "", links: Self.links(&below, "links"))
                below.finish()
            }
        }
        if let node = section.node("page-link") {
            if case .scalar(let text, _, let line) = node {
                pageLink = Self.pageLink(text, nil, section.file, line)
            } else if var below = section.section("page-link") {
                let line = below.node("url")?.line ?? node.line
                pageLink = Self.pageLink(below.text("url") ?? "", below.text("label"), section.file, line)
                below.finish()
            }
        }
        if var below = section.section("snippet") {
            if let name = below.text("script") { watched.append("\(below.file.folder)/\(name)") }
            snippet = Self.snippet(&below)
            below.finish()
        }
    }

    /// Places of the site by their names, pages, addresses.
    private static func links(_ section: inout SettingsSection, _ key: String) -> [Entry] {
        guard let node = section.node(key) else { return [] }
        let (file, name) = (section.file, section.path(key))
        guard case .sequence(let items, _) = node else {
            file.fault(node.line, "'\(name)' is no list", "It takes lines that begin with a dash")
            return []
        }
        return items.compactMap { item in
            switch item {
            case .scalar(let text, _, let line):
                if let place = NavigationPlace(rawValue: text) { return Entry(target: .place(place), line: line + 1) }
                let names = NavigationPlace.allCases.map(\.rawValue)
                file.fault(
                    line, "'\(name)' does not know '\(text)'",
                    suggestion(for: text, among: names) ?? "It takes \(names.joined(separator: ", ")), or page: and url: with label:")
                return nil
            case .mapping(let pairs, let line):
                var below = SettingsSection(file, name, pairs)
                defer { below.finish() }
                return entry(&below, line)
            case .sequence(_, let line):
                file.fault(line, "'\(name)' has a list in it", "It takes names, or page: and url: with label:")
                return nil
            }
        }
    }

    private static func entry(_ section: inout SettingsSection, _ line: Int) -> Entry? {
        let (page, address, label) = (section.text("page"), section.node("url"), section.text("label"))
        switch (page, address) {
        case (let page?, nil): return Entry(target: .page(page), label: label, line: line + 1)
        case (nil, let node?):
            guard let text = section.text(node, section.path("url")) else { return nil }
            if !isSafeAddress(text) {
                section.file.fault(node.line, "'\(text)' is no address that a site may lead to", "It takes http:, https: and mailto:")
            }
            return Entry(target: .address(text), label: label, line: line + 1)
        default:
            section.file.fault(line, "'\(section.name)' has an entry without a target", "It takes either page: or url:")
            return nil
        }
    }

    static func isSafeAddress(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return ["https://", "http://", "mailto:"].contains { start.hasPrefix($0) } && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    private static func pageLink(_ pattern: String, _ label: String?, _ file: SettingsFile, _ line: Int) -> SiteExtras.PageLink? {
        guard isSafeAddress(pattern), !pattern.hasPrefix("mailto:") else {
            file.fault(line, "'page-link' takes an http or https address, not '\(pattern)'", "Such as https://example.org/edit/{path}")
            return nil
        }
        let fields = SiteExtras.PageLink.fields
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{") {
            let field = rest[rest.index(after: open)...].prefix { $0 != "}" }
            if !fields.contains(String(field)) {
                file.fault(
                    line, "'page-link' does not know {\(field)}",
                    suggestion(for: String(field), among: fields) ?? "It takes \(fields.map { "{\($0)}" }.joined(separator: ", "))")
            }
            rest = rest[field.endIndex...]
        }
        return SiteExtras.PageLink(pattern: pattern, label: label)
    }

    private static func snippet(_ section: inout SettingsSection) -> SiteExtras.Snippet? {
        let hosts = section.texts("hosts")
        for (text, line) in hosts where BaseURL(text).map({ $0.origin == text }) != true {
            section.file.fault(line, "'snippet.hosts' takes origins, not '\(text)'", "Such as https://stats.example.org")
        }
        guard let node = section.node("script") else {
            section.file.fault(hosts.first?.line ?? 0, "'snippet' has no script", "script: names a file beside the settings")
            return nil
        }
        guard let name = section.text(node, "snippet.script"), let path = section.own(name, node.line, "snippet.script") else { return nil }
        guard let script = readFile(path, atMost: 1 << 20) else {
            section.file.fault(node.line, "the file '\(name)' cannot be read", "It lies beside the settings, or below")
            return nil
        }
        return SiteExtras.Snippet(script: script, hosts: hosts.map(\.text))
    }

    private mutating func readLooks(_ section: inout SettingsSection) {
        appearances = section.choice("theme", from: ["both": Appearance.allCases, "light": [.light], "dark": [.dark]])
        if var colors = section.section("colors") {
            for appearance in Appearance.allCases {
                guard var below = colors.section(appearance.rawValue) else { continue }
                self.colors += Self.colors(&below, appearance)
            }
            colors.finish()
        }
        if let node = section.node("templates"), let name = section.text(node, "templates") {
            templates = section.own(name, node.line, "templates")
            if let templates { watched.append(templates) }
            if let templates, !isFolder(templates) {
                section.file.fault(node.line, "there is no folder '\(name)'", "It lies beside the settings, or below")
            }
        }
    }

    private static func colors(_ section: inout SettingsSection, _ appearance: Appearance) -> [OwnResources.Color] {
        var colors: [OwnResources.Color] = []
        for (key, value, line) in section.entries() {
            guard let text = section.text(value, section.path(key)) else { continue }
            guard text.hasPrefix("#"), let color = RGB(css: text) else {
                section.file.fault(value.line, "'\(section.path(key))' takes a colour, not '\(text)'", "In quotes: \"#rrggbb\"")
                continue
            }
            colors.append(
                OwnResources.Color(replacement: ColorReplacement(token: key, appearance: appearance, color: color), line: line + 1))
        }
        return colors
    }
}

extension SettingsSection {
    /// A path below the folder of the file; what lies elsewhere is nobody's to publish by a file that was found.
    fileprivate func own(_ name: String, _ line: Int, _ key: String) -> String? {
        guard !name.hasPrefix("/"), !name.split(separator: "/").contains(".."), !name.isEmpty else {
            file.fault(line, "'\(key)' leads out of the folder of the settings", "Name what lies beside the file, or below")
            return nil
        }
        let path = "\(file.folder)/\(name)"
        // A link may lead out as well.
        if let real = realPath(path), let folder = realPath(file.folder), real != folder,
            !real.hasPrefix(folder == "/" ? "/" : folder + "/")
        {
            file.fault(line, "'\(key)' leads out of the folder of the settings", "Put the file itself there")
            return nil
        }
        return path
    }
}
