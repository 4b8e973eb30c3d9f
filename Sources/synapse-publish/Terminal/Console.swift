import CSystem
import Foundation
import Publishing
import Synchronization

/// Where text for people goes: results to standard output, everything else to standard error.
///
/// A progress bar may stand on the last line of standard error; it is wiped before other text is printed there.
final class Console: Sendable {
    enum Volume: Sendable { case quiet, normal, verbose }

    /// Whether standard error is a terminal that can wipe a line.
    let isTerminal: Bool
    let hasColor: Bool
    private let bar = Mutex(BarState())

    struct BarState {
        var isDrawn = false
        var stage = ""
        var steps = 0
        var done = 0
        /// Monotonic nanoseconds of the last drawing or line.
        var shownAt: UInt64 = 0
    }

    init(environment: [String: String]) {
        let terminal = environment["TERM"] ?? ""
        isTerminal = isatty(STDERR_FILENO) == 1 && !terminal.isEmpty && terminal != "dumb"
        // https://no-color.org: present and not empty.
        hasColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Whether standard output took all that was printed. Who stops reading it has had enough.
    var isOutputWhole: Bool { !isCut.load(ordering: .relaxed) }
    private let isCut = Atomic(false)

    /// Prints a result.
    func print(_ text: String) {
        if !writeText(text + "\n", to: STDOUT_FILENO), errno != EPIPE { isCut.store(true, ordering: .relaxed) }
    }

    func printBytes(_ bytes: [UInt8]) {
        if !writeText(String(decoding: bytes, as: UTF8.self), to: STDOUT_FILENO), errno != EPIPE { isCut.store(true, ordering: .relaxed) }
    }

    /// Prints a line beside the result.
    func note(_ text: String) {
        bar.withLock { state in
            wipe(&state)
            writeText(text + "\n", to: STDERR_FILENO)
        }
    }

    /// What is wrong, where, and the way out.
    func error(_ error: PublishingError) {
        var lines = [paint("error: ", "1;31") + printable(error.what)]
        if !error.place.isEmpty { lines.append("  at: " + printable(error.place)) }
        if !error.advice.isEmpty { lines.append("  way out: " + printable(error.advice)) }
        note(lines.joined(separator: "\n"))
    }

    func paint(_ text: String, _ code: String) -> String { hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

    /// Removes the bar, for good when the run is over.
    func wipeBar() { bar.withLock { wipe(&$0) } }

    /// A bar on a terminal, plain lines elsewhere.
    var progress: RunProgress {
        RunProgress(
            begin: { [self] stage, steps in
                bar.withLock { state in
                    wipe(&state)
                    state = BarState(stage: stage, steps: steps)
                    show(&state, isNew: true)
                }
            },
            advance: { [self] steps in
                bar.withLock { state in
                    state.done += steps
                    show(&state, isNew: false)
                }
            })
    }

    private func wipe(_ state: inout BarState) {
        guard state.isDrawn else { return }
        writeText("\r\u{1B}[2K", to: STDERR_FILENO)
        state.isDrawn = false
    }

    private func show(_ state: inout BarState, isNew: Bool) {
        let now = monotonicNanoseconds()
        let pause: UInt64 = isTerminal ? 100_000_000 : 10_000_000_000
        guard isNew || now &- state.shownAt >= pause else { return }
        state.shownAt = now
        if isTerminal {
            let columns = Int(syn_terminal_columns(STDERR_FILENO))
            writeText("\r\u{1B}[2K" + barLine(state, columns: columns > 0 ? columns : 80), to: STDERR_FILENO)
            state.isDrawn = true
        } else {
            writeText(plainLine(state, isNew: isNew) + "\n", to: STDERR_FILENO)
        }
    }
}

private func plainLine(_ state: Console.BarState, isNew: Bool) -> String {
    if state.steps == 0 { return state.stage }
    return isNew ? "\(state.stage): \(state.steps)" : "\(state.stage): \(state.done) of \(state.steps)"
}

/// `Rendering  [=====>     ]  4210 of 10021`, at most `columns` − 1 wide, so that the cursor does not wrap.
func barLine(_ state: Console.BarState, columns: Int) -> String {
    let room = max(0, columns - 1)
    guard state.steps > 0 else { return String(state.stage.prefix(room)) }
    let count = "\(state.done) of \(state.steps)"
    let width = min(40, room - state.stage.count - count.count - 6)
    guard width >= 8 else { return String("\(state.stage) \(count)".prefix(room)) }
    let filled = width * min(state.done, state.steps) / state.steps
    return "\(state.stage)  [\(String(repeating: "=", count: filled))\(String(repeating: " ", count: width - filled))]  \(count)"
}

/// A reader that went away (`| head`) is no fault of the run.
/// False where not all was taken; `errno` says why.
@discardableResult private func writeText(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let written = write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written > 0 { rest = rest.dropFirst(written) } else if written < 0, errno != EINTR { return false }
        }
        return true
    }
}
