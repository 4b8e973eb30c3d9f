/// The engines of the process. JavaScriptCore lets a context go from thread to thread, one at a time.
///
/// The first engine serves all threads: most vaults repeat themselves, and loading a second one costs more CPU than waiting for the first.
/// Where there is much to be asked more of them are made.
final class ScriptPool: Sendable {
    static let shared = ScriptPool()

    /// Calls after which threads that wait make engines of their own.
    private static let callsOfOne = 400
    private static let most = 8

    // `ScriptEngine` is not Sendable: it is in here, or with one caller, never both.
    private struct State: @unchecked Sendable {
        var idle: [ScriptEngine] = []
        var made: [ScriptFiles: Int] = [:]
        var calls = 0
    }

    private enum Turn {
        case engine(ScriptEngine)
        case make
        case none
    }

    private let state = Lock(State())

    /// Nil where there is no engine for these scripts, or it has no answer.
    func use(_ files: ScriptFiles, _ body: (ScriptEngine) -> [UInt8]?) -> [UInt8]? {
        guard let engine = take(files) else { return nil }
        defer { state.withLock(notifying: true) { $0.idle.append(engine) } }
        return body(engine)
    }

    private func take(_ files: ScriptFiles) -> ScriptEngine? {
        let turn = state.waiting { state -> Turn? in
            state.calls += 1
            if let index = state.idle.firstIndex(where: { $0.files == files }) { return .engine(state.idle.remove(at: index)) }
            let made = state.made[files] ?? 0
            if made < 0 { return Turn.none }
            guard made == 0 || (state.calls > Self.callsOfOne && made < Self.most) else { return nil }
            state.made[files] = made + 1
            return .make
        }
        switch turn {
        case .engine(let engine): return engine
        case .none: return nil
        case .make:
            if let engine = ScriptEngine(files) { return engine }
            // The machine has none: nobody waits for one.
            state.withLock(notifying: true) { $0.made[files] = -1 }
            return nil
        }
    }
}
