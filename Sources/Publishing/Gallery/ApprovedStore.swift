import Foundation
import Gallery
import Snapshot

/// `gallery.approved/` beside the ledger: the pictures and token values that each approval was made on, so that a later gallery can show
/// before and after. Files are named by their hashes: two people's additions never meet in one file.
struct ApprovedStore: Sendable {
    static let folderName = "gallery.approved"
    let folder: String

    /// - Parameter path: the ledger's.
    init(beside path: String) { folder = "\(splitPath(path).folder)/\(Self.folderName)" }

    /// What was kept with a decision; nil where nothing was.
    func set(of decision: Decision) -> ApprovedSet? {
        guard let bytes = readFile("\(folder)/\(decision.key).json") else { return nil }
        return try? JSONDecoder().decode(ApprovedSet.self, from: Data(bytes))
    }

    /// A kept picture; nil where it is not there, or is not what its name says.
    func picture(_ hash: String) -> [UInt8]? {
        guard hash.utf8.count == 64, hash.allSatisfy(\.isHexDigit), let bytes = readFile("\(folder)/pictures/\(hash).png") else {
            return nil
        }
        return sha256Hex(bytes) == hash ? bytes : nil
    }

    /// Keeps what a gallery shows of a screen.
    ///
    /// - Returns: the pictures that are new.
    func keep(_ evidence: Evidence, from gallery: String) throws(PublishingError) -> Int {
        guard evidence.kind == .screen else { return 0 }
        do {
            try FileManager.default.createDirectory(atPath: "\(folder)/pictures", withIntermediateDirectories: true)
        } catch {
            throw PublishingError(.cannotCreate, "\(error)", at: folder)
        }
        var count = 0
        for (name, hash) in evidence.pictures.sorted(by: { $0.key < $1.key }) where picture(hash) == nil {
            guard let bytes = readFile("\(gallery)/pictures/\(name).png"), sha256Hex(bytes) == hash else {
                throw PublishingError(
                    .badData, "The picture is not the one that the gallery lists", at: "\(gallery)/pictures/\(name).png",
                    advice: "Make the gallery anew")
            }
            try replaceFile("\(folder)/pictures/\(hash).png", with: bytes)
            count += 1
        }
        try replaceFile("\(folder)/\(evidence.key).json", with: try encodedJSON(ApprovedSet(evidence)))
        return count
    }
}

/// `gallery.evidence/` beside the ledger: a folder for each decision that is no screen, with the files that are attached to it.
struct AttachedEvidence {
    static let folderName = "gallery.evidence"
    /// A file larger than this is no evidence that a gallery should carry.
    private static let byteLimit = 32 << 20
    private static let questionName = "question.txt"

    /// The project's standing questions with their files, then those that have a folder of their own.
    static func matters(beside path: String) throws(PublishingError) -> [Matter] {
        let root = "\(splitPath(path).folder)/\(folderName)"
        let folders = names(in: root).filter { isFolder("\(root)/\($0)") }
        var matters = Matter.standing
        for name in folders where !matters.contains(where: { $0.id == name }) {
            guard !Shot.screenNames.contains(name) else {
                throw PublishingError(
                    .badData, "A screen has this name already", at: "\(root)/\(name)", advice: "Name the folder otherwise")
            }
            let words = name.split(separator: "-").joined(separator: " ")
            matters.append(Matter(id: name, title: words.prefix(1).uppercased() + words.dropFirst(), question: ""))
        }
        for index in matters.indices { try attach(&matters[index], from: "\(root)/\(matters[index].id)") }
        return matters
    }

    private static func attach(_ matter: inout Matter, from folder: String) throws(PublishingError) {
        for name in names(in: folder) where !isFolder("\(folder)/\(name)") {
            guard let bytes = readFile("\(folder)/\(name)") else {
                throw PublishingError(.noInput, failed: "cannot read the evidence", at: "\(folder)/\(name)")
            }
            guard bytes.count <= byteLimit else {
                throw PublishingError(
                    .badData, "Evidence of more than \(byteLimit >> 20) MiB", at: "\(folder)/\(name)",
                    advice: "Attach what was measured, not everything")
            }
            if name == questionName {
                matter.question = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            } else {
                matter.attachments.append(Matter.Attachment(name: name, bytes: bytes))
            }
        }
    }

    /// Sorted by their bytes; hidden ones are none, and neither are names that no page can lead to.
    private static func names(in folder: String) -> [String] {
        let safe = { (name: String) in
            !name.hasPrefix(".") && name.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"\"#%&'<>?\\".utf8.contains($0) }
        }
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(safe)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
