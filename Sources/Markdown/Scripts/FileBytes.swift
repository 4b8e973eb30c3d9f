#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

enum FileBytes {
    /// Nil where the file cannot be read, or is not one of at most 16 MB.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        let step = 1 << 16
        while bytes.count < 1 << 24 {
            let part = [UInt8](unsafeUninitializedCapacity: step) { buffer, count in count = fread(buffer.baseAddress, 1, step, file) }
            bytes += part
            if part.count < step { return ferror(file) == 0 ? bytes : nil }
        }
        return nil
    }
}
