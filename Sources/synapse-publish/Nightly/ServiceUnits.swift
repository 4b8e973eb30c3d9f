import Foundation
import Publishing

/// The files that let a machine run `nightly` by itself: a systemd service with a timer, and a line for cron.
struct ServiceUnits {
    /// Absolute paths.
    let program: String
    let configuration: String
    /// Folders that a run writes to: of everything else the service only reads.
    let writable: [String]

    static let name = "synapse-publish-nightly"

    var files: [(name: String, text: String)] {
        [("\(Self.name).service", service), ("\(Self.name).timer", timer), ("\(Self.name).cron", cron)]
    }

    private var service: String {
        """
        # Written by synapse-publish nightly install-units. Copy to /etc/systemd/system, make the user, and enable the timer:
        #   useradd --system --home-dir /var/lib/synapse-publish --shell /usr/sbin/nologin synapse-publish
        #   systemctl daemon-reload && systemctl enable --now \(Self.name).timer
        [Unit]
        Description=Nightly site and archive of a Synapse vault
        Wants=network-online.target
        After=network-online.target

        [Service]
        Type=oneshot
        ExecStart=\(quoted(program)) nightly --config \(quoted(configuration))
        User=synapse-publish
        Group=synapse-publish
        StateDirectory=synapse-publish
        UMask=0022
        TimeoutStartSec=3h
        Nice=10
        IOSchedulingClass=idle
        # Exit 75: another run is at work, or the server asks to come back later. The next night tries again.
        SuccessExitStatus=75

        # The whole system is read-only but for these.
        ProtectSystem=strict
        \(writable.map { "ReadWritePaths=\(quoted("-" + $0))" }.joined(separator: "\n"))
        ProtectHome=read-only
        PrivateTmp=yes
        PrivateDevices=yes
        NoNewPrivileges=yes
        CapabilityBoundingSet=
        AmbientCapabilities=
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        ProtectProc=invisible
        LockPersonality=yes
        RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service
        SystemCallErrorNumber=EPERM

        """
    }

    private var timer: String {
        """
        # Written by synapse-publish nightly install-units.
        [Unit]
        Description=Every night: site and archive of a Synapse vault

        [Timer]
        OnCalendar=*-*-* 02:30:00
        RandomizedDelaySec=15min
        Persistent=yes

        [Install]
        WantedBy=timers.target

        """
    }

    private var cron: String {
        """
        # Written by synapse-publish nightly install-units. For machines without systemd: copy to /etc/cron.d/\(Self.name) (without a dot in
        # the name). Lines of a person's own crontab have no user in them.
        30 2 * * * synapse-publish \(shell(program)) nightly --quiet --config \(shell(configuration))

        """
    }

    /// As systemd.syntax(7) reads it: a percent sign is doubled, what has blanks is quoted.
    private func quoted(_ text: String) -> String {
        let text = text.replacing("%", with: "%%")
        guard text.contains(where: { " \"\\'".contains($0) }) else { return text }
        return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// As a shell that cron(8) starts reads it: cron takes a percent sign for the end of the line.
    private func shell(_ text: String) -> String {
        let plain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+@".contains($0)) }
        let text = text.replacing("%", with: "\\%")
        return plain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}

extension NightlyConfiguration {
    /// Folders that a run writes to, absolute and sorted. What is exchanged as a whole needs the folder that it lies in.
    var writableFolders: [String] {
        var folders = [state]
        let store = steps["archive"]?.first { $0.name == "store" }?.value
        for place in [store, placeOfTarget].compactMap(\.self) {
            folders.append(URL(filePath: place).deletingLastPathComponent().path(percentEncoded: false))
        }
        return Set(folders.map(absolute)).sorted()
    }

    private var placeOfTarget: String? {
        switch target {
        case .folder(let path), .link(let path): path
        case .remote, .command, nil: nil
        }
    }
}

/// Without a slash at the end.
func absolute(_ path: String) -> String {
    let full = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    return full.count > 1 && full.hasSuffix("/") ? String(full.dropLast()) : full
}
