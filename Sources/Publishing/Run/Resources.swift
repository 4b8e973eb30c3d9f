import CSystem
import Foundation
public import Theme

#if canImport(Darwin)
    import Darwin
#endif

/// The files that the program brings along: `templates/`, `public/` and the sample vault's snapshot.
public struct Resources: Sendable {
    /// The folder that holds them.
    public let root: String
    /// What stands in for some of them.
    var own = OwnResources()

    /// Names the folder instead of looking for it.
    public static let environmentName = "SYNAPSE_PUBLISH_RESOURCES"
    private static let landmark = "templates/tokens.json"

    /// Finds them: in `SYNAPSE_PUBLISH_RESOURCES`, else in the executable's folder or one above it, there or below
    /// `share/synapse-publish`: an installed prefix or a checkout.
    public init(environment: [String: String], executable: String?) throws(PublishingError) {
        if let named = environment[Self.environmentName], !named.isEmpty {
            guard Self.holdsResources(named) else {
                throw PublishingError(
                    .configuration, "The folder holds no \(Self.landmark)", at: "\(Self.environmentName)=\(named)",
                    advice: "Name a checkout of synapse-publish or PREFIX/share/synapse-publish, or unset the variable")
            }
            root = named
            return
        }
        guard let found = Self.search(from: executable) else {
            throw PublishingError(
                .noInput, "The program's own files (\(Self.landmark)) are not beside it", at: executable ?? "",
                advice: "Install with `make install`, or set \(Self.environmentName) to a checkout of synapse-publish")
        }
        root = found
    }

    /// The real path of the running program.
    public static func executablePath() -> String? {
        #if canImport(Darwin)
            var size: UInt32 = 0
            _ = _NSGetExecutablePath(nil, &size)
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
            return realPath(String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        #else
            return realPath("/proc/self/exe")
        #endif
    }

    /// `public/` file of a site, by its path there.
    public func publicFile(_ path: String) throws(PublishingError) -> [UInt8] { try file("public/\(path)") }

    /// The brand's tokens.
    public func theme() throws(PublishingError) -> Theme {
        let bytes = try file(Self.landmark)
        let theme: Theme
        do throws(ThemeError) {
            theme = try Theme(tokens: bytes, replacing: own.colors.map(\.replacement))
        } catch {
            throw PublishingError(.configuration, error.description, at: "\(root)/\(Self.landmark)")
        }
        try own.check(theme)
        return theme
    }

    /// The snapshot that stands in where no source is named.
    public var sampleSnapshot: String { "\(root)/Examples/homelab" }

    public func file(_ path: String) throws(PublishingError) -> [UInt8] {
        guard let bytes = readFile("\(root)/\(path)") else {
            throw PublishingError(.configuration, failed: "cannot read one of the program's own files", at: "\(root)/\(path)")
        }
        return bytes
    }

    /// Every file below `folder` by its path there, hidden ones left out.
    public func files(in folder: String) throws(PublishingError) -> [String: [UInt8]] {
        let path = "\(root)/\(folder)"
        var names: [String] = []
        guard let descriptor = Descriptor(path, flags: O_RDONLY | O_DIRECTORY), forEachFile(inFolder: descriptor.raw, { names.append($0) })
        else { throw PublishingError(.configuration, failed: "cannot read one of the program's own folders", at: path) }
        var found: [String: [UInt8]] = [:]
        for name in names where !name.hasPrefix(".") && !name.contains("/.") { found[name] = try file("\(folder)/\(name)") }
        return found
    }

    /// The templates, those of the owner in place of ours, by their file names; with `gallery` also the gallery's by their paths.
    func templates(gallery: Bool = false) throws(PublishingError) -> [String: [UInt8]] {
        let ours = try files(in: "templates")
        let theirs = try own.templates(replacing: ours.keys.sorted())
        return ours.filter { gallery || !$0.key.contains("/") }.merging(theirs) { _, own in own }
    }

    private static func search(from executable: String?) -> String? {
        guard let executable else { return nil }
        var folder = splitPath(executable).folder
        while true {
            for candidate in [folder, "\(folder)/share/synapse-publish"] where holdsResources(candidate) { return candidate }
            let parent = splitPath(folder).folder
            if parent == folder || parent == "." { return nil }
            folder = parent
        }
    }

    private static func holdsResources(_ folder: String) -> Bool { access("\(folder)/\(landmark)", R_OK) == 0 }
}
