import Foundation

// Written once, before libFuzzer calls back on the same thread.
private nonisolated(unsafe) var target = FuzzTarget.page

private func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let check = target.page(of: bytes).map { PageCheck($0) }
    let faults = check?.faults ?? FrontmatterCheck.faults(bytes)
    if faults.isEmpty { return 0 }
    FileHandle.standardError.write(Data(check?.html ?? []))
    FileHandle.standardError.write(Data("\n\(faults)\n".utf8))
    abort()
}

/// libFuzzer's loop (`FuzzerInterface.h`). The package manager links every executable with an entry named after it; libFuzzer's own `main`
/// stays unused.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer's library refers to this name; the loop is given its callback instead.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNothing(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }

/// `Fuzz TARGET [libFuzzer's arguments]`
@_cdecl("Fuzz_main")
public func fuzzMain(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    guard count > 1, let arguments, let name = arguments[1], let named = FuzzTarget(rawValue: String(cString: name)) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        FileHandle.standardError.write(Data("usage: Fuzz TARGET [options of libFuzzer]; TARGET is one of \(names)\n".utf8))
        return 64
    }
    target = named
    arguments[1] = arguments[0]
    var count = count - 1
    var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments + 1
    return runFuzzer(&count, &rest, fuzzOneInput)
}
