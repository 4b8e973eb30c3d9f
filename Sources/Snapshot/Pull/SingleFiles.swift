internal import Foundation
internal import Synchronization

/// One file that was asked for by itself.
struct SingleFile: Sendable {
    var stored: SnapshotFile?
    var body: PageRecord.Body
    /// nil where the server sent none along.
    var tags: [String]?
    var findings: [Finding] = []
}

/// Asks for files one by one, over at most four connections: that of the pull itself, and three more.
struct SingleFiles: Sendable {
    let connection: Connection
    let files: VaultFiles

    /// The server gets no faster with more connections, only slower for everybody else.
    static let mostConnections = 4
    /// So many single failures are not single any more.
    static let mostFailures = 50

    private struct State {
        var next = 0
        var failures = 0
        var results: [SingleFile?]
        var error: SnapshotError?
    }

    /// What the threads share.
    private final class Work: Sendable {
        let wanted: [WantedFile]
        let state: Mutex<State>

        init(_ wanted: [WantedFile]) {
            self.wanted = wanted
            state = Mutex(State(results: Array(repeating: nil, count: wanted.count)))
        }
    }

    /// The results are in the order of `wanted`. Throws when the server is not there any more.
    ///
    /// - Parameter server: over the connection that this thread has already; left idle, it would be one more.
    func read(_ wanted: [WantedFile], _ server: SynapseServer) throws(SnapshotError) -> [SingleFile] {
        guard !wanted.isEmpty else { return [] }
        let work = Work(wanted)
        let threads = DispatchGroup()
        // Threads of their own: they wait for the network most of the time, and a pool has as many threads as there are processors.
        for _ in 0..<max(0, min(connection.options.jobs, Self.mostConnections, wanted.count) - 1) {
            threads.enter()
            Thread.detachNewThread {
                run(work) { () throws(SnapshotError) in SynapseServer(client: try connection.client(), scratch: "") }
                threads.leave()
            }
        }
        run(work) { server }
        threads.wait()
        let end = work.state.withLock { $0 }
        if let error = end.error { throw error }
        return end.results.compactMap { $0 }
    }

    private func run(_ work: Work, over connect: () throws(SnapshotError) -> SynapseServer) {
        do throws(SnapshotError) {
            let server = try connect()
            while let index = next(work) {
                let single = try read(work.wanted[index], server, work)
                work.state.withLock { $0.results[index] = single }
            }
        } catch {
            work.state.withLock { $0.error = $0.error ?? error }
        }
    }

    private func next(_ work: Work) -> Int? {
        work.state.withLock { state in
            guard state.error == nil, state.next < work.wanted.count else { return nil }
            if state.next % 20 == 0 { connection.options.progress(PullProgress(.single, done: state.next, total: work.wanted.count)) }
            state.next += 1
            return state.next - 1
        }
    }

    /// A failure is of this file alone as long as the server still says who it is.
    private func read(_ wanted: WantedFile, _ server: SynapseServer, _ work: Work) throws(SnapshotError) -> SingleFile {
        do {
            return wanted.isPage ? try page(wanted, server) : try source(wanted, server)
        } catch {
            if error.isAboutOneName { return unavailable(wanted, error.what) }
            guard error.kind == .unavailable || error.kind == .temporary else { throw error }
            let failures = work.state.withLock { state in
                state.failures += 1
                return state.failures
            }
            if failures > Self.mostFailures { throw error }
            _ = try server.status()
            return unavailable(wanted, error.what)
        }
    }

    private func page(_ wanted: WantedFile, _ server: SynapseServer) throws(SnapshotError) -> SingleFile {
        switch try server.content(of: wanted.row?.id ?? "") {
        case .gone:
            let finding = Finding(
                "page-gone", path: wanted.path,
                message: "the server lists the page and has no file for it (410); restore the file or delete the page")
            return SingleFile(body: .gone, findings: [finding])
        case .missing: return unavailable(wanted, "the server does not know the page any more (404)")
        case .found(let content):
            let bytes = Array(content.text.utf8)
            var single = SingleFile(stored: try files.write(bytes, to: wanted.path), body: .present, tags: content.tags)
            if let hash = content.hash, hash != single.stored?.sha256 {
                single.findings.append(
                    Finding(
                        "not-verbatim", .note, path: wanted.path,
                        message: "the server sent the page's text, which differs from the bytes of its file"))
            }
            return single
        }
    }

    /// As text, where the server has it as a page row and its hash proves that nothing was lost on the way; else as raw bytes.
    private func source(_ wanted: WantedFile, _ server: SynapseServer) throws(SnapshotError) -> SingleFile {
        if let row = wanted.row, case .found(let content) = try server.content(of: row.id), content.hash == sha256Hex(content.text.utf8) {
            return SingleFile(stored: try files.write(Array(content.text.utf8), to: wanted.path), body: .present)
        }
        let stored = try files.download(wanted.path) { (file) throws(SnapshotError) in
            guard try server.source(wanted.path, to: file) else { return false }
            try refuseWebPage(file, instead: wanted)
            return true
        }
        guard let stored else { return unavailable(wanted, "the server lists the source and does not give it (404)") }
        var single = SingleFile(stored: stored, body: .present)
        if let listed = wanted.listedBytes, listed > 0, listed != stored.bytes {
            single.findings.append(
                Finding(
                    "source-size", path: wanted.path,
                    message: "the server sent \(stored.bytes) bytes and lists \(listed); look whether the file is what it should be"))
        }
        return single
    }

    /// Whoever stands between server and reader may answer anything with a page to sign in on.
    private func refuseWebPage(_ file: String, instead wanted: WantedFile) throws(SnapshotError) {
        guard let listed = wanted.listedBytes, listed > 0, !wanted.path.lowercased().hasSuffix(".html") else { return }
        let mapped = try MappedFile(file)
        let isPage =
            mapped.count != listed
            && mapped.withBytes { bytes in
                let start = String(decoding: bytes.prefix(64), as: UTF8.self).lowercased()
                return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
            }
        guard !isPage else {
            throw SnapshotError(
                .unavailable, "a web page came instead of the file", at: wanted.path,
                advice: "Does something between this machine and the server ask for a login?")
        }
    }

    private func unavailable(_ wanted: WantedFile, _ reason: String) -> SingleFile {
        let finding = Finding(wanted.isPage ? "page-unavailable" : "source-unavailable", path: wanted.path, message: reason)
        return SingleFile(body: .unavailable(reason), findings: [finding])
    }
}
