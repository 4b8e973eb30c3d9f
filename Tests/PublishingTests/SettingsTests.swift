import Foundation
import HTML
import Site
import Snapshot
import Testing
import Theme

@testable import Publishing

/// `synapse-publish.yml`: what it says, and what is said of what is wrong with it.
@Suite struct SettingsTests {
    private func read(_ text: String, in folder: String = "") throws -> SiteSettings {
        try SiteSettings(Array(text.utf8), file: "\(folder.isEmpty ? "" : folder + "/")s.yml")
    }

    /// Line and words of everything that is wrong.
    private func faults(_ text: String, in folder: String = "") -> [(line: Int, text: String)] {
        do {
            _ = try read(text, in: folder)
            return []
        } catch let error as PublishingError {
            #expect(error.kind == .configuration)
            let line = error.place.split(separator: ":").last.flatMap { Int($0) } ?? 0
            return [(line, "\(error.what). \(error.advice)")] + error.findings.map { ($0.line, $0.message) }
        } catch {
            Issue.record("\(error)")
            return []
        }
    }

    @Test func nothingIsEverySettingAsUsual() throws {
        for text in ["", "# only a comment\n", "title:\nlanguage: ~\nfooter: null\n"] {
            let settings = try read(text)
            #expect(settings.title == nil && settings.language == nil && settings.selection == PageSelection())
            #expect(settings.rules().language == "en" && settings.rules().sources == .link)
        }
    }

    @Test func everySettingOfTheWrittenFileIsOne() throws {
        let folder = try TemporaryFolder()
        #expect(try read(SettingsTemplate.text).selection == PageSelection(), "as it is, it says nothing")
        let lines = SettingsTemplate.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // A comment has one blank after its sign; a setting has none, or its indentation of two and more.
            line.hasPrefix("#") && (!line.hasPrefix("# ") || line.hasPrefix("#  ")) ? String(line.dropFirst()) : String(line)
        }
        try FileManager.default.createDirectory(atPath: "\(folder.path)/templates", withIntermediateDirectories: true)
        try Data("1".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/own.js"))
        let settings = try read(lines.joined(separator: "\n"), in: folder.path)
        #expect(settings.title == "My wiki" && settings.base?.text == "https://wiki.example.org/" && settings.appearances?.count == 2)
        #expect(
            settings.selection.only.types == ["concept", "entity", "source", "synthesis"]
                && settings.selection.except.folders == ["journal"])
        #expect(settings.sources == .link && settings.navigation.count == 5 && settings.footer?.links.count == 1)
        #expect(settings.pageLink?.label == "Edit this page" && settings.snippet?.hosts == ["https://stats.example.org"])
        #expect(settings.colors.count == 3 && settings.templates?.hasSuffix("/templates") == true)
        for key in [
            "title", "language", "base-url", "theme", "search", "markdown", "posters", "publish", "sources", "navigation", "footer",
        ]
            + ["page-link", "snippet", "colors", "templates"]
        { #expect(lines.contains { $0.hasPrefix(key + ":") }, "\(key)") }
    }

    @Test(arguments: [
        ("titel: x", 1, "there is no setting 'titel'. Did you mean 'title'?"), ("\n\nnavigaton: [home]", 3, "Did you mean 'navigation'?"),
        ("zzz: 1", 1, "There are title, language"),
        ("publish:\n  only:\n    tag: [x]", 3, "'tag' below 'publish.only'. Did you mean 'tags'?"),
        ("publish: yes", 1, "'publish' has no settings below it"), ("publish:\n  drafts: perhaps", 2, "neither true nor false"),
        ("language: en us", 1, "does not know 'en us'"), ("language: fr", 1, "It takes en, it, de, ja or ar"),
        ("language: ed", 1, "Did you mean 'de'?"), ("compress: [gz, bz]", 1, "Did you mean 'br'?"),
        ("offline: visted", 1, "Did you mean 'visited'?"), ("og-images: page", 1, "Did you mean 'pages'?"),
        ("history:\n  store: /srv/archive", 2, "leads out of the folder"), ("history:\n  store: a\n  nights: 0", 3, "no whole number"),
        ("base-url: example.org", 1, "takes an http or https address"),
        ("theme: drak", 1, "Did you mean 'dark'?"), ("sources: embded", 1, "Did you mean 'embed'?"), ("search: 1", 1, "true or false"),
        ("title: [a]", 1, "'title' is no text"), ("navigation: home", 1, "'navigation' is no list"),
        ("navigation:\n  - hom", 2, "Did you mean 'home'?"), ("navigation:\n  - home\n  - label: x", 3, "without a target"),
        ("navigation:\n  - page: a\n    url: https://a", 2, "without a target"), ("navigation:\n  - [home]", 2, "has a list in it"),
        ("navigation:\n  - url: javascript:alert(1)", 2, "no address that a site may lead to"),
        ("footer:\n  links:\n    - url: \"https://a b\"", 3, "no address that a site may lead to"),
        ("page-link: ftp://x/{path}", 1, "takes an http or https address"), ("page-link: https://x/{paht}", 1, "Did you mean 'path'?"),
        ("snippet:\n  hosts: [https://a.example]", 2, "has no script"), ("snippet:\n  script: ../x.js", 2, "leads out of the folder"),
        ("snippet:\n  script: /etc/hosts", 2, "leads out of the folder"), ("snippet:\n  script: none.js", 2, "cannot be read"),
        ("snippet:\n  script: s.js\n  hosts: [\"https://a.example/x\"]", 3, "takes origins"),
        ("snippet:\n  script: s.js\n  hosts: [\"*\"]", 3, "takes origins"), ("templates: none", 1, "there is no folder"),
        ("templates: ..", 1, "leads out of the folder"), ("colors:\n  light: {a.b: red}", 2, "takes a colour, not 'red'"),
        ("colors:\n  drak: {}", 2, "Did you mean 'dark'?"), ("title: a\ntitle: b", 2, "the key 'title' is there twice"),
        ("publish:\n  only: {}\n  only: {}", 3, "there twice"), ("? [a]\n: b", 1, "a key is no text"), ("- a", 1, "no keys with values"),
        ("a: b: c", 1, "Not YAML"), ("title: {{x}}", 1, "a key is no text"),
    ])
    func wrongSettingsAreToldWithTheirLine(_ text: String, _ line: Int, _ said: String) throws {
        let found = faults(text)
        #expect(found.contains { $0.line == line && $0.text.contains(said) }, "\(text): \(found)")
    }

    @Test func everythingThatIsWrongIsToldAtOnce() {
        let found = faults("titel: x\ntheme: drak\npublish:\n  only:\n    typs: [a]\n")
        #expect(found.map(\.line) == [1, 2, 5])
    }

    @Test func aLinkThatLeadsOutIsNotFollowed() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/in", withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/secret"))
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/in/own.js", withDestinationPath: "../secret")
        #expect(faults("snippet: {script: own.js}", in: folder.path + "/in").first?.text.contains("leads out of the folder") == true)
    }

    @Test func colorsAreMeasured() throws {
        let resources = try Resources(environment: [:], executable: #filePath)
        func fault(_ text: String) throws -> PublishingError? {
            let own = resources.with(try read(text))
            do throws(PublishingError) {
                _ = try own.theme()
                return nil
            } catch { return error }
        }
        #expect(try fault("colors: {light: {accent.accent: \"#0b5c8a\", accent.accent-strong: \"#084a70\"}}") == nil)
        let pale = try #require(try fault("title: x\ncolors:\n  light: {accent.accent: \"#ffee00\"}"))
        #expect(
            pale.place == "s.yml:3" && pale.what.contains("accent.accent on ") && pale.what.contains("text needs 4.5")
                && pale.advice.contains("would do"))
        // What is proposed is enough.
        let better = try #require(pale.advice.split(separator: " ").first { $0.hasPrefix("#") })
        #expect(try fault("colors: {light: {accent.accent: \"\(better)\", accent.accent-strong: \"\(better)\"}}") == nil)
        #expect(try fault("colors: {dark: {text.text: \"#000\"}}")?.what.contains("pure black") == true)
        #expect(try fault("colors: {dark: {text.txet: \"#fff\"}}")?.advice == "Did you mean 'text.text'?")
    }

    @Test func templatesReplaceOneEach() throws {
        let folder = try TemporaryFolder()
        let own = "\(folder.path)/templates"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        let resources = try Resources(environment: [:], executable: #filePath).with(SiteSettings(), templates: own)
        #expect(try resources.templates().count == Resources(environment: [:], executable: #filePath).templates().count)
        try Data("own".utf8).write(to: URL(fileURLWithPath: "\(own)/foot.mustache"))
        try Data("part".utf8).write(to: URL(fileURLWithPath: "\(own)/own-part.mustache"))
        let templates = try resources.templates()
        #expect(
            templates["foot.mustache"] == Array("own".utf8) && templates["own-part.mustache"] != nil && templates["page.mustache"] != nil)
        #expect(
            resources.place(of: "foot.mustache") == "\(own)/foot.mustache"
                && resources.place(of: "page.mustache").hasSuffix("/templates/page.mustache"))
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(own)/fot.mustache"))
        #expect { try resources.templates() } throws: { "\($0)".contains("Did you mean 'foot.mustache'?") }
    }
}
