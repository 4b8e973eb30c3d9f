import Site

/// What the script of earlier nights is given, as calls that it takes in: nothing can be fetched from a folder.
extension SiteContext {
    /// Where each page of a night is: those that read differently by the night of their version, those that have none, and the night's words.
    func nightMap(_ history: SiteHistory, _ place: Int) -> Artifact {
        let state = history.states[place]
        return Artifact(
            HistoryAddresses.map(history.nights[state.from]),
            .rendered { [self] in
                var versions: [Int: [String]] = [:]
                for page in history.pages {
                    guard let version = history.version(of: page, in: state) else { continue }
                    versions[version.from, default: []].append(site.pages[page.page].address)
                }
                let byNight = versions.sorted { $0.key < $1.key }.map { night, pages in
                    (history.nights[night].name, ScriptText.list(pages.map { .text($0) }))
                }
                return Rendering(
                    call(
                        "night",
                        [
                            ("night", .text(history.nights[state.from].name)),
                            ("title", .text(language.phrase(.asOf(date: days(state.from, state.last, history))))),
                            ("today", .text(language.text(.versionNow))), ("none", .text(language.text(.notThen))),
                            ("absent", .list(state.absent.map { .text(site.pages[$0].address) })), ("versions", .object(byNight)),
                        ]))
            })
    }

    /// All versions of a page with that of now, oldest first, as the lines of their HTML: a line that several have is there once.
    func versionTexts(_ page: SiteHistory.PageHistory, of history: SiteHistory) -> Artifact {
        Artifact(
            HistoryAddresses.texts(site.pages[page.page]),
            .rendered { [self] in
                // Shown on the page of the versions, so that is where links start from.
                let base = Base(HistoryAddresses.page(site.pages[page.page]))
                var lines: [ScriptText] = []
                var numbers: [ArraySlice<UInt8>: Int] = [:]
                func version(_ name: String, _ text: SiteHistory.Text) throws -> ScriptText {
                    let html = try html(of: text, on: page.page, base)
                    let places = html.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> ScriptText in
                        if let known = numbers[line] { return .number(known) }
                        numbers[line] = lines.count
                        lines.append(.text(String(decoding: line, as: UTF8.self)))
                        return .number(lines.count - 1)
                    }
                    return .object([("name", .text(name)), ("lines", .list(places))])
                }
                var versions = try page.versions.map { try version(days($0.from, $0.last, history), $0.text) }
                versions.append(try version(language.text(.versionNow), page.now))
                return Rendering(call("texts", [("versions", .list(versions)), ("lines", .list(lines))]))
            })
    }

    private func call(_ name: String, _ fields: [(String, ScriptText)]) -> [UInt8] {
        var out = Array("SynapseHistory.\(name)(".utf8)
        ScriptText.append(.object(fields), to: &out)
        return out + Array(");\n".utf8)
    }
}
