import CSystem
import Foundation
import Publishing

extension Session {
    /// How the vault is to be read. The token comes from `--token-file` first, then `SYNAPSE_TOKEN`. A token is never an argument, where every user of the
    /// machine could read it.
    func access() throws(PublishingError) -> VaultAccess {
        VaultAccess(
            token: try token(), allowsInsecure: arguments.has(.insecure), requiresConsistency: arguments.has(.strict))
    }

    /// Whether the token can be read, and the other options say something. Warns of nothing.
    func checkShared() throws(PublishingError) {
        if arguments.has(.tokenFile) { _ = try token(warns: false) }
        _ = try arguments.number(.jobs, in: 1...1024)
    }

    private func token(warns: Bool = true) throws(PublishingError) -> String? {
        guard let path = arguments.text(.tokenFile) else {
            guard let token = environment["SYNAPSE_TOKEN"], !token.isEmpty else { return nil }
            return token
        }
        guard let bytes = readFile(path, atMost: 1 << 14) else {
            throw PublishingError(.noInput, "The token file cannot be read: \(String(cString: strerror(errno)))", at: path)
        }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o077 != 0, warns, volume != .quiet {
            console.note("warning: other users may read the token in \(printable(path)). Way out: chmod 600 \(printable(path))")
        }
        let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw PublishingError(.noInput, "The token file is empty", at: path) }
        return token
    }
}
