public import Mustache

/// The gallery's templates, compiled, and its style sheets.
public struct GalleryAssets: Sendable {
    let templates: TemplateSet
    /// Their sources by name.
    let sources: [String: [UInt8]]
    /// `gallery/gallery.css`, `gallery/sheets.css`, `gallery/app.css`, `gallery/review.js`.
    let styles: [String: [UInt8]]

    /// Templates of the site that the app's screens use as they are.
    static let shared = ["row", "group", "source-card"]

    /// - Parameters:
    ///   - templates: paths below `templates/` (`gallery/index.mustache`, `row.mustache`) and their bytes; those of the gallery and the
    ///     three that it shares with the site are compiled, others are passed over.
    ///   - publicFiles: paths below `public/` and their bytes.
    public init(templates: [String: [UInt8]], publicFiles: [String: [UInt8]]) throws(TemplateError) {
        let suffix = ".mustache"
        let named = templates.compactMap { path, bytes -> (name: String, source: [UInt8])? in
            guard path.hasSuffix(suffix) else { return nil }
            let name = String(path.dropLast(suffix.count))
            return name.hasPrefix("gallery/") || Self.shared.contains(name) ? (name, bytes) : nil
        }
        self.templates = try TemplateSet(
            named.sorted { $0.name < $1.name }, vocabulary: Field.vocabulary, options: .init(isCompact: true))
        sources = Dictionary(named.map { ($0.name, $0.source) }, uniquingKeysWith: { first, _ in first })
        styles = publicFiles.filter { $0.key.hasPrefix("gallery/") }
    }

    func style(_ name: String) -> [UInt8] { styles["gallery/\(name)"] ?? [] }
}
