import CSystem
import Foundation
import Gallery
import Site
import Snapshot
import Theme

/// What pictures to take.
public struct CaptureRequest: Sendable {
    /// The browser's executable; see `Chromium.find`.
    public var browser: String
    /// Ids of screens; nil for all.
    public var screens: Set<String>?

    public init(browser: String, screens: Set<String>? = nil) {
        self.browser = browser
        self.screens = screens
    }
}

/// Pictures by the shot's name, and what took them.
struct TakenPictures: Sendable {
    var pictures: [String: [UInt8]] = [:]
    var camera = ""
}

/// Takes a picture of every state of the screens in `plan`, in both themes and on all devices.
///
/// Same documents, same pictures: the fonts are the site's own files, animations and transitions are off, no script runs, and the clock
/// in the status bar is part of the document. What the site's fonts do not hold is drawn with the machine's.
func takePictures(
    of plan: [Artifact], _ request: CaptureRequest, theme: Theme, reading files: FileReader, _ context: RunContext
) throws(PublishingError) -> TakenPictures {
    let (folder, guardId) = try context.interruption.making { () throws(PublishingError) in
        try temporaryFolder()
    } undo: {
        removeTree($0)
    }
    defer {
        removeTree(folder)
        context.interruption.release(guardId)
    }
    try writeDocuments(galleryDocuments(plan), to: folder, theme: theme, reading: files, context)
    let shots = Shot.all(request.screens)
    context.progress.begin("Taking \(shots.count) pictures", shots.count)
    // A browser uses several processes of its own: more of them than two gain nothing.
    let cameras = min(max(context.jobs, 1), 2, max(shots.count, 1))
    let rolls = parallelMap(cameras, jobs: cameras, chunk: 1) { camera -> Result<TakenPictures, PublishingError> in
        do throws(PublishingError) {
            let own = shots.indices.filter { $0 % cameras == camera }.map { shots[$0] }
            return .success(try take(own, with: request.browser, home: "\(folder)/home-\(camera)", of: folder, context))
        } catch {
            return .failure(error)
        }
    }
    var taken = TakenPictures()
    for roll in rolls {
        let roll = try roll.get()
        taken.camera = roll.camera
        taken.pictures.merge(roll.pictures) { first, _ in first }
    }
    return taken
}

private func temporaryFolder() throws(PublishingError) -> String {
    var template = Array("\(realPath(NSTemporaryDirectory()) ?? "/tmp")/synapse-publish-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
        throw PublishingError(.cannotCreate, failed: "cannot make a folder", at: NSTemporaryDirectory())
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Lays the documents out for the camera, with style sheets that hold everything still.
private func writeDocuments(
    _ documents: [Artifact], to folder: String, theme: Theme, reading files: FileReader, _ context: RunContext
) throws(PublishingError) {
    for place in Set(documents.map { splitPath($0.path).folder }).sorted() {
        do {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
        } catch {
            throw PublishingError(.cannotCreate, "\(error)", at: "\(folder)/\(place)")
        }
    }
    let still = stillStyles(theme)
    let target = RenderTarget { (bytes, path) throws(PublishingError) in
        var bytes = bytes
        if path == "assets/site.css" {
            // A font that is late would not be waited for.
            let sheet = String(decoding: bytes, as: UTF8.self)
            bytes = Array(
                ["optional", "swap", "auto"].reduce(sheet) { $0.replacing("font-display:\($1)", with: "font-display:block") }.utf8)
        }
        if path == "assets/app.css" { bytes += still }
        try replaceFile("\(folder)/\(path)", with: bytes)
        return nil
    }
    let outcome = render(documents, reading: files, context, into: target)
    try outcome.throwIfIncomplete(of: documents.count, at: folder)
}

private func take(
    _ shots: [Shot], with executable: String, home: String, of folder: String, _ context: RunContext
) throws(PublishingError) -> TakenPictures {
    guard mkdir(home, 0o700) == 0 else { throw PublishingError(.cannotCreate, failed: "cannot make a folder", at: home) }
    let browser = try BrowserPipe(executable, home: home, flags: Chromium.flags)
    var taken = TakenPictures()
    let product = try browser.call("Browser.getVersion")["product"] as? String ?? ""
    taken.camera = "Chromium \(product.split(separator: "/").last ?? "")"
    let target = try browser.call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
    let session = try browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String ?? ""
    try browser.call("Page.enable", session: session)
    let features = [["name": "prefers-reduced-motion", "value": "reduce"], ["name": "prefers-color-scheme", "value": "light"]]
    try browser.call("Emulation.setEmulatedMedia", ["media": "screen", "features": features], session: session)
    try browser.call("Emulation.setTimezoneOverride", ["timezoneId": "UTC"], session: session)
    for shot in shots {
        if context.interruption.isRequested { throw .interrupted }
        taken.pictures[shot.name] = try take(shot, browser, session, folder)
        context.progress.advance(1)
    }
    _ = try? browser.call("Browser.close")
    return taken
}

private func take(_ shot: Shot, _ browser: BrowserPipe, _ session: String, _ folder: String) throws(PublishingError) -> [UInt8] {
    try browser.call(
        "Emulation.setDeviceMetricsOverride",
        ["width": shot.width, "height": shot.height, "deviceScaleFactor": shot.scale, "mobile": false], session: session)
    browser.forgetEvents(session: session)
    let url = URL(fileURLWithPath: "\(folder)/\(shot.document)").absoluteString
    let answer = try browser.call("Page.navigate", ["url": url], session: session)
    if let error = answer["errorText"] as? String, !error.isEmpty { throw BrowserPipe.failure("\(shot.document): \(error)") }
    try browser.wait(for: "Page.loadEventFired", session: session)
    // Two frames after the fonts: what the fonts have moved is then painted.
    let ready = "document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1)))))"
    try browser.call("Runtime.evaluate", ["expression": ready, "awaitPromise": true, "returnByValue": true], session: session)
    let picture = try browser.call("Page.captureScreenshot", ["format": "png"], session: session)
    guard let text = picture["data"] as? String, let data = Data(base64Encoded: text), !data.isEmpty else {
        throw BrowserPipe.failure("\(shot.name): no picture came")
    }
    return [UInt8](data)
}
