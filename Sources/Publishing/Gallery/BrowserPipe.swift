import CSystem
import Foundation

/// A running Chromium without a window, spoken to through two pipes: JSON messages of the DevTools protocol, a zero byte after each.
///
/// For one thread. The browser ends when its pipe is closed, so none is left behind by a run that is killed.
final class BrowserPipe {
    typealias Message = [String: Any]

    private let child: pid_t
    private var toBrowser: Int32
    private let fromBrowser: Int32
    private var buffer: [UInt8] = []
    private var scanned = 0
    private var lastId = 0
    private var events: [(name: String, session: String)] = []
    /// Milliseconds that it may take to answer; starting it on a busy machine takes seconds.
    private static let patience: Int32 = 60_000

    /// - Parameter home: an empty folder for its profile; it sees no other home and none of this program's environment but the path.
    init(_ executable: String, home: String, flags: [String]) throws(PublishingError) {
        let (down, up) = (try Self.pipe(), try Self.pipe())
        defer {
            close(down.read)
            close(up.write)
        }
        toBrowser = down.write
        fromBrowser = up.read
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        // The name of its socket has at most 107 bytes (sockaddr_un), so that its own scratch folder must have a short path.
        let environment = ["PATH=\(path)", "HOME=\(home)", "TMPDIR=/tmp", "TZ=UTC", "LANG=C.UTF-8"]
        let arguments = [executable, "--user-data-dir=\(home)/profile"] + flags
        var started: pid_t = 0
        let status = withCStrings(arguments) { arguments in
            withCStrings(environment) { syn_spawn_with_pipes(executable, arguments, $0, down.read, up.write, &started) }
        }
        child = started
        guard status == 0 else {
            close(toBrowser)
            close(fromBrowser)
            throw PublishingError(.unavailable, "The browser cannot be started: \(String(cString: strerror(status)))", at: executable)
        }
    }

    deinit {
        close(fromBrowser)
        if toBrowser >= 0 { close(toBrowser) }
        // It ends by itself when the pipe is closed; one that does not is ended.
        for attempt in 0..<100 {
            if waitpid(child, nil, WNOHANG) != 0 { return }
            if attempt == 60 { kill(child, SIGKILL) }
            usleep(50_000)
        }
    }

    private static func pipe() throws(PublishingError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard CSystem.pipe(&ends) == 0 else { throw PublishingError(.temporary, failed: "cannot make a pipe", at: "") }
        defer {
            close(ends[0])
            close(ends[1])
        }
        let (read, write) = (syn_high_descriptor(ends[0]), syn_high_descriptor(ends[1]))
        guard read >= 0, write >= 0 else { throw PublishingError(.temporary, failed: "cannot make a pipe", at: "") }
        return (read, write)
    }

    /// Calls a method and waits for its answer.
    @discardableResult
    func call(_ method: String, _ parameters: Message = [:], session: String? = nil) throws(PublishingError) -> Message {
        lastId += 1
        var message: Message = ["id": lastId, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        guard let bytes = try? JSONSerialization.data(withJSONObject: message), writeAll([UInt8](bytes) + [0], to: toBrowser) else {
            throw Self.failure("The browser ended")
        }
        while true {
            let answer = try next()
            guard answer["id"] as? Int == lastId else {
                note(answer)
                continue
            }
            if let error = answer["error"] as? Message { throw Self.failure("\(method): \(error["message"] as? String ?? "refused")") }
            return answer["result"] as? Message ?? [:]
        }
    }

    /// Forgets the events of a session so far.
    func forgetEvents(session: String) { events.removeAll { $0.session == session } }

    /// Waits for an event of a session, which may have come already.
    func wait(for event: String, session: String) throws(PublishingError) {
        while true {
            if let place = events.firstIndex(where: { $0.name == event && $0.session == session }) {
                events.remove(at: place)
                return
            }
            note(try next())
        }
    }

    private func note(_ message: Message) {
        guard let name = message["method"] as? String else { return }
        events.append((name, message["sessionId"] as? String ?? ""))
    }

    private func next() throws(PublishingError) -> Message {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = buffer[scanned...].firstIndex(of: 0) {
                let line = Data(buffer[..<end])
                buffer.removeFirst(end + 1)
                scanned = 0
                guard let message = (try? JSONSerialization.jsonObject(with: line)) as? Message else {
                    throw Self.failure("It sent no JSON")
                }
                return message
            }
            scanned = buffer.count
            var ready = pollfd(fd: fromBrowser, events: Int16(POLLIN), revents: 0)
            let answer = poll(&ready, 1, Self.patience)
            if answer < 0, errno == EINTR { continue }
            guard answer > 0 else { throw Self.failure("It did not answer within \(Self.patience / 1000) seconds") }
            let count = read(fromBrowser, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("It ended before it answered") }
            buffer.append(contentsOf: chunk[..<count])
        }
    }

    static func failure(_ what: String) -> PublishingError {
        PublishingError(
            .unavailable, "The browser that takes the pictures failed: \(what)",
            advice: "Try again, name another with \(Chromium.environmentName), or leave --capture out")
    }
}

/// Gives C's form of a list of strings, which ends with a null pointer.
private func withCStrings<Result>(_ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
    var pointers = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in body(buffer.baseAddress!) }
}

/// An installed Chromium, or one of its kin.
public enum Chromium {
    /// Names the executable instead of looking for it.
    public static let environmentName = "SYNAPSE_PUBLISH_CHROMIUM"
    private static let names = [
        "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "chrome-headless-shell", "headless_shell",
        "microsoft-edge",
    ]
    private static let places = [
        "/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ]

    /// The executable: from `SYNAPSE_PUBLISH_CHROMIUM`, else the first of the known names in PATH.
    public static func find(_ environment: [String: String]) throws(PublishingError) -> String {
        if let named = environment[environmentName], !named.isEmpty {
            guard access(named, X_OK) == 0 else {
                throw PublishingError(
                    .unavailable, "This is no program that can be run", at: "\(environmentName)=\(named)",
                    advice: "Name a Chromium, or unset the variable")
            }
            return named
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for candidate in names.flatMap({ name in folders.map { "\($0)/\(name)" } }) + places where access(candidate, X_OK) == 0 {
            return candidate
        }
        throw PublishingError(
            .unavailable, "No Chromium is installed, so no pictures can be taken (looked for \(names.joined(separator: ", ")))",
            advice: "Install one, name it with \(environmentName), or leave --capture out: the screens are live documents without it")
    }

    /// No network, no profile, no animation, letters drawn alike on every screen. The documents hold no script.
    static var flags: [String] {
        let fixed = [
            "--headless", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-extensions",
            "--disable-component-update", "--disable-background-networking", "--disable-sync", "--disable-default-apps", "--mute-audio",
            "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
            "--font-render-hinting=none", "--disable-lcd-text", "--disable-font-subpixel-positioning", "--disable-dev-shm-usage",
            "--lang=en-US",
        ]
        // Chromium's sandbox refuses to run as root; what is opened are documents of our own without scripts.
        return fixed + (geteuid() == 0 ? ["--no-sandbox"] : []) + ["about:blank"]
    }
}
