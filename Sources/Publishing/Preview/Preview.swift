import CSystem
import Foundation
import HTTPServer
import Site
import Snapshot
import Synchronization
import Theme

/// What is shown.
public enum PreviewSource: Sendable, Equatable {
    /// A folder that `build`, `posters` or `gallery` made, or any with an `index.html`.
    case built(String)
    case vault(VaultSource)

    public init(_ operand: String) {
        let isFolder = isFolder(operand)
        if isFolder, OutputMarker(inFolder: operand) != nil || (readFile("\(operand)/index.html") != nil && !isSnapshotFolder(operand)) {
            self = .built(operand)
        } else {
            self = .vault(VaultSource(operand))
        }
    }
}

/// Where a preview listens.
public struct PreviewPlace: Sendable {
    public var address: String
    /// Nil takes 8000, or any other where that is taken.
    public var port: UInt16?

    public init(address: String = "127.0.0.1", port: UInt16? = nil) {
        self.address = address
        self.port = port
    }

    public var isLoopback: Bool { address == "::1" || address.hasPrefix("127.") }

    func url(_ port: UInt16) -> String {
        let host = ["0.0.0.0", "::"].contains(address) ? "localhost" : address.contains(":") ? "[\(address)]" : address
        return "http://\(host):\(port)/"
    }
}

/// What the settings and flags ask for; asked anew whenever something changed.
public struct PreviewRequest: Sendable {
    public var site: SiteRequest
    public var resources: Resources
    /// Files and folders beside the source that count as well.
    public var watched: [String]

    public init(site: SiteRequest, resources: Resources, watched: [String]) {
        self.site = site
        self.resources = resources
        self.watched = watched
    }
}

/// Serves a site and makes it anew when its files change, until the program is ended.
public struct Preview: Sendable {
    let source: PreviewSource
    let place: PreviewPlace
    let access: VaultAccess
    let context: RunContext
    let request: @Sendable () throws(PublishingError) -> PreviewRequest
    /// A line for people: what happened, and what is wrong.
    let tell: @Sendable (String) -> Void
    let report: @Sendable (PublishingError) -> Void

    public init(
        _ source: PreviewSource, at place: PreviewPlace, access: VaultAccess, _ context: RunContext,
        request: @escaping @Sendable () throws(PublishingError) -> PreviewRequest, tell: @escaping @Sendable (String) -> Void,
        report: @escaping @Sendable (PublishingError) -> Void
    ) {
        self.source = source
        self.place = place
        self.access = access
        self.context = context
        self.request = request
        self.tell = tell
        self.report = report
    }

    /// Listens and returns never; throws where there is nothing to show or no place to listen.
    public func run() throws(PublishingError) -> Never {
        if case .built(let path) = source { try refusePart(path) }
        let wanted = try request()
        var before = Fingerprint(watched(wanted))
        let first = try Listener(place, theme: wanted.resources.theme())
        try show(wanted, on: first, isFirst: true)
        context.interruption.expectAsEnd()
        tell("Serving \(name) at \(first.url) (Ctrl-C ends it)")
        if !place.isLoopback { tell("warning: everybody who reaches \(place.address) can read it") }
        var paths = watched(wanted)
        while true {
            let start = monotonicNanoseconds()
            let now = Fingerprint(paths)
            // A large vault takes its time to be looked through: one part in ten of the time at most.
            let rest = max(100_000_000, 10 * (monotonicNanoseconds() - start))
            if now == before {
                usleep(UInt32(min(rest, 2_000_000_000) / 1000))
                continue
            }
            before = now
            do throws(PublishingError) {
                let wanted = try request()
                paths = watched(wanted)
                try show(wanted, on: first, isFirst: false)
                before = Fingerprint(paths) == now ? now : before
            } catch {
                // A signal takes down what is being made; the thread that awaited it ends the program.
                while context.interruption.isRequested { pause() }
                // The last good site stays.
                report(error)
                first.server.reload.tell(error: error.lines)
            }
        }
    }

    private var name: String {
        switch source {
        case .built(let path): path
        case .vault(.sample): "the sample vault"
        case .vault(.server(let url)): url
        case .vault(.folder(let path)), .vault(.vault(let path)): path
        }
    }

    /// What is looked at for changes.
    private func watched(_ request: PreviewRequest) -> [String] {
        switch source {
        case .built(let path): ["\(path)/\(OutputMarker.fileName)", "\(path)/index.html"]
        case .vault(.folder(let path)): ["\(path)/manifest.json"] + request.watched
        case .vault(.vault(let path)): [path] + request.watched
        case .vault(.server), .vault(.sample): request.watched
        }
    }

    private func show(_ wanted: PreviewRequest, on listener: Listener, isFirst: Bool) throws(PublishingError) {
        let start = monotonicNanoseconds()
        switch source {
        case .built(let path):
            listener.show(BuiltFolder(root: path))
            if !isFirst { tell("\(path) has changed") }
        case .vault(let vault):
            var site = wanted.site
            site.isPreview = true
            // Absolute links of a preview lead to the preview.
            site.base = BaseURL(listener.url)
            var quiet = context
            if !isFirst { quiet.progress = .none }
            let opened = try open(vault, wanted, listener, quiet)
            let made = try renderedSite(opened, site, wanted.resources, quiet)
            listener.show(made.site)
            if !isFirst { tell("Rebuilt in \((monotonicNanoseconds() - start) / 1_000_000) ms: \(made.pages) pages") }
            finish(made, listener, isFirst: isFirst)
        }
    }

    /// A vault's folder is copied once, which may compute its map, and then read where it lies.
    private func open(
        _ vault: VaultSource, _ wanted: PreviewRequest, _ listener: Listener, _ context: RunContext
    ) throws(PublishingError) -> OpenVault {
        guard case .vault(let folder) = vault, isFolder(folder) else {
            return try OpenVault(vault, access: access, resources: wanted.resources, context)
        }
        if let graph = listener.graph.withLock({ $0 }) { return OpenVault(reading: try openLive(folder, like: graph, context)) }
        let opened = try OpenVault(vault, access: access, resources: wanted.resources, context)
        listener.graph.withLock { $0 = opened.snapshot.graph }
        return opened
    }

    /// The search index, and what is noticed in the pages' text: made when the site is shown already.
    private func finish(_ made: MadeSite, _ listener: Listener, isFirst: Bool) {
        let version = listener.server.reload.current.version
        let jobs = context.jobs
        let tell = tell
        Thread.detachNewThread {
            let found = made.site.finish(jobs: jobs) { listener.server.reload.current.version != version }
            guard listener.server.reload.current.version == version else { return }
            let findings = FindingsList(made.findings + found)
            let fresh = listener.replace(findings)
            if isFirst {
                tell(findings.all.isEmpty ? "No findings" : "\(findings.all.count) findings; synapse-publish check lists them")
            } else {
                for line in fresh.lines(limit: 5) { tell(line) }
            }
        }
    }
}

/// A site in the making, and what was noticed on the way.
private struct MadeSite: Sendable {
    var site: RenderedSite
    var pages: Int
    var findings: [Finding]
}

private func renderedSite(
    _ vault: OpenVault, _ request: SiteRequest, _ resources: Resources, _ context: RunContext
) throws(PublishingError) -> MadeSite {
    let theme = try resources.theme()
    let site = try readSite(vault, request.rules, context)
    let plan = try sitePlan(of: site, vault, request, theme, resources, context, nil)
    return MadeSite(site: RenderedSite(plan, reading: files(of: vault, resources)), pages: site.pages.count, findings: site.findings)
}

/// The server, its address, and what was told last.
private final class Listener: Sendable {
    let server: PreviewServer
    let url: String
    /// Of the first opening: where the pages are on the map.
    let graph = Mutex<VaultGraph?>(nil)
    private let told = Mutex(FindingsList([]))
    private let http: HTTPServer

    init(_ place: PreviewPlace, theme: @autoclosure () throws -> Theme) throws(PublishingError) {
        let server: PreviewServer
        do { server = PreviewServer(NothingYet(), theme: try theme(), isLoopback: place.isLoopback) } catch let error as PublishingError {
            throw error
        } catch {
            throw PublishingError(.configuration, "\(error)")
        }
        func listen(_ port: UInt16) throws(HTTPServerError) -> HTTPServer {
            try HTTPServer(address: place.address, port: port) { server.answer($0) }
        }
        do throws(HTTPServerError) {
            do throws(HTTPServerError) {
                http = try listen(place.port ?? 8000)
            } catch {
                guard place.port == nil, error.code == EADDRINUSE else { throw error }
                http = try listen(0)
            }
        } catch {
            errno = error.code
            throw PublishingError(
                error.code == EINVAL ? .usage : .cannotCreate, failed: "cannot listen", at: "\(place.address):\(place.port ?? 8000)",
                advice: "Choose another --port (0 takes any that is free) or --host, an address in figures")
        }
        self.server = server
        url = place.url(http.port)
    }

    func show(_ site: any PreviewContent) {
        server.show(site)
        server.reload.tell(error: nil)
    }

    /// - Returns: those that were not there before.
    func replace(_ findings: FindingsList) -> FindingsList {
        told.withLock { told in
            defer { told = findings }
            return findings.new(since: told)
        }
    }
}

private struct NothingYet: PreviewContent {
    func file(_ path: String) throws -> PreviewFile? { nil }
}

extension PublishingError {
    /// As the terminal shows it.
    fileprivate var lines: String {
        let first = [what, place.isEmpty ? "" : "at: \(place)", advice.isEmpty ? "" : "way out: \(advice)"].filter { !$0.isEmpty }
        let more = findings.prefix(20).map { finding in
            let spot = finding.path.isEmpty ? "" : finding.line > 0 ? "\(finding.path):\(finding.line): " : "\(finding.path): "
            return spot + finding.message
        }
        return (first + more).joined(separator: "\n")
    }
}
