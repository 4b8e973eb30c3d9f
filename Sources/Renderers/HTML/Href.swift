import Foundation
import Mustache

/// Links inside the site: relative, percent-encoded component by component, ending in a file name.
enum Href {
    /// An address with every byte percent-encoded that is not unreserved (RFC 3986, section 2.3); `/` stays between components.
    static func encode(_ address: String) -> String { encoded(address, keepsSlash: true) }

    /// An element's id as a fragment.
    static func fragment(_ id: String) -> String { encoded(id, keepsSlash: false) }

    /// What leads from a page so many folders deep back to the web root.
    static func root(depth: Int) -> String { String(repeating: "../", count: depth) }

    static func depth(of address: String) -> Int { address.utf8.count { $0 == UInt8(ascii: "/") } }

    private static func encoded(_ text: String, keepsSlash: Bool) -> String {
        func isKept(_ byte: UInt8) -> Bool { isUnreserved(byte) || (keepsSlash && byte == UInt8(ascii: "/")) }
        var text = text
        if text.withUTF8({ $0.allSatisfy(isKept) }) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            if isKept(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 15))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}

/// The place that links are written from.
struct Base: Sendable {
    /// What leads back to the web root: `../` for each folder that the place lies in, or the root's own path.
    let root: String
    private let isAbsolute: Bool
    /// How many folders it lies in.
    private let depth: Int
    /// `root`, escaped.
    private let escapedRoot: [UInt8]
    /// Percent-encoded, with a slash at its end; empty at the web root.
    private let folder: [UInt8]

    /// - Parameter address: of the page that holds the links, not percent-encoded.
    init(_ address: String) {
        depth = Href.depth(of: address)
        root = Href.root(depth: depth)
        isAbsolute = false
        escapedRoot = Array(root.utf8)
        let encoded = Array(Href.encode(address).utf8)
        folder = Array(encoded[..<(encoded.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)])
    }

    /// For a page that is shown anywhere: every link begins with the path of the web root.
    init(rootPath: String) {
        (root, folder, isAbsolute, depth) = (rootPath, [], true, 0)
        var escaped = ByteSink()
        escaped.append(escaping: rootPath)
        escapedRoot = escaped.array
    }

    /// The shortest link to a percent-encoded address.
    func to(_ target: String) -> String {
        var bytes = target
        let (up, shared) = bytes.withUTF8 { way(to: $0) }
        if up == 0, shared == 0 { return target }
        let rest = target[target.utf8.index(target.startIndex, offsetBy: shared)...]
        return (up.map { String(repeating: "../", count: $0) } ?? root) + rest
    }

    /// The same to an address that is given as its bytes.
    func to(_ target: UnsafeBufferPointer<UInt8>) -> String {
        let (up, shared) = way(to: target)
        let climb = up.map { String(repeating: "../", count: $0) } ?? root
        let rest = UnsafeBufferPointer(rebasing: target[shared...])
        return String(unsafeUninitializedCapacity: climb.utf8.count + rest.count) { text in
            let start = text.initialize(fromContentsOf: climb.utf8)
            return text[start...].initialize(fromContentsOf: rest)
        }
    }

    /// Appends the same, escaped. An encoded address holds nothing that HTML escapes.
    func append(_ target: UnsafeBufferPointer<UInt8>, to out: inout ByteSink) {
        let (up, shared) = way(to: target)
        if let up {
            for _ in 0..<up { out.append("../") }
        } else {
            out.append(escapedRoot)
        }
        out.append(UnsafeBufferPointer(rebasing: target[shared...]))
    }

    /// How many folders a link to a percent-encoded address goes up, and how many of its bytes it then leaves out; nil where it begins with
    /// the root's own path.
    func steps(to target: UnsafeBufferPointer<UInt8>) -> (climb: Int, shared: Int)? {
        if isAbsolute { return nil }
        let (up, shared) = way(to: target)
        return (up ?? depth, shared)
    }

    /// How many folders a link goes up, nil for all the way to the root, and how many bytes of the target it then leaves out.
    private func way(to target: UnsafeBufferPointer<UInt8>) -> (up: Int?, shared: Int) {
        if isAbsolute { return (nil, 0) }
        let shared = folder.withUnsafeBufferPointer { folder in
            // Most links stay in the folder.
            if let start = folder.baseAddress, let other = target.baseAddress, folder.count <= target.count,
                memcmp(start, other, folder.count) == 0
            {
                return folder.count
            }
            var shared = 0
            var position = 0
            let end = min(folder.count, target.count)
            while position < end, folder[position] == target[position] {
                position += 1
                if folder[position - 1] == UInt8(ascii: "/") { shared = position }
            }
            return shared
        }
        if shared == 0, !folder.isEmpty { return (nil, 0) }
        if shared == folder.count { return (0, shared) }
        return (folder[shared...].count { $0 == UInt8(ascii: "/") }, shared)
    }
}
