import CSystem
import Foundation
import Snapshot
import Theme

/// What an owner puts in place of the program's own colours and templates.
struct OwnResources: Sendable {
    /// With its line in the settings.
    struct Color: Sendable, Equatable {
        var replacement: ColorReplacement
        var line: Int
    }

    var colors: [Color] = []
    /// The settings file, for messages.
    var file = ""
    /// Folder of templates.
    var folder: String?

    /// Throws where a colour has no such name, or is not to be told from what it is set on.
    func check(_ theme: Theme) throws(PublishingError) {
        var faults: [(line: Int, what: String, advice: String)] = []
        let names = theme.colors.map(\.name)
        for color in colors where !names.contains(color.replacement.token) {
            let name = color.replacement.token
            faults.append(
                (
                    color.line, "there is no colour '\(name)'",
                    suggestion(for: name, among: names) ?? nearestEnding(name, names) ?? "templates/tokens.json has the names"
                ))
        }
        for fault in theme.faults(of: colors.map(\.replacement)) {
            let replacement = colors[fault.index].replacement
            faults.append(
                (colors[fault.index].line, "colors.\(replacement.appearance.rawValue): \(fault.message)", fault.advice))
        }
        let sorted = faults.sorted { $0.line < $1.line }
        guard let first = sorted.first else { return }
        throw PublishingError(
            .configuration, "In the settings, \(first.what)", at: "\(file):\(first.line)", advice: first.advice,
            findings: sorted.dropFirst().map {
                Finding(
                    "invalid-setting", .error, path: file, line: $0.line, message: $0.what + ($0.advice.isEmpty ? "" : ". " + $0.advice))
            })
    }

    /// `text` for `text.text`.
    private func nearestEnding(_ name: String, _ names: [String]) -> String? {
        names.first { $0.hasSuffix("." + name) }.map { "Did you mean '\($0)'?" }
    }

    /// The owner's templates by file name. Each replaces one of ours, or has a name that begins with `own-`.
    func templates(replacing ours: [String]) throws(PublishingError) -> [String: [UInt8]] {
        guard let folder else { return [:] }
        guard isFolder(folder) else { throw PublishingError(.noInput, "There is no such folder of templates", at: folder) }
        guard let descriptor = Descriptor(folder, flags: O_RDONLY | O_DIRECTORY) else {
            throw PublishingError(.noInput, failed: "cannot read the templates", at: folder)
        }
        var names: [String] = []
        guard forEachFile(inFolder: descriptor.raw, { names.append($0) }) else {
            throw PublishingError(.noInput, failed: "cannot read the templates", at: folder)
        }
        let suffix = ".mustache"
        var found: [String: [UInt8]] = [:]
        for name in names.sorted() where name.hasSuffix(suffix) && !name.hasPrefix(".") && !name.contains("/.") {
            let known = ours.filter { $0.hasSuffix(suffix) }
            guard known.contains(name) || (name.hasPrefix("own-") && !name.contains("/")) else {
                let hint = suggestion(for: name, among: known) ?? "docs/templates.md lists them"
                throw PublishingError(
                    .configuration, "There is no template '\(name)' to replace", at: "\(folder)/\(name)",
                    advice: hint + "; a partial of your own begins with own-")
            }
            guard let bytes = readFile("\(folder)/\(name)", atMost: 1 << 22) else {
                throw PublishingError(.noInput, failed: "cannot read the template", at: "\(folder)/\(name)")
            }
            found[name] = bytes
        }
        return found
    }
}

extension Resources {
    /// The same with what the settings replace.
    ///
    /// - Parameter templates: a folder that a flag names, before that of the settings.
    public func with(_ settings: SiteSettings, templates: String? = nil) -> Resources {
        var copy = self
        copy.own = OwnResources(colors: settings.colors, file: settings.file ?? "", folder: templates ?? settings.templates)
        return copy
    }

    /// Where a template stands: in the owner's folder, or in ours.
    func place(of template: String) -> String {
        if let folder = own.folder, readFile("\(folder)/\(template)", atMost: 1 << 22) != nil { return "\(folder)/\(template)" }
        return "\(root)/templates/\(template)"
    }
}
