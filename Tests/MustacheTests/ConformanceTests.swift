import Foundation
import Mustache
import Testing

/// The language's own tests, where they lie beside the checkout.
@Suite struct ConformanceTests {
    static let modules = ["comments", "delimiters", "dynamic-names", "interpolation", "inheritance", "inverted", "partials", "sections"]

    static var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/conformance/mustache").standardized
    }

    static var isPresent: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "sections.json").path(percentEncoded: false))
    }

    @Test(.enabled(if: isPresent), arguments: modules) func passes(module: String) throws {
        let data = try Data(contentsOf: Self.folder.appending(path: module + ".json"))
        let suite = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let tests = try #require(suite["tests"] as? [[String: Any]])
        #expect(!tests.isEmpty)
        for test in tests {
            let name = test["name"] as? String ?? ""
            var sources = [(name: "main", source: Array((test["template"] as? String ?? "").utf8))]
            for (partial, text) in test["partials"] as? [String: String] ?? [:] { sources.append((partial, Array(text.utf8))) }
            let set = try TemplateSet(sources, vocabulary: Vocabulary(), options: .init(allowsMissingPartials: true))
            let out = try set.render("main", JSON.value(test["data"], set.vocabulary))
            #expect(String(decoding: out, as: UTF8.self) == test["expected"] as? String, "\(module): \(name)")
        }
    }
}
