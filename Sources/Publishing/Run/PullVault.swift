import Foundation
internal import Layout
internal import Site
public import Snapshot
import Synchronization

/// Reads a vault into a snapshot folder at `path`: a server's, or one that lies on this disk as a folder or a ZIP.
public func pullVault(
    _ source: VaultSource, to path: String, access: VaultAccess, _ context: RunContext
) throws(PublishingError) -> VaultSnapshot {
    _ = BuildRecipe.libraries
    let guardId = context.interruption.guarding { StagedFolder.discardUnfinished(for: path) }
    defer { context.interruption.release(guardId) }
    do throws(SnapshotError) {
        switch source {
        case .server(let url): return try pullServer(url, to: path, access, context)
        case .vault(let vault): return try pullLocal(localOptions(vault, access, context), to: path)
        case .folder(let path) where !isSnapshotFolder(path):
            let isThere = FileManager.default.fileExists(atPath: path)
            throw SnapshotError(
                .noInput, isThere ? "neither a vault nor a ZIP of one" : "there is no such file or folder", at: path,
                advice: "Give a server's URL, a vault's folder or its ZIP.")
        case .folder, .sample:
            throw SnapshotError(.usage, "a snapshot is not pulled", advice: "Give a server's URL, a vault's folder or its ZIP.")
        }
    } catch {
        throw PublishingError(error)
    }
}

/// Throws where no server can have this address: another scheme, user info, plain http to another machine.
public func checkServer(_ url: String, allowsInsecure: Bool) throws(PublishingError) {
    _ = BuildRecipe.libraries
    do throws(SnapshotError) { try checkServerURL(url, allowInsecure: allowsInsecure) } catch { throw PublishingError(error) }
}

private func pullServer(
    _ url: String, to path: String, _ access: VaultAccess, _ context: RunContext
) throws(SnapshotError) -> VaultSnapshot {
    var options = PullOptions(
        url: url, token: access.token, allowInsecure: access.allowsInsecure, progress: pullProgress(context.progress))
    options.requiresConsistency = access.requiresConsistency
    options.since = access.since
    options.freshLayout = access.freshLayout
    return try pull(options, to: path)
}

/// A vault's folder as it lies there, at the places of an earlier opening.
func openLive(_ folder: String, like old: VaultGraph, _ context: RunContext) throws(PublishingError) -> VaultSnapshot {
    _ = BuildRecipe.libraries
    var options = localOptions(folder, VaultAccess(), context)
    options.arrange = { $0.placed(like: old) }
    do throws(SnapshotError) { return try openInPlace(options) } catch { throw PublishingError(error) }
}

private func localOptions(_ vault: String, _ access: VaultAccess, _ context: RunContext) -> LocalOptions {
    var options = LocalOptions(
        path: vault, links: { localLinks($0, jobs: context.jobs) },
        arrange: { (graph) throws(SnapshotError) in try arranged(graph) }, progress: pullProgress(context.progress))
    options.requiresConsistency = access.requiresConsistency
    options.since = access.since
    options.freshLayout = access.freshLayout
    return options
}

// MARK: The graph of a vault without a server

/// The published pages and the links between them, from bodies and embeds: a pair of pages weighs 1, and 2 where each links to the
/// other. Private pages get no node, so nothing of them can be drawn.
private func localLinks(_ snapshot: VaultSnapshot, jobs: Int) -> VaultGraph {
    let pages = makeSite(snapshot, jobs: jobs).pages
    let order = pages.indices.filter { !isApparatus(pages[$0]) }.sorted { pages[$0].id.utf8.lexicographicallyPrecedes(pages[$1].id.utf8) }
    var place = [Int32?](repeating: nil, count: pages.count)
    for (index, page) in order.enumerated() { place[page] = Int32(index) }
    var weights: [Pair: Double] = [:]
    for (index, page) in pages.enumerated() {
        guard let source = place[index] else { continue }
        for target in Set(page.links.compactMap(\.target)) where target != index {
            if let target = place[target] { weights[Pair(source, target), default: 0] += 1 }
        }
    }
    var graph = VaultGraph()
    graph.nodes = order.map { index in
        let page = pages[index]
        return VaultGraph.Node(id: page.id, title: page.title, type: page.type, x: 0, y: 0, domain: page.domain)
    }
    graph.edges = weights.map { VaultGraph.Edge(source: $0.one, target: $0.other, weight: $1, kind: "link") }
        .sorted { ($0.source, $0.target) < ($1.source, $1.target) }
    for edge in graph.edges {
        graph.nodes[Int(edge.source)].degree += 1
        graph.nodes[Int(edge.target)].degree += 1
    }
    let most = Double(graph.nodes.map(\.degree).max() ?? 0)
    // As the server sizes them: 8 without a link, 28 with the most.
    for index in graph.nodes.indices where most > 0 {
        graph.nodes[index].size = 8 + 20 * (Double(graph.nodes[index].degree) / most).squareRoot()
    }
    return graph
}

/// Pages that link to everything are in no server's graph either: they would draw all others together.
private func isApparatus(_ page: Page) -> Bool {
    ["index", "log", "overview", "query"].contains(page.type ?? "")
        || ["wiki/index.md", "wiki/log.md", "wiki/overview.md"].contains(page.path)
}

private struct Pair: Hashable {
    let one: Int32
    let other: Int32

    init(_ left: Int32, _ right: Int32) { (one, other) = (min(left, right), max(left, right)) }
}

extension ResolvedLink {
    fileprivate var target: PageIndex? {
        switch self {
        case .page(let page, _), .embed(let page, _): page
        default: nil
        }
    }
}

/// Places and communities, computed here because nobody else has.
private func arranged(_ graph: VaultGraph) throws(SnapshotError) -> VaultGraph {
    let edges = graph.edges.map { GraphLayout.Edge(Int($0.source), Int($0.target), weight: $0.weight) }
    let layout: GraphLayout
    do throws(LayoutError) {
        layout = try GraphLayout(nodes: graph.nodes.count, edges: edges)
    } catch {
        throw SnapshotError(.badData, error.description, advice: "Put a server's graph.json beside the vault.")
    }
    var graph = graph
    for index in graph.nodes.indices {
        graph.nodes[index].x = layout.x[index]
        graph.nodes[index].y = layout.y[index]
        graph.nodes[index].community = layout.communities[index]
    }
    graph.communities = communities(graph)
    graph.layout = VaultGraph.Layout(method: layout.method)
    return graph
}

/// Named as the server names them: after the domain that most of their pages have, else after their hub.
private func communities(_ graph: VaultGraph) -> [VaultGraph.Community] {
    var members: [Int: [Int]] = [:]
    for (index, node) in graph.nodes.enumerated() { members[node.community, default: []].append(index) }
    var inside: [Int: Int] = [:]
    for edge in graph.edges {
        let (one, other) = (graph.nodes[Int(edge.source)].community, graph.nodes[Int(edge.target)].community)
        if one == other { inside[one, default: 0] += 1 }
    }
    return members.sorted { $0.key < $1.key }.map { id, nodes in
        let hub = nodes.min { (-graph.nodes[$0].degree, $0) < (-graph.nodes[$1].degree, $1) }.map { graph.nodes[$0] }
        let domains = Dictionary(grouping: nodes.compactMap { graph.nodes[$0].domain }, by: { $0 })
        let domain = domains.min { (-$0.value.count, $0.key) < (-$1.value.count, $1.key) }
        let common = domain.flatMap { $0.value.count * 2 > nodes.count ? $0.key : nil }
        let pairs = nodes.count * (nodes.count - 1) / 2
        let cohesion = pairs == 0 ? 0 : (Double(inside[id] ?? 0) / Double(pairs) * 10_000).rounded() / 10_000
        return VaultGraph.Community(
            id: id, label: common ?? hub?.title ?? "\(id)", size: nodes.count, cohesion: cohesion, domain: domain?.key, topPage: hub?.id)
    }
}

/// A pull says where it is; a run's progress wants to hear of stages and steps.
private func pullProgress(_ progress: RunProgress) -> @Sendable (PullProgress) -> Void {
    let last = Mutex<PullProgress?>(nil)
    return { now in
        let before = last.withLock { last in
            defer { last = now }
            return last
        }
        if before?.stage != now.stage || before?.total != now.total { progress.begin(now.stage.phrase, now.total ?? 0) }
        let done = before?.stage == now.stage && before?.total == now.total ? before?.done ?? 0 : 0
        if now.done > done { progress.advance(now.done - done) }
    }
}

extension PullProgress.Stage {
    fileprivate var phrase: String {
        switch self {
        case .status: "Asking the server"
        case .list: "Reading the page list"
        case .data: "Reading the graph and the sources"
        case .archive: "Downloading the vault"
        case .files: "Writing the vault's files"
        case .single: "Reading single files"
        case .layout: "Computing the graph's layout"
        }
    }
}
