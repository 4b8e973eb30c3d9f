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
        fileprivate var next: UnsafeMutableRawPointer
    }

    /// What `cmark_parser_new_with_mem` takes. Never mutated after it is made.
    static let memory = Memory()

    struct Memory: @unchecked Sendable {
        // Proof: three function pointers, written once here and only read afterwards, by cmark, from any thread.
        let pointer: UnsafeMutablePointer<cmark_mem>

        fileprivate init() {
            makeArenaKey()
            pointer = .allocate(capacity: 1)
            pointer.initialize(to: cmark_mem(calloc: arenaCalloc, realloc: arenaRealloc, free: { _ in }))
        }
    }

    static func mark() -> Mark {
        _ = memory
        return threadArena().pointee.mark
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

    /// No block is larger: a page is not.
    static let largest = 1 << 40

    private var chunks: [UnsafeMutableRawBufferPointer] = []
    /// Where the next block begins, and where the last chunk ends.
    private var next: UnsafeMutableRawPointer
    private var end: UnsafeMutableRawPointer

    init() {
        let chunk = UnsafeMutableRawPointer.allocate(byteCount: Self.firstChunk, alignment: 16)
        chunks = [UnsafeMutableRawBufferPointer(start: chunk, count: Self.firstChunk)]
        next = chunk
        end = chunk + Self.firstChunk
    }

    var mark: Arena.Mark { Arena.Mark(chunk: chunks.count - 1, next: next) }

    /// For a block of so many bytes.
    @inline(never)
    private mutating func addLargerChunk(_ size: Int) { addChunk(max(size, chunks[chunks.count - 1].count * 2)) }

    private mutating func addChunk(_ size: Int) {
        let chunk = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        chunks.append(UnsafeMutableRawBufferPointer(start: chunk, count: size))
        next = chunk
        end = chunk + size
    }

    @inline(__always)
    mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        guard size >= 0, size < Self.largest else { return nil }
        let total = ((size &+ 15) & ~15) &+ headerSize
        if Int(bitPattern: end) &- Int(bitPattern: next) < total { addLargerChunk(total) }
        let header = next
        header.storeBytes(of: total - headerSize, as: Int.self)
        next = header + total
        return header + headerSize
    }

    /// Strings grow at the end of what was handed out last: then they grow in place.
    mutating func grow(_ block: UnsafeMutableRawPointer, from old: Int, to size: Int) -> Bool {
        guard block + old == next else { return false }
        let rounded = (size + 15) & ~15
        guard rounded >= size, rounded <= end - block else { return false }
        (block - headerSize).storeBytes(of: rounded, as: Int.self)
        next = block + rounded
        return true
    }

    mutating func release(to mark: Arena.Mark) {
        next = mark.next
        if chunks.count - 1 == mark.chunk { return }
        if mark.chunk == 0, mark.next == chunks[0].baseAddress {
            // A larger page than any before: from now on one chunk that holds its like, within reason.
            let total = min(chunks.reduce(0) { $0 + $1.count }, Self.kept)
            deallocate()
            chunks = []
            return addChunk(total)
        }
        while chunks.count - 1 > mark.chunk { chunks.removeLast().deallocate() }
        guard let base = chunks[mark.chunk].baseAddress else { return }
        end = base + chunks[mark.chunk].count
    }

    func deallocate() {
        for chunk in chunks { chunk.deallocate() }
    }
}

// Safe: written once, under the once of `Arena.memory`, which every use of the arena reads first; only read afterwards. A lazy constant, or
// a check of exclusive access, would be a call for each of millions of allocations.
@exclusivity(unchecked) private nonisolated(unsafe) var arenaKey = pthread_key_t()

private func makeArenaKey() {
    let status = pthread_key_create(&arenaKey) { state in
        #if canImport(Glibc)
            guard let state else { return }
        #endif
        let arena = state.assumingMemoryBound(to: ArenaState.self)
        arena.pointee.deallocate()
        arena.deinitialize(count: 1)
        arena.deallocate()
    }
    precondition(status == 0, "no thread-specific key left for the Markdown arena")
}

@inline(__always)
private func threadArena() -> UnsafeMutablePointer<ArenaState> {
    if let state = pthread_getspecific(arenaKey) { return state.assumingMemoryBound(to: ArenaState.self) }
    return makeThreadArena()
}

@inline(never)
private func makeThreadArena() -> UnsafeMutablePointer<ArenaState> {
    let state = UnsafeMutablePointer<ArenaState>.allocate(capacity: 1)
    state.initialize(to: ArenaState())
    let status = pthread_setspecific(arenaKey, state)
    precondition(status == 0, "no memory for the Markdown arena")
    return state
}

@inline(__always)
private func arenaCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, let block = threadArena().pointee.allocate(bytes) else { abort() }
    memset(block, 0, bytes)
    return block
}

@inline(__always)
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
