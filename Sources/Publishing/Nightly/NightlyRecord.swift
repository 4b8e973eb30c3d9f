import Foundation
import Synchronization

/// What a night's run did, step by step: the file `run.json` in its state folder, for people and for other programs.
public struct NightlyRecord: Sendable, Encodable, Equatable {
    public enum Outcome: String, Sendable, Encodable { case running, done, failed, interrupted }

    public struct Step: Sendable, Encodable, Equatable {
        public var step: String
        public var outcome: Outcome
        public var started: String
        public var seconds: Double?
        public var exitCode: Int32?
        /// Why it failed, where, and the way out.
        public var error: FailureSummary.Failure?
        /// What the step's command prints with `--json`.
        public var result: RunSummary?
    }

    public var program: String
    public var source: String
    public var started: String
    public var finished: String?
    public var outcome = Outcome.running
    public var failedStep: String?
    public var exitCode: Int32?
    public var steps: [Step] = []
    /// Exit code of the command that was told of the outcome.
    public var notified: Int32?
}

/// A run's record on the disk: written anew after every change, by one rename.
public final class NightlyJournal: Sendable {
    private let record: Mutex<NightlyRecord>
    private let path: String

    public init(_ path: String, program: String, source: String) {
        self.path = path
        record = Mutex(NightlyRecord(program: program, source: source, started: Self.now()))
    }

    public var current: NightlyRecord { record.withLock { $0 } }

    public func begin(_ step: String) throws(PublishingError) {
        try change { $0.steps.append(NightlyRecord.Step(step: step, outcome: .running, started: Self.now())) }
    }

    /// Ends the step that was begun last.
    public func end(
        _ outcome: NightlyRecord.Outcome, after seconds: Double, exitCode: Int32, error: PublishingError? = nil, result: RunSummary? = nil
    ) throws(PublishingError) {
        try change { record in
            guard let last = record.steps.indices.last else { return }
            record.steps[last].outcome = outcome
            record.steps[last].seconds = (seconds * 1000).rounded() / 1000
            record.steps[last].exitCode = exitCode
            record.steps[last].error = error.map { FailureSummary(command: "", $0).error }
            record.steps[last].result = result
        }
    }

    /// Ends the run.
    public func close(_ outcome: NightlyRecord.Outcome, exitCode: Int32, failedStep: String? = nil) throws(PublishingError) {
        try change { record in
            record.outcome = outcome
            record.exitCode = exitCode
            record.failedStep = failedStep
            record.finished = Self.now()
        }
    }

    public func notified(_ exitCode: Int32) throws(PublishingError) { try change { $0.notified = exitCode } }

    /// For a run that a signal ends: nothing can be done about a failure here.
    public func interrupt() {
        try? change { record in
            guard record.outcome == .running else { return }
            record.outcome = .interrupted
            record.failedStep = record.steps.last?.step
            record.finished = Self.now()
            if let last = record.steps.indices.last, record.steps[last].outcome == .running { record.steps[last].outcome = .interrupted }
        }
    }

    private func change(_ body: (inout NightlyRecord) -> Void) throws(PublishingError) {
        let now = record.withLock { record in
            body(&record)
            return record
        }
        try replaceFile(path, with: try encodedJSON(now))
    }

    /// RFC 3339 in UTC.
    private static func now() -> String { Date.now.formatted(.iso8601) }
}
