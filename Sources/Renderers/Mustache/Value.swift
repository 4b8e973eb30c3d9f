/// What a template reads from: a view model. Names arrive as positions in the `Vocabulary` the templates were compiled with,
/// so that an answer is one jump and not a search in a dictionary.
public protocol View {
    /// The value behind a name; `.absent` where this view has no such name and the next view outwards is asked.
    func value(_ symbol: Int) -> Value
}

/// A value as the Mustache language knows them. Small and without a box: it is made and dropped for each name of a document.
public enum Value {
    /// No such name here.
    case absent
    case flag(Bool)
    /// Escaped when written by `{{name}}`. An empty text is false in a section.
    case text(String)
    case number(Int)
    /// Bytes that are HTML already: written as they are by `{{name}}` and `{{{name}}}` alike. Empty is false in a section.
    case markup([UInt8])
    case row(Row)
    case list(List)

    /// An optional text; nil is false.
    public init(_ text: String?) { self = text.map(Value.text) ?? .flag(false) }

    public static func view(_ view: some View) -> Value { .row(Row(rows: SingleRow(view), place: 0)) }

    /// Whether a section is left out.
    var isFalse: Bool {
        switch self {
        case .absent: true
        case .flag(let flag): !flag
        case .text(let text): text.isEmpty
        case .markup(let bytes): bytes.isEmpty
        case .list(let list): list.count == 0
        case .number, .row: false
        }
    }
}

/// A list whose items are made when their turn comes.
public struct List {
    let rows: Rows

    public var count: Int { rows.count }

    public init(count: Int, item: @escaping (Int) -> Value) { rows = Items(count: count, item) }

    public init(_ values: [Value]) {
        self.init(count: values.count) { values[$0] }
    }

    public init(_ rows: Rows) { self.rows = rows }

    public func item(_ place: Int) -> Value { rows.item(place) }
}

/// A list of views of one kind, asked by place. A site has more rows than anything else: an object for each, and a text for each of its
/// values, would cost more than what is written.
open class Rows {
    public let count: Int

    public init(count: Int) { self.count = count }

    /// The value of a name in the item at a place.
    open func value(_ symbol: Int, at place: Int) -> Value { .absent }

    /// Appends a text of an item, escaped. False, and nothing appended, where `value` is to be asked.
    open func write(_ symbol: Int, at place: Int, to out: inout ByteSink) -> Bool { false }

    /// About how many bytes the items have that are written. What asks for it reads all items at once, which is quicker than one after the
    /// other when their turn comes.
    open var size: Int { 0 }

    /// Whether a text of an item is not empty; nil where `value` is to be asked.
    open func isFilled(_ symbol: Int, at place: Int) -> Bool? { nil }

    func item(_ place: Int) -> Value { .row(Row(rows: self, place: place)) }
    /// Whether each item is a view that these rows answer for.
    var areViews: Bool { true }
    var view: (any View)? { nil }
}

/// One item of rows.
public struct Row: View {
    let rows: Rows
    let place: Int

    public func value(_ symbol: Int) -> Value { rows.value(symbol, at: place) }

    /// The view that it was made of; nil for one of many rows.
    public var view: (any View)? { rows.view }
}

/// A view as rows of one.
private final class SingleRow<Only: View>: Rows {
    private let only: Only

    init(_ only: Only) {
        self.only = only
        super.init(count: 1)
    }

    override func value(_ symbol: Int, at place: Int) -> Value { only.value(symbol) }
    override var view: (any View)? { only }
}

/// A list of values of any kind.
private final class Items: Rows {
    private let make: (Int) -> Value

    init(count: Int, _ make: @escaping (Int) -> Value) {
        self.make = make
        super.init(count: count)
    }

    override func item(_ place: Int) -> Value { make(place) }
    override var areViews: Bool { false }
}

/// The names that templates may use. A name's symbol is its position.
public struct Vocabulary: Sendable {
    public private(set) var names: [String]
    private var symbols: [String: Int]
    /// An open vocabulary takes in each new name; a closed one makes it an error.
    let isOpen: Bool

    /// A closed vocabulary.
    public init(_ names: [String]) {
        self.names = names
        symbols = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        isOpen = false
    }

    /// An open vocabulary: names are added as templates use them.
    public init() {
        names = []
        symbols = [:]
        isOpen = true
    }

    mutating func symbol(_ name: String) -> Int? {
        if let known = symbols[name] { return known }
        guard isOpen else { return nil }
        names.append(name)
        symbols[name] = names.count - 1
        return names.count - 1
    }

    /// The known name that is nearest to a wrong one, at most two edits away.
    func nearest(to name: String) -> String? {
        let wanted = Array(name.utf8)
        var best: (distance: Int, name: String)?
        for candidate in names {
            let distance = editDistance(wanted, Array(candidate.utf8))
            if distance <= 2, distance < (best?.distance ?? 3) { best = (distance, candidate) }
        }
        return best?.name
    }
}

/// Levenshtein's distance in bytes.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for j in right.indices {
            let above = row[j + 1]
            row[j + 1] = min(above + 1, row[j] + 1, diagonal + (byte == right[j] ? 0 : 1))
            diagonal = above
        }
    }
    return row[right.count]
}
