public import Snapshot

/// What readers may see of earlier nights: of pages that are published now, and nothing that is not.
///
/// It tells what was, never when the present began: so an unchanged vault has the same history night after night.
public struct SiteHistory: Sendable {
    /// The text of a page at a time.
    public struct Text: Sendable {
        public var title: String
        /// BCP 47; nil means the site's.
        public var language: String?
        public var bodyOffset: Int
        public var bodyLine: Int
        /// One for each link of the body. Links to pages lead to what these are now; `.page` of the page itself with an anchor is within
        /// the text.
        public var links: [ResolvedLink]
        public var read: @Sendable () throws -> [UInt8]
    }

    /// An earlier text with the first and the last night that had it, as indices of `nights`.
    public struct Version: Sendable {
        public var from: Int
        public var last: Int
        public var text: Text
    }

    /// Nights in a row on which every page that is published now read the same.
    public struct State: Sendable, Equatable {
        public var from: Int
        public var last: Int
        /// Pages of now that were not there yet.
        public var missing: Int
        /// Pages of now that have nothing to show of these nights: those that were not there, and those whose version is not shown.
        public var absent: [PageIndex] = []
    }

    /// How much was published.
    public struct Figures: Sendable, Equatable {
        public var pages: Int
        /// Edges of the graph.
        public var links: Int
        /// Of two or more pages.
        public var communities: Int

        public init(pages: Int, links: Int, communities: Int) {
            self.pages = pages
            self.links = links
            self.communities = communities
        }
    }

    public struct Point: Sendable, Equatable {
        public var date: CalendarDate
        public var figures: Figures

        public init(date: CalendarDate, figures: Figures) {
            self.date = date
            self.figures = figures
        }
    }

    /// Of a page with earlier versions: these, oldest first, and its text of now, read as they are.
    public struct PageHistory: Sendable {
        public var page: PageIndex
        public var versions: [Version]
        public var now: Text
    }

    public var nights: [VaultPast.Night]
    /// Oldest first; that of now is not among them. Never empty.
    public var states: [State]
    /// By page.
    public var pages: [PageHistory]
    /// Oldest first, the last is now.
    public var points: [Point]

    /// The version that a state had of a page; nil where it was as it is now, was not there, or is not shown.
    public func version(of history: PageHistory, in state: State) -> Version? {
        history.versions.first { $0.from <= state.from && state.from <= $0.last }
    }
}
