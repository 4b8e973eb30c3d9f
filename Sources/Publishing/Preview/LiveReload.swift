import Foundation
import Theme

/// Tells browsers that the site is another one, or that it could not be made. What is said here is in nothing that is built.
final class LiveReload: Sendable {
    /// Everything of the preview's own is below this, where no site has anything.
    static let prefix = "/.synapse-publish/"
    static let scriptPath = prefix + "reload.js"
    static let changesPrefix = prefix + "changes/"

    struct State: Sendable, Equatable {
        /// Counts what was told.
        var number = 0
        /// Counts the sites.
        var version = 0
        /// Why the newest site could not be made.
        var error: String?
    }

    private let condition = NSCondition()
    // Touched only while `condition` is locked; `Mutex` has no condition to wait for.
    private nonisolated(unsafe) var state = State()

    var current: State {
        condition.lock()
        defer { condition.unlock() }
        return state
    }

    func tellNewSite() { tell { $0.version += 1 } }

    /// Nil takes an earlier error back.
    func tell(error: String?) { tell { $0.error = error } }

    private func tell(_ change: (inout State) -> Void) {
        condition.lock()
        defer { condition.unlock() }
        var next = state
        change(&next)
        guard next != state else { return }
        next.number += 1
        state = next
        condition.broadcast()
    }

    /// Returns when there is something else to tell than `number`, or after `seconds`.
    func wait(for number: Int, seconds: Double) -> State {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while state.number == number, condition.wait(until: end) {}
        return state
    }

    /// What a page is given before its `</body>`.
    static func tag(version: Int) -> [UInt8] { Array("<script src=\"\(scriptPath)\" data-version=\"\(version)\" defer></script>\n".utf8) }

    /// The page with the script. A document without a body's end gets it at its own end.
    static func adding(version: Int, to html: [UInt8]) -> [UInt8] {
        let end = Array("</body>".utf8)
        var place = html.count
        var index = html.count - end.count
        while index >= 0 {
            if html[index] == end[0], html[index...].starts(with: end) {
                place = index
                break
            }
            index -= 1
        }
        return Array(html[..<place]) + tag(version: version) + html[place...]
    }

    /// The script. A tab that nobody looks at asks for nothing, so that many open ones leave the browser its connections.
    static func script(_ theme: Theme) -> [UInt8] {
        func color(_ token: String) -> String { "[\"\(theme.color(token, .light).hex)\",\"\(theme.color(token, .dark).hex)\"]" }
        let text = """
            (() => {
              const own = +document.currentScript.dataset.version;
              const colors = {ground: \(color("notice.danger-bg")), text: \(color("text.text")), edge: \(color("semantic.red-strong"))};
              let known = -1, box, asking;
              function show(error) {
                if (!error) { if (box) box.remove(); box = null; return; }
                if (!box) { box = document.createElement("pre"); box.setAttribute("role", "alert"); document.body.append(box); }
                const chosen = document.documentElement.dataset.theme;
                const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
                const pick = (name) => colors[name][dark ? 1 : 0];
                Object.assign(box.style, {position: "fixed", inset: "auto 1rem 1rem", zIndex: 99, margin: 0, padding: "1rem", maxHeight: "50vh",
                  overflow: "auto", whiteSpace: "pre-wrap", borderRadius: "8px", font: "14px/1.5 monospace", background: pick("ground"),
                  color: pick("text"), border: "2px solid " + pick("edge")});
                box.textContent = error;
              }
              async function ask() {
                while (!document.hidden) {
                  try {
                    asking = new AbortController();
                    const answer = await (await fetch("\(changesPrefix)" + known, {signal: asking.signal, cache: "no-store"})).json();
                    if (answer.version !== own) { location.reload(); return; }
                    known = answer.number;
                    show(answer.error);
                  } catch (problem) {
                    if (document.hidden) return;
                    await new Promise((done) => setTimeout(done, 1000));
                  }
                }
              }
              document.addEventListener("visibilitychange", () => { if (document.hidden) { if (asking) asking.abort(); } else ask(); });
              ask();
            })();

            """
        return Array(text.utf8)
    }

    /// What `changesPrefix` answers.
    static func json(_ state: State) -> [UInt8] {
        struct Answer: Encodable {
            var number: Int
            var version: Int
            var error: String?
        }
        let answer = Answer(number: state.number, version: state.version, error: state.error)
        return (try? encodedJSON(answer)) ?? Array("{}".utf8)
    }
}
