import Snapshot

/// The tag files of a BagIt bag (RFC 8493) around a night. The same night gives the same bytes.
struct Bag {
    private let night: NightRecord
    private let id: String
    private let files: [StoredFile]

    init(_ night: NightRecord, id: String, files: [StoredFile]) {
        self.night = night
        self.id = id
        self.files = files
    }

    func tagFiles() -> [(path: String, bytes: [UInt8])] {
        let tags = [
            ("bag-info.txt", Array(info.utf8)), ("bagit.txt", Array("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8)),
            ("manifest-sha512.txt", manifest),
        ]
        let list = tags.map { "\(Digest512(hashing: $0.1))  \($0.0)\n" }.joined()
        return tags.map { (path: $0.0, bytes: $0.1) } + [("tagmanifest-sha512.txt", Array(list.utf8))]
    }

    /// Reserved elements of section 2.2.2. The date is that of the night: an export has no clock.
    private var info: String {
        let rows: [(String, String?)] = [
            ("Source-Organization", night.title), ("External-Description", "Night \(night.name) of the vault \(night.vault)"),
            ("External-Identifier", id), ("Internal-Sender-Description", night.label),
            ("Internal-Sender-Identifier", night.rootHash), ("Bagging-Date", night.name.date.description),
            ("Payload-Oxum", "\(files.reduce(0) { $0 + $1.bytes }).\(files.count)"), ("Bag-Software-Agent", night.program),
        ]
        return rows.compactMap { row in row.1.map { "\(row.0): \(oneLine($0))\n" } }.joined()
    }

    private func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    /// Section 2.1.3: CR, LF and the percent sign in a path are percent-encoded; our paths have no other than the last.
    private var manifest: [UInt8] {
        var text: [UInt8] = []
        for file in files {
            file.digest.write(into: &text)
            text += "  data/".utf8
            for byte in file.path.text.utf8 {
                if byte == UInt8(ascii: "%") { text += "%25".utf8 } else { text.append(byte) }
            }
            text.append(0x0A)
        }
        return text
    }
}
