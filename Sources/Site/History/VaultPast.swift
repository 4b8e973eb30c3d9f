public import Snapshot

/// What a vault was on earlier nights, as an archive tells it. Contents are read when they are asked for.
public struct VaultPast: Sendable {
    public struct Night: Sendable, Equatable {
        /// Unique, safe in an address: `2026-11-30`, `2026-11-30.2`.
        public var name: String
        public var date: CalendarDate
        /// RFC 3339, in UTC.
        public var moment: String

        public init(name: String, date: CalendarDate, moment: String) {
            self.name = name
            self.date = date
            self.moment = moment
        }
    }

    /// What a file was from a night on: an index of `contents`; nil where it was not there.
    public struct Edition: Sendable, Equatable {
        public var night: Int
        public var content: Int?

        public init(night: Int, content: Int?) {
            self.night = night
            self.content = content
        }
    }

    /// A page's file, by its vault path.
    public struct File: Sendable {
        public var path: String
        /// Oldest first.
        public var editions: [Edition]

        public init(path: String, editions: [Edition]) {
            self.path = path
            self.editions = editions
        }
    }

    /// Oldest first.
    public var nights: [Night]
    /// Sorted by the bytes of the path.
    public var files: [File]
    /// The snapshots' `pages.json` and `graph.json`.
    public var pageLists: [Edition]
    public var graphs: [Edition]
    /// Bytes of each content.
    public var sizes: [Int]
    public var read: @Sendable (_ content: Int) throws(SnapshotError) -> [UInt8]
    public var limits: Limits

    /// How much of it a site shows. What it holds grows with the pages that changed, and these keep it from growing for ever.
    public struct Limits: Sendable, Equatable {
        /// Earlier nights that can be looked at as a whole: the last so many of those on which something was another than the night before.
        public var nights: Int
        /// Earlier versions of a page beside those of these nights: its last so many.
        public var versions: Int

        public init(nights: Int = 30, versions: Int = 5) {
            self.nights = nights
            self.versions = versions
        }
    }

    public init(
        nights: [Night], files: [File], pageLists: [Edition], graphs: [Edition], sizes: [Int], limits: Limits = Limits(),
        read: @escaping @Sendable (_ content: Int) throws(SnapshotError) -> [UInt8]
    ) {
        self.nights = nights
        self.files = files
        self.pageLists = pageLists
        self.graphs = graphs
        self.sizes = sizes
        self.limits = limits
        self.read = read
    }
}
