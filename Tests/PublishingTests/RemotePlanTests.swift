import Testing

@testable import Publishing

@Suite struct RemotePlanTests {
    private func stages(_ site: [String: String], _ there: [String: String?], owned: Set<String>? = nil) -> [String] {
        let plan = RemotePlan(site: site, there: there, owned: owned ?? Set(there.keys))
        return plan.parts.map { "\($0.stage): \($0.paths.joined(separator: " "))" }
            + (plan.removals.isEmpty ? [] : ["gone: \(plan.removals)"])
    }

    @Test func aFirstSiteComesInTheOrderOfItsRoles() {
        let paths = [
            "index.html", "sw.js", "assets/site.0a1b2c3d.css", "assets/search/0a1b2c3d/l0.js", "assets/search/index.js", "assets/nav.js",
            "a.html",
            "a.md", "feed.xml", "types/concept.xml", "raw/x.xml", "sitemap-2.xml",
        ]
        #expect(
            stages(Dictionary(uniqueKeysWithValues: paths.map { ($0, "1") }), [:]) == [
                "newAssets: a.md assets/search/0a1b2c3d/l0.js assets/site.0a1b2c3d.css raw/x.xml",
                "newLists: assets/nav.js assets/search/index.js feed.xml sitemap-2.xml types/concept.xml", "newPages: a.html",
                "home: index.html", "worker: sw.js",
            ])
    }

    @Test func onlyWhatDiffersIsSentAndWhatIsGoneGoesLast() {
        let there = [
            "a.html": "1", "b.html": "1", "gone.html": "1", "assets/nav.js": "1", "x.png": "1", "assets/old.0a1b2c3d.css": "1",
            "index.html": "1",
        ]
        let site = [
            "a.html": "1", "b.html": "2", "new.html": "1", "assets/nav.js": "2", "x.png": "2", "assets/new.0a1b2c3e.css": "1",
            "index.html": "2",
        ]
        #expect(
            stages(site, there) == [
                "newAssets: assets/new.0a1b2c3e.css", "changedAssets: x.png", "newPages: new.html", "changedPages: b.html",
                "changedLists: assets/nav.js", "home: index.html", #"gone: ["assets/old.0a1b2c3d.css", "gone.html"]"#,
            ])
        #expect(RemotePlan(site: site, there: there, owned: []).unchanged == 1)
    }

    @Test func whatLiesPackedBesideAFileComesWithIt() {
        #expect(
            stages(["a.html.gz": "1", "assets/nav.js.br": "2", "index.html.br": "1"], ["assets/nav.js.br": "1"]) == [
                "newPages: a.html.gz", "changedLists: assets/nav.js.br", "home: index.html.br",
            ])
    }

    @Test func aHashThatNobodyKnowsIsNoEqualOne() {
        #expect(stages(["a.html": "1"], ["a.html": nil]) == ["changedPages: a.html"])
    }

    @Test func strangersAreSeenAndNeverRemoved() {
        let plan = RemotePlan(
            site: ["a.html": "1", "b.html": "1"], there: ["a.html": "1", "b.html": "2", "letter.txt": "1"], owned: ["b.html"])
        #expect(plan.strangers == ["a.html"] && plan.removals == [])
    }

    @Test(arguments: ["s3:bucket", "my remote:bucket/a b/", ":s3:bucket/prefix", "a.b@c+d:x", "box:/srv/web//"])
    func aPlaceIsARemoteAndAPath(_ text: String) throws {
        let place = try RemotePlace(text)
        #expect(text.hasPrefix("\(place)") && !place.path.hasSuffix("/"))
        #expect(place.description == String(text.reversed().drop { $0 == "/" }.reversed()))
    }

    @Test(arguments: [
        "", "bucket", ":", "s3:", "s3:/", "-config:x", " s3:x", "a/b:c", "s3,access_key_id=SECRET:bucket",
        ":s3,secret_access_key=SECRET:bucket",
        ":s3,secret_access_key='SECRET:1':bucket", "s3:a\nb", "::x",
    ])
    func whatIsNoPlaceIsRefusedWithoutItsSecrets(_ text: String) {
        let error = #expect(throws: PublishingError.self) { try RemotePlace(text) }
        #expect(error?.kind == .configuration && error?.description.contains("SECRET") == false)
    }

    @Test func whatRcloneSaysIsToldWithoutWhatIsSigned() {
        let said =
            #"2026/11/30 02:30:00 ERROR : a@b.html: Put "https://ada:pw@host/shelf/a@b.html?X-Amz-Signature=00ff": EOF (see http://h/x?y=1)"#
        #expect(
            String(decoding: Rclone.clean(Array(said.utf8)), as: UTF8.self)
                == #"2026/11/30 02:30:00 ERROR : a@b.html: Put "https://…@host/shelf/a@b.html": EOF (see http://h/x"#)
    }
}
