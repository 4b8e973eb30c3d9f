/// A colour of an owner's own in place of the brand's, in one theme.
public struct ColorReplacement: Sendable, Equatable {
    /// `accent.accent`, as in `ColorToken.name`.
    public var token: String
    public var appearance: Appearance
    public var color: RGB

    public init(token: String, appearance: Appearance, color: RGB) {
        self.token = token
        self.appearance = appearance
        self.color = color
    }

    static func apply(_ replacements: [ColorReplacement], to colors: [ColorToken]) -> [ColorToken] {
        var colors = colors
        for replacement in replacements {
            guard let place = colors.firstIndex(where: { $0.name == replacement.token }) else { continue }
            switch replacement.appearance {
            case .light: colors[place].light = replacement.color
            case .dark: colors[place].dark = replacement.color
            }
        }
        return colors
    }
}

extension Theme {
    /// What is wrong with a replacement.
    public struct ReplacementFault: Sendable, Equatable {
        /// Its place in the list.
        public var index: Int
        public var message: String
        /// The way out; empty where there is none to name.
        public var advice: String
    }

    /// Pure black, and contrasts that `pairings` ask for and the replacements do not reach: for each replacement the worst.
    ///
    /// - Parameter replacements: those that this theme was made with.
    public func faults(of replacements: [ColorReplacement]) -> [ReplacementFault] {
        var faults: [ReplacementFault] = []
        var worst: [Int: [Pairing]] = [:]
        for (index, replacement) in replacements.enumerated() where replacement.color.isPureBlack {
            faults.append(ReplacementFault(index: index, message: "pure black is painted nowhere", advice: "Take a very dark blue or grey"))
        }
        for appearance in Appearance.allCases {
            for pairing in pairings where pairing.ratio(appearance, in: self) < pairing.required - 0.005 {
                let ends = [pairing.front, pairing.ground].flatMap { name in [name, derived.first { $0.name == name }?.base ?? name] }
                let guilty = ends.lazy.compactMap { end in
                    replacements.firstIndex { $0.token == end && $0.appearance == appearance && !$0.color.isPureBlack }
                }.first
                if let guilty { worst[guilty, default: []].append(pairing) }
            }
        }
        for (index, pairings) in worst.sorted(by: { $0.key < $1.key }) {
            if let fault = fault(index, replacements[index], pairings) { faults.append(fault) }
        }
        return faults.sorted { $0.index < $1.index }
    }

    private func fault(_ index: Int, _ replacement: ColorReplacement, _ pairings: [Pairing]) -> ReplacementFault? {
        let appearance = replacement.appearance
        guard let worst = pairings.min(by: { $0.ratio(appearance, in: self) / $0.required < $1.ratio(appearance, in: self) / $1.required })
        else { return nil }
        let tenths = Int((worst.ratio(appearance, in: self) * 10).rounded(.down))
        let owed = worst.use == .text ? "text needs 4.5" : "marks need 3"
        let grounds = pairings.filter { $0.front == replacement.token }.map { color($0.ground, appearance) }
        let better = replacement.color.strengthened(on: grounds, to: worst.required)
        let helps = !grounds.isEmpty && grounds.allSatisfy { better.contrast(with: $0) >= worst.required - 0.005 }
        return ReplacementFault(
            index: index,
            message: "\(worst.front) on \(worst.ground) has a contrast of \(tenths / 10).\(tenths % 10) to 1; \(owed) (WCAG 2.2 AA)",
            advice: helps ? "\(better.hex) would do" : "Choose colours that are further apart in lightness")
    }
}
