import CSystem
import Foundation
import Snapshot

#if canImport(Darwin)
    import Darwin
#endif

/// Stands for all that decides a site besides the vault: builds with two recipes have nothing in common that could be kept.
public struct BuildRecipe: Sendable {
    let digest: String
    /// Of the archive that the site's past is taken from; empty where there is none.
    let past: String

    /// - Parameter executable: path of the program.
    public init(_ request: SiteRequest, resources: Resources, executable: String?) throws(PublishingError) {
        let environment = ProcessInfo.processInfo.environment
        let fontNames = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "PANGOCAIRO_BACKEND"].map { environment[$0] ?? "" }
        let seen = Fingerprint([executable ?? ""] + Self.libraries + Self.scripts + Self.fonts(environment) + Self.programs(environment))
        let parts = [BuildKey.hash(of: request), try BuildKey.hash(of: resources), seen.description] + fontNames
        digest = sha256Hex(parts.joined(separator: "\n").utf8)
        past = request.history.map(Self.past) ?? ""
    }

    /// What the archive says of all its nights. An archive that does not say it is another each time.
    private static func past(_ history: HistoryRequest) -> String {
        guard let nights = readFile("\(history.store)/nights.json") else { return "\(monotonicNanoseconds())" }
        return sha256Hex(nights)
    }

    /// What is linked at run time: another version of a parser or of a drawing library makes other bytes. Looked at before a pull or a
    /// layout loads what only they need: that makes a snapshot, and no site.
    static let libraries: [String] = {
        #if canImport(Darwin)
            return (0..<_dyld_image_count()).compactMap { _dyld_get_image_name($0).map { String(cString: $0) } }
        #else
            let maps = String(decoding: readFile("/proc/self/maps") ?? [], as: UTF8.self)
            let files = maps.split(separator: "\n").compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
            return Set(files).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #endif
    }()

    /// What is loaded only when a page asks for it.
    private static let scripts = [
        "/usr/share/javascript/highlight.js", "/usr/share/javascript/katex",
        "/usr/lib/x86_64-linux-gnu/libjavascriptcoregtk-4.1.so.0", "/usr/lib/aarch64-linux-gnu/libjavascriptcoregtk-4.1.so.0",
    ]

    private static func fonts(_ environment: [String: String]) -> [String] {
        let home = environment["HOME"] ?? ""
        return ["/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/Library/Fonts", "/System/Library/Fonts"]
            + ["\(home)/.fonts", "\(home)/.local/share/fonts", "\(home)/Library/Fonts"]
    }

    /// What draws the first pages of PDFs, where the shell finds it.
    private static func programs(_ environment: [String: String]) -> [String] {
        let places = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/pdftoppm" }
        return places.first { access($0, X_OK) == 0 }.map { [$0] } ?? []
    }
}
