import Graph
import Snapshot

/// Whether what is written on a published picture is known. Letters that are pixels cannot be searched: what counts is where they come from.
enum PictureStanding: Sendable {
    /// Drawn by this program; its words are in the file, and are searched there.
    case drawn
    /// A file of the vault or of the program, byte for byte: shown by its owner's will.
    case given
    /// Drawn by this program and changed since: its words say nothing of its pixels.
    case changed
    /// Nobody knows what it shows.
    case unread

    /// Nil for what is no picture of pixels. The digest is asked for only where it matters.
    init?(_ bytes: [UInt8], given: Set<String>) {
        guard Self.isPicture(bytes) else { return nil }
        switch bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? DrawnWords.standing(of: bytes) : .foreign {
        case .drawn: self = .drawn
        case .changed: self = .changed
        case .foreign: self = given.contains(sha256Hex(bytes)) ? .given : .unread
        }
    }

    /// By how it begins: PNG, JPEG, GIF, BMP, ICO, WebP, and what lies in boxes such as AVIF.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        if [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("BM".utf8), [0, 0, 1, 0]].contains(
            where: bytes.starts(with:))
        {
            return true
        }
        let (kind, brand) = (bytes.dropFirst(4).prefix(4), bytes.dropFirst(8).prefix(4))
        if bytes.starts(with: "RIFF".utf8) { return brand.elementsEqual("WEBP".utf8) }
        return kind.elementsEqual("ftyp".utf8) && ["avif", "avis", "mif1", "heic"].contains(String(decoding: brand, as: UTF8.self))
    }
}

/// How many pictures of a site are of which standing.
public struct PictureCounts: Sendable, Equatable {
    public var drawn = 0
    public var given = 0
    public var unread = 0

    init(_ standings: [PictureStanding]) {
        for standing in standings {
            switch standing {
            case .drawn: drawn += 1
            case .given: given += 1
            case .changed, .unread: unread += 1
            }
        }
    }
}

extension PictureStanding {
    /// What is to be told of a picture at `path`.
    func finding(_ path: String) -> Finding? {
        switch self {
        case .drawn, .given: nil
        case .changed:
            Finding(
                "picture-changed", .error, path: path,
                message: "the picture was changed after it was drawn: nobody knows what is written on it; build the site again")
        case .unread:
            Finding(
                "picture-unread", path: path,
                message: "a picture that is neither drawn by this program nor the vault's: what is written on it is not known")
        }
    }
}
