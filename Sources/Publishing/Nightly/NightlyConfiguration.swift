import Foundation
import Snapshot

/// What `nightly --config FILE` is told: a YAML mapping with a section for each step. The keys of a step are the options of its command.
public struct NightlyConfiguration: Sendable {
    /// An option as it is written, with its line for messages.
    public struct Setting: Sendable, Equatable {
        public var name: String
        public var value: String
        public var line: Int
    }

    /// Where the site goes once everything else has succeeded.
    public enum Target: Sendable, Equatable {
        /// A folder that is exchanged as a whole.
        case folder(String)
        /// A symbolic link, which is turned from one folder beside it to another.
        case link(String)
        /// Object storage, or what else rclone reaches.
        case remote(RemotePlace)
        /// A program that takes it elsewhere: `{site}` in an argument stands for the site's folder.
        case command([String])
    }

    /// A server's URL, or a snapshot folder.
    public var source = ""
    /// Folder of the runs' own: snapshot, site, record.
    public var state = ""
    /// Settings by step. A step that is not there is left out, but for those that every night has.
    public var steps: [String: [Setting]] = [:]
    public var target: Target?
    public var onSuccess: [String] = []
    public var onFailure: [String] = []
    /// Where each section begins, from 1, for messages.
    public private(set) var lines: [String: Int] = [:]

    /// Steps in the order in which they run.
    public static let stepNames = ["pull", "check", "build", "posters", "gallery", "archive", "publish", "prune"]

    private let file: String

    /// Reads the file. Relative paths in it are relative to the folder of the caller, as everywhere.
    public init(file: String) throws(PublishingError) {
        self.file = file
        guard let bytes = readFile(file) else {
            throw PublishingError(.noInput, failed: "cannot read the configuration", at: file, advice: "See synapse-publish nightly --help")
        }
        let root: YAMLNode?
        do throws(YAMLFault) {
            root = try bytes.withUnsafeBufferPointer { (bytes) throws(YAMLFault) in try YAMLReader.read(bytes).root }
        } catch {
            throw PublishingError(.configuration, "Not YAML: \(error.message)", at: "\(file):\(error.line + 1)", advice: "Mend the line")
        }
        guard case .mapping(let pairs, _) = root else {
            throw PublishingError(.configuration, "The configuration is no mapping", at: file, advice: "See synapse-publish nightly --help")
        }
        for pair in pairs {
            lines[pair.key] = pair.keyLine + 1
            try take(pair.key, pair.value)
        }
        if source.isEmpty { throw missing("source", "a server's URL or a snapshot folder") }
        if state.isEmpty { throw missing("state", "a folder for the runs' own files") }
        if steps["prune"] != nil, steps["archive"] == nil { throw missing("archive", "the archive that is to be pruned") }
    }

    private mutating func take(_ key: String, _ value: YAMLNode) throws(PublishingError) {
        switch key {
        case "source": source = try text(value, key)
        case "state": state = try text(value, key)
        case "publish": target = try target(value)
        case "on-success": onSuccess = try words(value, key)
        case "on-failure": onFailure = try words(value, key)
        case _ where Self.stepNames.contains(key): steps[key] = try settings(value, key)
        default:
            let names = ["source", "state", "on-success", "on-failure"] + Self.stepNames
            throw PublishingError(
                .configuration, "In the configuration, there is no setting '\(key)'", at: "\(file):\(lines[key] ?? value.line + 1)",
                advice: suggestion(for: key, among: names) ?? "It takes \(names.joined(separator: ", "))")
        }
    }

    /// A mapping; `true` and nothing stand for an empty one, `false` for no step.
    private func settings(_ node: YAMLNode, _ step: String) throws(PublishingError) -> [Setting]? {
        switch node {
        case .mapping(let pairs, _):
            return try pairs.map { (pair) throws(PublishingError) in
                Setting(name: pair.key, value: try text(pair.value, "\(step).\(pair.key)"), line: pair.value.line + 1)
            }
        case .scalar("false", _, _), .scalar("no", _, _): return nil
        case .scalar("true", _, _), .scalar("yes", _, _), .scalar("", _, _), .scalar("~", _, _), .scalar("null", _, _): return []
        case .scalar, .sequence: throw fault("'\(step)' is no mapping of options", node.line, "for example `\(step): {}`")
        }
    }

    private func target(_ node: YAMLNode) throws(PublishingError) -> Target {
        guard case .mapping(let pairs, let line) = node, pairs.count == 1, let (key, value, _) = pairs.first else {
            throw fault("'publish' takes one of folder, link, rclone and command", node.line, "for example `publish: {folder: web}`")
        }
        switch key {
        case "folder": return .folder(try text(value, key))
        case "link": return .link(try text(value, key))
        case "rclone":
            let place = try text(value, key)
            do throws(PublishingError) { return .remote(try RemotePlace(place)) } catch {
                throw PublishingError(error.kind, error.what, at: "\(file):\(value.line + 1)", advice: error.advice)
            }
        case "command":
            let words = try words(value, key)
            if words.isEmpty { throw fault("'command' is empty", line, "a list: the program and its arguments") }
            return .command(words)
        default: throw fault("'publish' has no '\(key)'", line, "folder, link, rclone or command")
        }
    }

    private func text(_ node: YAMLNode, _ key: String) throws(PublishingError) -> String {
        guard case .scalar(let text, _, _) = node else { throw fault("'\(key)' is no text", node.line, "one value") }
        return text
    }

    /// A list of words; a text stands for a program without arguments.
    private func words(_ node: YAMLNode, _ key: String) throws(PublishingError) -> [String] {
        switch node {
        case .sequence(let items, _): return try items.map { (item) throws(PublishingError) in try text(item, key) }
        case .scalar(let text, _, _): return text.isEmpty ? [] : [text]
        case .mapping: throw fault("'\(key)' is no list", node.line, "a list: the program and its arguments")
        }
    }

    private func missing(_ key: String, _ what: String) -> PublishingError {
        PublishingError(.configuration, "There is no '\(key)'", at: file, advice: "Give \(what)")
    }

    /// - Parameter line: from 0, as the reader counts.
    private func fault(_ what: String, _ line: Int, _ takes: String) -> PublishingError {
        PublishingError(.configuration, "In the configuration, \(what)", at: "\(file):\(line + 1)", advice: "It takes \(takes)")
    }
}
