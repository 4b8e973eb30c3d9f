import CCmark

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A node of cmark's tree. Good while the tree lives.
struct Node: Equatable {
    let pointer: OpaquePointer
    /// `Cmark`'s table. It goes from node to node, since the way to a global is longer than what is done with a node.
    private let kinds: Cmark.Kinds

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        kinds = Cmark.shared.kinds
    }

    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.init(pointer)
    }

    private init?(_ pointer: OpaquePointer?, _ kinds: Cmark.Kinds) {
        guard let pointer else { return nil }
        self.pointer = pointer
        self.kinds = kinds
    }

    static func == (left: Node, right: Node) -> Bool { left.pointer == right.pointer }

    /// cmark's own kind where the node carries no tag of ours.
    @inline(__always)
    var kind: NodeKind {
        let kind = kinds.kind(of: cmark_node_get_type(pointer))
        switch kind {
        case .code, .emphasis, .codeBlock:
            guard let tag = cmark_node_get_syntax_extension(pointer) else { return kind }
            return Cmark.shared.kind(ofTag: tag) ?? kind
        default: return kind
        }
    }

    var next: Node? { Node(cmark_node_next(pointer), kinds) }
    var previous: Node? { Node(cmark_node_previous(pointer), kinds) }
    var parent: Node? { Node(cmark_node_parent(pointer), kinds) }
    var firstChild: Node? { Node(cmark_node_first_child(pointer), kinds) }
    var lastChild: Node? { Node(cmark_node_last_child(pointer), kinds) }

    var line: Int { Int(cmark_node_get_start_line(pointer)) }
    var column: Int { Int(cmark_node_get_start_column(pointer)) }

    var literal: Bytes { Self.bytes(cmark_node_get_literal(pointer)) }
    var url: Bytes { Self.bytes(cmark_node_get_url(pointer)) }
    var title: Bytes { Self.bytes(cmark_node_get_title(pointer)) }
    var fenceInfo: Bytes { Self.bytes(cmark_node_get_fence_info(pointer)) }

    var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }
    var isOrdered: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
    var listStart: Int { Int(cmark_node_get_list_start(pointer)) }
    var isTight: Bool { cmark_node_get_list_tight(pointer) != 0 }
    var isTask: Bool { cmark_node_get_syntax_extension(pointer) == Cmark.shared.taskList && Cmark.shared.taskList != nil }
    var isChecked: Bool { cmark_gfm_extensions_get_tasklist_item_checked(pointer) }
    var isHeaderRow: Bool { cmark_gfm_extensions_get_table_row_is_header(pointer) != 0 }

    /// `l`, `c`, `r`, or 0 where a column has no alignment; `self` is a table.
    func alignment(column: Int) -> UInt8 {
        guard column < Int(cmark_gfm_extensions_get_table_columns(pointer)) else { return 0 }
        return cmark_gfm_extensions_get_table_alignments(pointer)?[column] ?? 0
    }

    /// A number of ours; 0 until it is set.
    var mark: Int {
        get { Int(bitPattern: cmark_node_get_user_data(pointer)) }
        nonmutating set { cmark_node_set_user_data(pointer, UnsafeMutableRawPointer(bitPattern: newValue)) }
    }

    func setLiteral(_ bytes: Bytes) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            guard let base = buffer.baseAddress else { return }
            if let start = bytes.baseAddress { memcpy(base, start, bytes.count) }
            base[bytes.count] = 0
            cmark_node_set_literal(pointer, base)
        }
    }

    func setURL(_ bytes: Bytes) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            guard let base = buffer.baseAddress else { return }
            if let start = bytes.baseAddress { memcpy(base, start, bytes.count) }
            base[bytes.count] = 0
            cmark_node_set_url(pointer, base)
        }
    }

    func unlink() { cmark_node_unlink(pointer) }

    private static func bytes(_ text: UnsafePointer<CChar>?) -> Bytes {
        guard let text else { return Bytes(start: nil, count: 0) }
        return Bytes(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
    }
}

/// Walks a subtree in document order without recursion: pages can be nested a thousand deep.
struct TreeWalk {
    private let root: Node
    private(set) var node: Node
    /// Whether `node` was entered, not left, by the last step.
    private(set) var isEntering = false
    /// Depth of `node` below the root.
    private(set) var depth = 0
    private var hasStarted = false

    init(_ root: Node) {
        self.root = root
        node = root
    }

    /// Enters the next node or leaves one; false at the end.
    mutating func step() -> Bool {
        if !hasStarted {
            hasStarted = true
            isEntering = true
            return true
        }
        if isEntering {
            if let child = node.firstChild {
                node = child
                depth += 1
            } else {
                isEntering = false
            }
            return true
        }
        return stepOver()
    }

    /// Goes on after `node` without what is below it and without leaving it; false at the end.
    mutating func stepOver() -> Bool {
        if node == root { return false }
        if let sibling = node.next {
            node = sibling
            isEntering = true
            return true
        }
        guard let parent = node.parent else { return false }
        node = parent
        depth -= 1
        isEntering = false
        return true
    }
}
