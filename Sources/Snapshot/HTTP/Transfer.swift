import CCurl

/// What one answer may be and where it goes.
enum Sink {
    case memory
    /// A file that is emptied before each try.
    case file(String)
}

/// One answer of a server, whatever its status.
struct Answer {
    var status: Int
    var contentType: String
    /// The body, or nothing where it went to a file.
    var body: [UInt8]
    /// In seconds, where the server said so.
    var retryAfter: Int?
    /// Absolute; set for redirects.
    var location: String?
}

/// Takes an answer's body from libcurl, with a limit. Bodies of other answers than 200 never go to the file.
final class Transfer {
    let limit: Int
    private(set) var body: [UInt8] = []
    private(set) var received = 0
    private(set) var overflowed = false
    private(set) var diskError: SnapshotError?
    private let curl: UnsafePointer<syn_curl>
    private let handle: UnsafeMutableRawPointer
    private let path: String?
    private let number: Int32

    /// `number` is an open descriptor of `path`, or −1 to keep the body in memory.
    init(
        _ curl: UnsafePointer<syn_curl>, _ handle: UnsafeMutableRawPointer, limit: Int, number: Int32 = -1, path: String? = nil
    ) {
        self.curl = curl
        self.handle = handle
        self.limit = limit
        self.number = number
        self.path = path
    }

    /// Returns how many bytes were taken; any other number than `bytes.count` makes libcurl end the transfer (CURLOPT_WRITEFUNCTION(3)).
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        var status = 0
        guard syn_curl_get_long(curl, handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK else { return 0 }
        received += bytes.count
        if status != 200 {
            // Enough to word an error; the rest is of no use.
            body.append(contentsOf: bytes.prefix(max(0, Self.errorLimit - body.count)))
            if received > limit { overflowed = true }
            return overflowed ? 0 : bytes.count
        }
        if received > limit {
            overflowed = true
            return 0
        }
        guard number >= 0, let path else {
            body.append(contentsOf: bytes)
            return bytes.count
        }
        do {
            try Descriptor.write(bytes, to: number, path: path)
            return bytes.count
        } catch {
            diskError = error
            return 0
        }
    }

    private static let errorLimit = 16 << 10
}
