import Foundation
import Publishing

extension Option {
    static let configuration = Option("config", "FILE", "the configuration: YAML")
}

extension Command {
    static let nightly = Command(
        words: ["nightly"],
        synopsis: "--config FILE [options]",
        summary: "pull, check, build, archive and publish, as configured",
        details: """
            Runs the steps pull, check, build, posters, gallery, archive, publish and prune, one after the other, as far as
            the configuration has them. A step's settings are the options of its command. Each step's result goes to
            run.json in the state folder. When a step fails, the published site stays, and the exit code is the step's.

              source: https://wiki.example.org       or a snapshot folder
              state: /var/lib/synapse-publish        snapshot, site and run.json of the runs
              pull: {token-file: /etc/synapse-publish/token}
              check: {strict: true}
              build: {lang: en}
              posters: {size: A3}                    without it no separate posters; the same for gallery
              archive: {store: /var/lib/synapse-publish/archive}
              publish: {folder: /srv/wiki}           or {link: LINK}, or {rclone: "remote:bucket/prefix"},
                                                     or {command: [rsync, -a, "{site}/", "host:wiki/"]}
              prune: {keep: "daily=30,weekly=12,monthly=24,yearly=all"}
              on-success: [/usr/local/bin/tell]      the outcome is in its environment, as SYNAPSE_NIGHTLY_…
              on-failure: [/usr/local/bin/tell]
            """,
        operandCount: 0...0,
        options: [.configuration, .jobs],
        examples: ["synapse-publish nightly --config /etc/synapse-publish/nightly.yml"],
        exitCodes: [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        run: { session throws(PublishingError) in
            let configuration = try NightlyConfiguration(file: session.arguments.required(.configuration))
            return try NightlyRun(configuration, session).run()
        })
}
