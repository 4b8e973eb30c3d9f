import CPopt
import CSystem
import Publishing

/// Sorts a command's arguments with popt. Only this file knows the library.
func parse(_ words: [String], options: [Option]) throws(PublishingError) -> Arguments {
    let parser = PoptParser(words: words, options: options)
    return try parser.parse()
}

private struct PoptParser: ~Copyable {
    private let options: [Option]
    private let names: CStrings
    private let words: CStrings
    private let table: UnsafeMutablePointer<syn_popt_option>
    private let context: poptContext?

    init(words: [String], options: [Option]) {
        self.options = options
        self.names = CStrings(options.map(\.name))
        // popt leaves out the first, which is the program's name.
        self.words = CStrings(["synapse-publish"] + words)
        // popt(3): the table ends with an entry of zeros, and must live as long as the context.
        table = .allocate(capacity: options.count + 1)
        table.initialize(repeating: syn_popt_option(), count: options.count + 1)
        for (index, option) in options.enumerated() {
            table[index].longName = UnsafePointer(names.start[index])
            table[index].argInfo = option.value == nil ? UInt32(POPT_ARG_NONE) : UInt32(POPT_ARG_STRING)
            // Positive values are returned by poptGetNextOpt; 0 would mean "do not return".
            table[index].val = Int32(index + 1)
        }
        let arguments = UnsafeMutableRawPointer(self.words.start).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
        context = poptGetContext(nil, Int32(words.count + 1), arguments, table, 0)
    }

    deinit {
        poptFreeContext(context)
        table.deallocate()
    }

    borrowing func parse() throws(PublishingError) -> Arguments {
        guard context != nil else { throw PublishingError(.temporary, "There is no memory for the arguments") }
        var arguments = Arguments()
        while true {
            let code = poptGetNextOpt(context)
            // popt(3): -1 is the end, values below are errors.
            guard code > 0 else {
                if code < -1 { throw failure(code) }
                break
            }
            // The caller owns the text.
            let value = poptGetOptArg(context)
            defer { free(value) }
            let name = options[Int(code) - 1].name
            guard arguments.values[name] == nil || value == nil else { throw usageError("--\(name) is given twice") }
            arguments.values[name] = value.map { String(cString: $0) } ?? ""
        }
        while let operand = poptGetArg(context) { arguments.operands.append(String(cString: operand)) }
        return arguments
    }

    private borrowing func failure(_ code: Int32) -> PublishingError {
        let word = poptBadOption(context, UInt32(POPT_BADOPTION_NOALIAS)).map { String(cString: $0) } ?? ""
        let option = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
        switch code {
        case POPT_ERROR_BADOPT:
            let name = String(option.drop { $0 == "-" })
            return usageError("There is no option \(option)", advice: suggestion(for: name, among: options.map(\.name), prefix: "--") ?? "")
        case POPT_ERROR_NOARG:
            return usageError("\(option) needs a value")
        case POPT_ERROR_UNWANTEDARG:
            return usageError("\(option) takes no value")
        default:
            return usageError("\(option): \(poptStrerror(code).map { String(cString: $0) } ?? "unusable")")
        }
    }
}

/// An array of C strings that ends with a null pointer, freed with its owner.
private struct CStrings: ~Copyable {
    let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        start = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { start[index] = strdup(string) }
        start[count] = nil
    }

    deinit {
        for index in 0..<count { free(start[index]) }
        start.deallocate()
    }
}
