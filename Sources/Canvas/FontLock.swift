internal import Synchronization

/// One task at a time works with fonts, in the whole process, though each has a font map of its own.
///
/// cairo 1.16 keeps at most ten FreeType faces open for the process. To open another it closes one that seems idle without taking that face's own lock
/// (cairo-ft-font.c, `_font_map_release_face_lock_held`), and a thread that was about to use it reads freed memory. What is drawn from shaped lines
/// touches no font and needs no lock.
enum FontLock {
    private static let lock = Mutex<Void>(())

    static func hold<Result: Sendable>(_ body: () throws(CanvasError) -> Result) throws(CanvasError) -> Result {
        try lock.withLock { _ throws(CanvasError) in try body() }
    }

    static func hold(_ body: () -> Void) { lock.withLock { _ in body() } }
}
