import Foundation
import Gallery
import Snapshot
import Testing

@testable import Publishing

@Suite struct GalleryReviewTests {
    private let folder: TemporaryFolder
    private let picture = "not a real picture"

    init() throws {
        folder = try TemporaryFolder()
        // As the program does: a browser that ended is told by the call that fails.
        signal(SIGPIPE, SIG_IGN)
    }

    /// A gallery's list with one screen, its picture, and a matter without evidence.
    private func makeGallery() throws -> Evidence {
        let home = Evidence(
            screen: "home", title: "Home", content: "c", template: "t", tokens: "k",
            pictures: ["home-filled-light": sha256Hex(picture.utf8)], values: ["--accent": "#2563eb / #58a6ff"])
        let matter = Evidence(screen: "graph-renderer", title: "", content: "m", template: "", tokens: "", kind: .matter)
        let lines = try [home, matter].map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        try folder.write(lines.joined(separator: "\n"), to: "gallery/\(Evidence.fileName)")
        try folder.write(picture, to: "gallery/pictures/home-filled-light.png")
        return home
    }

    private func review() throws -> GalleryReview { try GalleryReview(ledger: folder("ledger.json"), gallery: folder("gallery")) }

    @Test func whatIsApprovedIsKept() throws {
        let home = try makeGallery()
        var review = try review()
        try review.decide(.approved, ["home"], by: "Mara", comment: "", when: "2026-11-30T08:30:00Z")
        #expect(review.keptPictures == 1)
        let store = ApprovedStore(beside: folder("ledger.json"))
        let decision = try #require(review.ledger.lastApproval(of: "home"))
        #expect(store.set(of: decision) == ApprovedSet(home))
        #expect(store.picture(sha256Hex(picture.utf8)) == Array(picture.utf8))
        // A second approval of the same adds nothing.
        try review.decide(.approved, ["home"], by: "Jo", comment: "", when: "2026-11-30T09:30:00Z")
        #expect(review.keptPictures == 1)
        // What was tampered with is not what was approved.
        try folder.write("else", to: "gallery.approved/pictures/\(sha256Hex(picture.utf8)).png")
        #expect(store.picture(sha256Hex(picture.utf8)) == nil)
        #expect(store.picture("../../etc/passwd") == nil)
    }

    @Test func aGalleryWhosePictureWasExchangedIsRefused() throws {
        _ = try makeGallery()
        try folder.write("another", to: "gallery/pictures/home-filled-light.png")
        var review = try review()
        #expect(throws: PublishingError.self) {
            try review.decide(.approved, ["home"], by: "Mara", comment: "", when: "2026-11-30T08:30:00Z")
        }
    }

    @Test func importedApprovalsAreKeptWhereTheGalleryStillShowsThem() throws {
        let home = try makeGallery()
        var review = try review()
        var other = home
        other.tokens = "k2"
        let count = try review.add(
            Ledger([
                Decision(.approved, on: other, by: "Jo", when: "2026-11-30T08:30:00Z"),
                Decision(.rejected, on: home, by: "Mara", when: "2026-11-30T08:31:00Z"),
            ]))
        #expect(count == 2 && review.keptPictures == 0)
        #expect(try review.add(Ledger([Decision(.approved, on: home, by: "Mara", when: "2026-11-30T08:32:00Z")])) == 1)
        #expect(review.keptPictures == 1)
    }

    @Test func aMatterWithoutEvidenceCannotBeDecided() throws {
        _ = try makeGallery()
        var review = try review()
        let error = #expect(throws: PublishingError.self) {
            try review.decide(.approved, ["graph-renderer"], by: "Mara", comment: "", when: "2026-11-30T08:30:00Z")
        }
        #expect(error?.kind == .usage && error?.advice.contains("gallery.evidence/graph-renderer/") ?? false)
        #expect(review.evidence.map { ScreenStanding($0, in: review.ledger).standing } == ["undecided", "undecided"])
    }

    @Test func evidenceIsReadFromItsFolder() throws {
        try folder.write("{}", to: "gallery.evidence/graph-renderer/phone.json")
        try folder.write("hidden", to: "gallery.evidence/graph-renderer/.DS_Store")
        try folder.write("Which mark?", to: "gallery.evidence/app-icon/question.txt")
        try folder.write("a", to: "gallery.evidence/app-icon/b.svg")
        try folder.write("b", to: "gallery.evidence/app-icon/a.svg")
        let matters = try AttachedEvidence.matters(beside: folder("ledger.json"))
        #expect(matters.map(\.id) == ["graph-renderer", "app-icon"] && matters[0].attachments.map(\.name) == ["phone.json"])
        #expect(
            matters[1].title == "App icon" && matters[1].question == "Which mark?"
                && matters[1].attachments.map(\.name) == ["a.svg", "b.svg"])
        try folder.write("x", to: "gallery.evidence/home/x.txt")
        #expect(throws: PublishingError.self) { try AttachedEvidence.matters(beside: folder("ledger.json")) }
    }

    @Test func theBrowserIsFoundByNameOrByVariable() throws {
        try folder.write("#!/bin/sh\n", to: "bin/google-chrome")
        try folder.write("no program", to: "bin/chromium")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder("bin/google-chrome"))
        let path = folder("bin")
        #expect(try Chromium.find(["PATH": "/nowhere:\(path)"]) == "\(path)/google-chrome")
        #expect(try Chromium.find(["PATH": "", Chromium.environmentName: "\(path)/google-chrome"]) == "\(path)/google-chrome")
        for environment in [["PATH": "/nowhere"], ["PATH": path, Chromium.environmentName: "\(path)/chromium"]] {
            let error = #expect(throws: PublishingError.self) { try Chromium.find(environment) }
            #expect(error?.kind == .unavailable && error?.description.contains(Chromium.environmentName) ?? false)
        }
    }

    /// A program that ends at once, and one that is none.
    @Test func aBrowserThatFailsIsTold() throws {
        for program in ["/bin/true", folder("missing")] {
            let error = #expect(throws: PublishingError.self) {
                let browser = try BrowserPipe(program, home: folder.path, flags: [])
                try browser.call("Browser.getVersion")
            }
            #expect(error?.kind == .unavailable)
        }
    }
}
