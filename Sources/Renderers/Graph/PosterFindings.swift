internal import Snapshot

extension Chart.Faults {
    /// What a person should know about the stored graph; nothing of it stops a poster.
    var findings: [Finding] {
        var findings: [Finding] = []
        func add(_ code: String, _ count: Int, _ what: String) {
            if count > 0 { findings.append(Finding(code, .note, message: "the graph has \(count) \(what)")) }
        }
        add("node-without-position", withoutPosition, "pages without a usable position; posters show them in a corner of their own")
        add("edge-without-node", edgesWithoutNode, "edges to nodes that are not there; they are not drawn")
        add("self-edge", selfEdges, "edges from a page to itself; they are not drawn")
        add("repeated-edge", repeatedEdges, "edges that repeat another one; each is drawn once")
        add("bad-weight", badWeights, "edges with a weight that is no number or negative; they are drawn as the weakest")
        if onOnePoint {
            findings.append(
                Finding(
                    "graph-without-extent", .note, message: "all pages of the graph stand on one point; ask the server for a new layout"))
        }
        return findings
    }
}

extension TierReport {
    /// - Parameter paths: vault path of each title that may be found, by page.
    func findings(path: (Int) -> String) -> [Finding] {
        missingGlyphs.map { missing in
            Finding(
                "missing-glyph", path: path(missing.page),
                message:
                    "no installed font can draw all of the title “\(missing.title)”; posters show boxes – install a font for its script")
        }
    }
}
