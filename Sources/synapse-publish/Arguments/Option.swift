import HTML

/// A row of a command's option table.
struct Option: Sendable {
    /// Without dashes.
    let name: String
    /// What stands for the value in the help; nil for a switch.
    let value: String?
    let help: String
    /// What the value can be, where that is a list; for completions.
    let choices: [String]

    init(_ name: String, _ value: String? = nil, _ help: String, choices: [String] = []) {
        self.name = name
        self.value = value
        self.help = help
        // `mock|real` is a list already; `ID|all` has one word of it.
        let listed = value.map { $0.contains("|") ? $0.split(separator: "|").map(String.init) : [] } ?? []
        self.choices = choices.isEmpty ? listed.filter { $0 == $0.lowercased() } : choices
    }
}

extension Option {
    static let out = Option("out", "DIR", "folder to make; one that an earlier run made is replaced, any other is refused")
    static let tokenFile = Option("token-file", "FILE", "file with the server's token (or the variable SYNAPSE_TOKEN)")
    static let insecure = Option("insecure", nil, "allow plain http to a host that is not this machine")
    static let since = Option("since", "SNAPSHOT", "share unchanged files with an earlier snapshot, keep its layout, say what changed")
    static let freshLayout = Option("fresh-layout", nil, "with --since: take the server's layout even where the graph is the same")
    static let jobs = Option("jobs", "N", "threads (all cores); the output does not depend on it")
    static let strict = Option("strict", nil, "exit with 1 when there are warnings or errors among the findings")
    static let report = Option("report", "FILE", "write all findings as JSON")
    static let baseline = Option(
        "baseline", "FILE", "tell only what is not in FILE, an earlier run's --report; exit with 1 when that is more than notes")
    static let mentions = Option("mentions", nil, "list the pages that others name without a link to them, and who does")
    static let json = Option("json", nil, "print one JSON object instead of a summary for people")
    static let quiet = Option("quiet", nil, "print errors only")
    static let verbose = Option("verbose", nil, "print every finding")
    static let help = Option("help", nil, "print this help")

    /// What every command has.
    static let output: [Option] = [json, quiet, verbose, help]
}

extension Option {
    static let settings = Option("config", "FILE", "the site's settings (synapse-publish.yml in the vault, beside SOURCE, or here)")
    static let templates = Option("templates", "DIR", "templates of your own, each in place of the one of its name (docs/templates.md)")
    static let theme = Option("theme", "both|light|dark", "follow the reader's system, or pin one theme (both)")
    static let language = Option(
        "lang", "LANG", "language of the site's own words: en, it, de, ja or ar, also with a region (en)",
        choices: SiteLanguages.codes)
    static let baseURL = Option("base-url", "URL", "where the site will be served; the not-found page's links and shared addresses need it")
    static let mermaid = Option("mermaid", "COMMAND", "make pictures of Mermaid diagrams: COMMAND reads one and writes SVG (shown as code)")
    static let previews = Option("og-images", "none|groups|pages", "pictures of shared links, with --base-url (groups)")
    static let compress = Option(
        "compress", "gz,br", "pack text files beside the originals: gz, br, both, or none (none)",
        choices: ["gz", "br", "gz,br", "none"])
    static let offline = Option("offline", "visited|all|remove", "have browsers keep pages for when there is no network (nothing)")
    static let full = Option("full", nil, "make everything anew, whatever an earlier build left")
    static let verifyIncremental = Option(
        "verify-incremental", nil, "make the site a second time from nothing, and fail where the two differ")
    static let pastStore = Option("store", "DIR", "show what was on earlier nights, from this archive")
    static let historyNights = Option("history-nights", "N", "with --store: so many of the last nights that differ, as a whole (30)")
    static let historyVersions = Option("history-versions", "N", "with --store: so many last versions of a page besides (5)")
    static let noPosters = Option("no-posters", nil, "leave the graph posters out")
    static let noMarkdown = Option("no-markdown", nil, "leave out the pages' text as Markdown beside them")
    static let noSearch = Option("no-search", nil, "leave the search and its index out")
}
