import CCmark

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Memory for one page's syntax tree: handed out from a chunk, given back all at once.
///
/// cmark asks its allocator some six hundred times a page, and a general allocator takes a third of the whole parsing time.
/// An allocator of cmark has no context argument, so there is one arena a thread; a page is parsed and written without
/// leaving its thread, and an embedded page is parsed and given back within its host.
enum Arena {
    struct Mark {
        fileprivate var chunk: Int
        fileprivate var used: Int
    }

    /// What `cmark_parser_new_with_mem` takes. Never mutated after it is made.
    static let memory = Memory()

    struct Memory: @unchecked Sendable {
        // Proof: three function pointers, written once here and only read afterwards, by cmark, from any thread.
        let pointer: UnsafeMutablePointer<cmark_mem>

        fileprivate init() {
            pointer = .allocate(capacity: 1)
            pointer.initialize(to: cmark_mem(calloc: arenaCalloc, realloc: arenaRealloc, free: { _ in }))
        }
    }

    static func mark() -> Mark {
        let state = threadArena()
        return Mark(chunk: state.pointee.chunks.count - 1, used: state.pointee.used)
    }

    /// A copy that is good until a mark taken before it is released.
    static func copy(_ bytes: Bytes) -> Bytes {
        guard let block = arenaCalloc(1, bytes.count + 1), let start = bytes.baseAddress else { return Bytes(start: nil, count: 0) }
        memcpy(block, start, bytes.count)
        return Bytes(start: block.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }

    /// Gives back everything that was handed out since `mark`.
    static func release(to mark: Mark) {
        threadArena().pointee.release(to: mark)
    }
}

/// 16 bytes before each block hold its size, and keep blocks aligned to 16.
private let headerSize = 16

private struct ArenaState {
    static let firstChunk = 1 << 18
    static let kept = 1 << 23

    var chunks: [UnsafeMutableRawBufferPointer]
    var used = 0

    init() {
        chunks = [.allocate(byteCount: Self.firstChunk, alignment: 16)]
    }

    mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        let rounded = (size + 15) & ~15
        let (total, overflow) = rounded.addingReportingOverflow(headerSize)
        guard !overflow, rounded >= size else { return nil }
        if used + total > chunks[chunks.count - 1].count {
            chunks.append(.allocate(byteCount: max(total, chunks[chunks.count - 1].count * 2), alignment: 16))
            used = 0
        }
        guard let base = chunks[chunks.count - 1].baseAddress else { return nil }
        let header = base + used
        header.storeBytes(of: rounded, as: Int.self)
        used += total
        return header + headerSize
    }

    /// Strings grow at the end of what was handed out last: then they grow in place.
    mutating func grow(_ block: UnsafeMutableRawPointer, from old: Int, to size: Int) -> Bool {
        guard let base = chunks[chunks.count - 1].baseAddress, block + old == base + used else { return false }
        let rounded = (size + 15) & ~15
        guard rounded >= size, used - old + rounded <= chunks[chunks.count - 1].count else { return false }
        (block - headerSize).storeBytes(of: rounded, as: Int.self)
        used += rounded - old
        return true
    }

    mutating func release(to mark: Arena.Mark) {
        if mark.chunk == 0, mark.used == 0, chunks.count > 1 {
            // A larger page than any before: from now on one chunk that holds its like, within reason.
            let total = min(chunks.reduce(0) { $0 + $1.count }, Self.kept)
            for chunk in chunks { chunk.deallocate() }
            chunks = [.allocate(byteCount: total, alignment: 16)]
        } else {
            while chunks.count - 1 > mark.chunk { chunks.removeLast().deallocate() }
        }
        used = mark.used
    }

    func deallocate() {
        for chunk in chunks { chunk.deallocate() }
    }
}

private let arenaKey: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { state in
        #if canImport(Glibc)
            guard let state else { return }
        #endif
        let arena = state.assumingMemoryBound(to: ArenaState.self)
        arena.pointee.deallocate()
        arena.deinitialize(count: 1)
        arena.deallocate()
    }
    precondition(status == 0, "no thread-specific key left for the Markdown arena")
    return key
}()

@inline(__always)
private func threadArena() -> UnsafeMutablePointer<ArenaState> {
    if let state = pthread_getspecific(arenaKey) { return state.assumingMemoryBound(to: ArenaState.self) }
    return makeThreadArena()
}

private func makeThreadArena() -> UnsafeMutablePointer<ArenaState> {
    let state = UnsafeMutablePointer<ArenaState>.allocate(capacity: 1)
    state.initialize(to: ArenaState())
    let status = pthread_setspecific(arenaKey, state)
    precondition(status == 0, "no memory for the Markdown arena")
    return state
}

private func arenaCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, let block = threadArena().pointee.allocate(bytes) else { abort() }
    memset(block, 0, bytes)
    return block
}

private func arenaRealloc(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let block else { return arenaCalloc(1, size) }
    let old = (block - headerSize).load(as: Int.self)
    if old >= size { return block }
    let arena = threadArena()
    if arena.pointee.grow(block, from: old, to: size) { return block }
    guard let moved = arena.pointee.allocate(size) else { abort() }
    memcpy(moved, block, old)
    return moved
}
