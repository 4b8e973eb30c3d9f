/// Compares the parts of one reading with each other. None alone tells of every change: a delete does not move the data version, an
/// edit on the server's disk moves neither the list's hash nor its date.
struct CrossChecks {
    private let reading: VaultReading
    /// What does not fit within the reading itself.
    private var parts: [String] = []

    init(_ reading: VaultReading) {
        self.reading = reading
        parts = export() + graph()
    }

    /// What was asked again after everything else.
    struct Closing {
        var status: ServerStatus
        /// The first part of the page list and how many pages there are.
        var rows: [PageRow]
        var total: Int
        /// Listed files whose bytes differ from the list's hash or size, and whose bytes on the server differ from what was read too.
        var moved: [String] = []
    }

    /// - Parameter closing: nil while the reading goes on.
    func contradictions(_ closing: Closing? = nil) -> [String] { versions(closing) + list(closing) + parts + files(closing) }

    private func versions(_ closing: Closing?) -> [String] {
        guard let closing else { return [] }
        var found: [String] = []
        let (before, after) = (reading.status, closing.status)
        if after.vault != before.vault { found.append("the server changed from vault \(before.vault) to \(after.vault)") }
        if after.dataVersion != before.dataVersion {
            found.append("the data version moved from \(before.dataVersion) to \(after.dataVersion)")
        }
        return found
    }

    private func list(_ closing: Closing?) -> [String] {
        var found: [String] = []
        if reading.listing.count != reading.listed {
            found.append("the page list announced \(reading.listed) rows and held \(reading.listing.count)")
        }
        guard let closing else { return found }
        if closing.total != reading.listed { found.append("there were \(reading.listed) pages at first and \(closing.total) at the end") }
        let asked = Set(closing.rows.map(\.id))
        let known = reading.listing.filter { asked.contains($0.id) }
        let before = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let changed = closing.rows.count { before[$0.id] != $0 }
        if changed > 0 { found.append("\(changed) of the newest \(closing.rows.count) pages are listed otherwise at the end") }
        return found
    }

    private func export() -> [String] {
        guard let export = reading.export else { return [] }
        var found: [String] = []
        let listed = Dictionary(reading.listing.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let exported = Set(export.rows.map(\.id))
        let missing = listed.keys.count { !exported.contains($0) }
        let extra = exported.count { listed[$0] == nil }
        if missing + extra > 0 { found.append("the export lacks \(missing) listed pages and has \(extra) others") }
        let changed = export.rows.count { row in
            guard let other = listed[row.id] else { return false }
            return row.path.map { !VaultPath.same($0, other.path) } ?? false || (row.hash != nil && row.hash != other.hash)
        }
        if changed > 0 { found.append("the export has another path or hash for \(changed) listed pages") }
        if let version = export.dataVersion, version != reading.status.dataVersion {
            found.append("the export is of data version \(version), not \(reading.status.dataVersion)")
        }
        return found
    }

    private func graph() -> [String] {
        var found: [String] = []
        if let version = reading.graph.dataVersion, version != reading.status.dataVersion {
            found.append("the graph is of data version \(version), not \(reading.status.dataVersion)")
        }
        let ids = Set(reading.listing.map(\.id))
        let strangers = reading.graph.nodes.count { !ids.contains($0.id) }
        if strangers > 0 { found.append("the graph has \(strangers) nodes that are not in the page list") }
        // A list that is empty is one that the server has not computed yet, and not another one.
        if let exported = reading.export?.edges, exported.count > 0, !reading.graph.edges.isEmpty {
            var drawn = EdgeSum()
            for edge in reading.graph.edges { drawn.add(edge.source, edge.target, edge.weight, edge.kind) }
            if drawn != exported {
                found.append("the graph's \(drawn.count) edges are not the \(exported.count) of the export")
            }
        }
        return found
    }

    private func files(_ closing: Closing?) -> [String] {
        guard let closing, let first = closing.moved.first else { return [] }
        let more = closing.moved.count > 1 ? " and \(closing.moved.count - 1) more" : ""
        return ["\(first)\(more) changed while the files were read"]
    }
}
