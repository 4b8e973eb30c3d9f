internal import Canvas

/// What lives on the map.
extension Legend {
    /// What lives on the map: communities, or what is gone from it.
    func lands(x: Double, y: Double, width: Double, room: Double) throws(CanvasError) -> Block {
        if let changes = plan.changes { return try gone(changes.gone, x: x, y: y, width: width, room: room) }
        return try communities(x: x, y: y, width: width, room: room)
    }

    func gone(_ titles: [String], x: Double, y: Double, width: Double, room: Double) throws(CanvasError) -> Block {
        guard !titles.isEmpty else { return Block() }
        let pitch = 28 * u
        var block = try heading("\(words.gone): \(words.number(titles.count))", x: x, y: y)
        let most = max(1, Int((room - block.height) / pitch))
        let shown = titles.count <= most ? titles.count : most - 1
        for title in titles.prefix(shown) {
            let line = try typesetter.block(title, Font(weight: 500), width: width / (17 * u), lines: 1).lines
            block.items += line.map { .text($0.item(17 * u, .muted, at: .start, x: x, baseline: y + block.height + 19 * u)) }
            block.height += pitch
        }
        if shown < titles.count { try more(titles.count - shown, x: x, &block, y: y, pitch: pitch) }
        return block
    }

    func communities(x: Double, y: Double, width: Double, room: Double) throws(CanvasError) -> Block {
        let pitch = 30 * u
        let rows = communityRows()
        var block = try heading(isPart ? words.neighbours : words.communities, x: x, y: y)
        let most = Int((room - block.height) / pitch) - (hasRings ? plan.sheet.arrangement == .narrow ? 2 : 1 : 0)
        guard !rows.isEmpty, most >= 2 else { return Block() }
        let all = isPart ? rows.count : max(plan.communityCount, rows.count)
        let shown = all <= most ? rows.count : min(rows.count, most - 1)
        for row in rows.prefix(shown) {
            let middle = y + block.height + pitch / 2
            let swatch = Path.roundedRect(Rect(x: x, y: middle - 9 * u, width: 27 * u, height: 18 * u), radius: 5 * u)
            let ink = Ink(token: plan.communityToken(row.community))
            block.items.append(.fill(swatch, ink.faded(0.3)))
            block.items.append(.stroke(swatch, ink.readable(3), Canvas.Stroke(1.4 * u)))
            try entry(plan.communityName(row.community), row.count, x: x + 40 * u, right: x + width, middle: middle, &block)
            block.height += pitch
        }
        if all > shown { try more(all - shown, x: x + 40 * u, &block, y: y, pitch: pitch) }
        if hasRings, let first = rows.first {
            let center = Point(x + 13.5 * u, y + block.height + pitch / 2)
            let ring = Ink(token: plan.communityToken(first.community)).readable(3)
            block.items.append(.stroke(.circle(center, radius: 8.6 * u), ring, Canvas.Stroke(1.5 * u)))
            block.items.append(.fill(.circle(center, radius: 6 * u), .muted))
            let note = try typesetter.block(words.abroad, Font(), width: (width - 40 * u) / (17 * u), lines: 2)
            for (row, line) in note.lines.enumerated() {
                block.items.append(
                    .text(line.item(17 * u, .muted, at: .start, x: x + 40 * u, baseline: center.y + (6 + 21 * Double(row)) * u)))
            }
            block.height += pitch + 21 * u * Double(note.lines.count - 1)
        }
        return block
    }

    var isPart: Bool { if case .community = plan.scope { true } else { false } }

    /// Communities with their pages; around one, the others with the links that lead there.
    func communityRows() -> [(community: Int, count: Int)] {
        guard isPart else { return plan.territories.map { ($0.community, $0.pages) } }
        var counts: [Int: Int] = [:]
        let nodes = plan.chart.nodes
        for link in plan.chart.links where nodes[link.a].isContext != nodes[link.b].isContext {
            counts[nodes[link.a].isContext ? nodes[link.a].community : nodes[link.b].community, default: 0] += 1
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}
