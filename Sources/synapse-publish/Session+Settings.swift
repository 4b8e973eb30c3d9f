import Foundation
import Publishing
import Snapshot

extension Session {
    /// The settings that `--config` names, else those of the file that is found in the vault, beside the source, or in the working folder.
    func settings(beside source: String? = nil) throws(PublishingError) -> SiteSettings {
        if let file = arguments.text(.settings) { return try SiteSettings(file: file) }
        for file in settingsFiles(source ?? self.source) {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue {
                return try SiteSettings(file: file)
            }
        }
        return SiteSettings()
    }

    /// Where a file is looked for, the first that is there counts.
    func settingsFiles(_ source: String) -> [String] { settingsFolders(source).map { $0 + SiteSettings.fileName } }

    /// With a slash at the end; the working folder is empty.
    private func settingsFolders(_ source: String) -> [String] {
        func beside(_ path: String) -> String {
            let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
            return trimmed.lastIndex(of: "/").map { String(trimmed[...$0]) } ?? ""
        }
        switch VaultSource(source) {
        case .folder(let path): return [beside(path), ""]
        // A ZIP has no inside to look into.
        case .vault(let path): return [path + "/", beside(path), ""]
        case .server, .sample: return [""]
        }
    }

    /// The program's files with what the settings and `--templates` put in their place.
    func resources(_ settings: SiteSettings) throws(PublishingError) -> Resources {
        try resources().with(settings, templates: arguments.text(.templates))
    }

    /// The site that flags and settings ask for.
    func siteRequest(_ settings: SiteSettings) throws(PublishingError) -> SiteRequest {
        var request = SiteRequest(rules: try arguments.rules(settings), appearances: try arguments.appearances(settings))
        if arguments.has(.noPosters) || settings.hasPosters == false { request.posters = nil }
        request.hasMarkdown = !arguments.has(.noMarkdown) && settings.hasMarkdown != false
        request.hasSearch = !arguments.has(.noSearch) && settings.hasSearch != false
        request.base = try arguments.baseURL(settings)
        request.mermaid = arguments.text(.mermaid)
        request.settings = settings
        return request
    }
}

extension RunOutcome {
    /// The same, naming the file that had its say.
    func saying(_ settings: SiteSettings) -> RunOutcome {
        guard let file = settings.file else { return self }
        var outcome = self
        outcome.lines.append(printable("Settings of \(file)"))
        return outcome
    }
}
