/// Rules for `.is-hover` and `.is-focus-visible`, made from a style sheet's own `:hover` and `:focus-visible` rules, so that a sheet of
/// components can hold states still without a second copy of them.
func pinnedStates(of sheet: [UInt8]) -> [UInt8] {
    var css = ""
    for rule in styleRules(of: sheet) {
        var selector = rule.selector
        for state in ["hover", "focus-visible"] { selector = selector.replacing(":\(state)", with: ".is-\(state)") }
        if selector == rule.selector { continue }
        let open = rule.conditions.map { $0 + "{" }.joined()
        css += open + "\(selector){\(rule.body)}" + String(repeating: "}", count: rule.conditions.count) + "\n"
    }
    return Array(css.utf8)
}
