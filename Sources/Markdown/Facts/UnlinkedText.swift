/// What a page says outside of links and code, as UTF-8 with a line feed after each block: where names stand that lead nowhere.
public func unlinkedText(_ body: ArraySlice<UInt8>) -> [UInt8] {
    let mark = Arena.mark()
    defer { Arena.release(to: mark) }
    guard let document = Document(body, bodyLine: 1) else { return [] }
    var text = PlainText()
    var walk = TreeWalk(document.root)
    var goesOn = walk.step()
    while goesOn {
        guard walk.isEntering else {
            goesOn = walk.step()
            continue
        }
        switch walk.node.kind {
        case .paragraph, .tableCell, .heading: text.buffer.append(0x0A)
        default: break
        }
        switch walk.node.kind {
        // A name does not go over a link: what is left out keeps its neighbours apart.
        case .link, .wikilink, .embed, .image, .code, .tag, .math, .displayMath:
            text.buffer.append(0x0A)
            goesOn = walk.stepOver()
        default: goesOn = text.append(walk.node) ? walk.stepOver() : walk.step()
        }
    }
    return Array(text.buffer.bytes)
}
