import Foundation
import Theme

/// The project's own token file.
enum BrandTokens {
    static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../templates/tokens.json").standardized

    static func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }
    static func theme() throws -> Theme { try Theme(tokens: bytes()) }
}
