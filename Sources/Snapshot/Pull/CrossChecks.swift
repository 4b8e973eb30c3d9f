/// Compares the parts of one reading with each other. None alone tells of every change: a delete does not move the data version, an
/// edit on the server's disk moves neither the list's hash nor its date.
struct CrossChecks {
    let reading: VaultReading
    /// How many rows the page list announced.
    let listed: Int
    /// `/status` after everything else.
    let after: ServerStatus
    /// How many pages there are after everything else.
    let totalAfter: Int

    func contradictions() -> [String] {
        var found: [String] = []
        let before = reading.status
        if after.vault != before.vault { found.append("the server changed from vault \(before.vault) to \(after.vault)") }
        if after.dataVersion != before.dataVersion {
            found.append("the data version moved from \(before.dataVersion) to \(after.dataVersion)")
        }
        if reading.rows.count != listed { found.append("the page list announced \(listed) rows and held \(reading.rows.count)") }
        if totalAfter != listed { found.append("there were \(listed) pages at first and \(totalAfter) at the end") }
        let ids = Set(reading.rows.map(\.id))
        if let export = reading.export {
            let exported = Set(export.rows.map(\.id))
            let missing = ids.subtracting(exported).count
            let extra = exported.subtracting(ids).count
            if missing + extra > 0 { found.append("the export lacks \(missing) listed pages and has \(extra) others") }
            if let version = export.dataVersion, version != before.dataVersion {
                found.append("the export is of data version \(version), not \(before.dataVersion)")
            }
        }
        if let version = reading.graph.dataVersion, version != before.dataVersion {
            found.append("the graph is of data version \(version), not \(before.dataVersion)")
        }
        let strangers = reading.graph.nodes.count { !ids.contains($0.id) }
        if strangers > 0 { found.append("the graph has \(strangers) nodes that are not in the page list") }
        return found
    }
}
