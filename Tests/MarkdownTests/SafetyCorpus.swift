import Foundation

/// Hostile pages of our own making, by what they try: `Tests/Fixtures/hostile-markdown.json`, which the browser's tests read too.
///
/// Each is harmless in itself: the worst that it would do is to set a title. `{value}` and `{VALUE}` in a template stand for each of its
/// group's values, `{run}` for the script.
enum SafetyCorpus {
    static let run = "document.title='run'"

    static let all: [String] = {
        guard let data = FileManager.default.contents(atPath: Vaults.fixture("hostile-markdown.json")),
            let groups = try? JSONDecoder().decode([String: Group].self, from: data)
        else { return [] }
        return groups.sorted { $0.key < $1.key }.flatMap { $0.value.all }
    }()

    private struct Group: Decodable {
        var values: [String]?
        var templates: [String]?
        var texts: [String]?

        var all: [String] {
            let made = (values ?? []).flatMap { value in
                (templates ?? []).map {
                    $0.replacingOccurrences(of: "{value}", with: value).replacingOccurrences(of: "{VALUE}", with: value.uppercased())
                }
            }
            return (made + (texts ?? [])).map { $0.replacingOccurrences(of: "{run}", with: SafetyCorpus.run) }
        }
    }
}
