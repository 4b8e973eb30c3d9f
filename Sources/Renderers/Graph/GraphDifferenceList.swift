internal import Foundation

/// `changes.json`.
struct GraphDifferenceList: Encodable {
    var format = 1
    var difference: GraphDifference

    init(_ difference: GraphDifference) { self.difference = difference }

    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}
