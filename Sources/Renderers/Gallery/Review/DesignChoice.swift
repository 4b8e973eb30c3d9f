import Foundation
import Snapshot

/// A choice of the design that rests on what was measured on a device, not on how a screen looks.
///
/// It is Proposed until somebody accepts it with evidence; a rejection leaves it so.
public struct DesignChoice: Sendable, Equatable {
    /// Name in the ledger, where it stands beside the screens'.
    public let id: String
    public let title: String
    public let question: String

    /// Who draws the precomputed graph behind the one seam, `makeGraphRenderer(kind)`.
    public static let graphRenderer = DesignChoice(
        id: "graph-renderer", title: "Who draws the graph",
        question: "WebGL 2, our own rasteriser or the poster behind one seam. "
            + "Open a site's graph-bench.html on the device, let it measure, move the graph by hand, and export the file.")

    public static let all = [graphRenderer]

    public enum Standing: Sendable, Equatable {
        case proposed
        case accepted(Decision)
    }

    public func standing(in ledger: Ledger) -> Standing {
        guard let last = ledger.decisions.last(where: { $0.screen == id }), last.verdict == .approved, last.content.utf8.count == 64 else {
            return .proposed
        }
        return .accepted(last)
    }

    /// What a decision about it rests on: the hash of the file, what the file is called, and the device that it is from.
    public func evidence(_ bytes: [UInt8], file: String) throws(EvidenceError) -> Evidence {
        let measured: Measured
        do {
            measured = try JSONDecoder().decode(Measured.self, from: Data(bytes))
        } catch {
            throw EvidenceError(message: "is no file that a site's graph-bench.html exports")
        }
        guard measured.decision == id, measured.format == 1 else { throw EvidenceError(message: "is about another decision, or of another format") }
        if let fault = measured.fault { throw EvidenceError(message: fault) }
        return Evidence(screen: id, title: title, content: sha256Hex(bytes), template: file, tokens: measured.device.user_agent)
    }

    /// The part of the file that decides whether it is evidence. Names as in the file.
    private struct Measured: Decodable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        struct Device: Decodable {
            var user_agent: String
            var gpu: String?
        }
        struct Run: Decodable {
            var renderer: String
            var motion: String
            var frames: Int
        }
        var decision: String
        var format: Int
        var device: Device
        var runs: [Run]

        var fault: String? {
            if device.user_agent.isEmpty || device.user_agent.lowercased().contains("headless") {
                return "was not measured by a person's browser on a device"
            }
            let gpu = (device.gpu ?? "").lowercased()
            if ["swiftshader", "llvmpipe", "lavapipe", "software", "basic render"].contains(where: gpu.contains) {
                return "was measured without a GPU: \(device.gpu ?? "")"
            }
            if !runs.contains(where: { $0.motion == "by hand" && $0.frames > 0 }) { return "has no motion by hand" }
            if !runs.contains(where: { $0.motion.hasPrefix("scripted") && $0.frames > 0 }) { return "has no scripted motion" }
            return nil
        }
    }
}

/// A file that is no evidence, and why: `message` goes on from the file's name.
public struct EvidenceError: Error, Sendable, Equatable {
    public var message: String
}
