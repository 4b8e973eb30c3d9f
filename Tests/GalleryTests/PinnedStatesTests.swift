import Testing

@testable import Gallery

@Suite struct PinnedStatesTests {
    private func pinned(_ css: String) -> String { String(decoding: pinnedStates(of: Array(css.utf8)), as: UTF8.self) }

    @Test func statesBecomeClasses() {
        #expect(pinned("a:hover{color:red}b{color:blue}") == "a.is-hover{color:red}\n")
        #expect(pinned(".x:focus-visible, .y:hover > i { margin: 0 }") == ".x.is-focus-visible, .y.is-hover > i{margin: 0}\n")
        #expect(pinned("@media (min-width: 1em){a:hover{b:c}d{e:f}}") == "@media (min-width: 1em){a.is-hover{b:c}}\n")
    }

    @Test func whatIsNoRuleIsPassedOver() {
        #expect(pinned("@font-face{src:url(a)}@keyframes k{from{x:y}to{z:w}}a:hover{b:c}") == "a.is-hover{b:c}\n")
        #expect(pinned("/* a:hover{b:c} */i::before{content:\"}a:hover{\"}") == "")
        #expect(pinned("@import url(x);a:hover{content:'{'}") == "a.is-hover{content:'{'}\n")
    }

    @Test(arguments: ["", "a{", "a:hover{", "}", "@media{", "/*", "a:hover{content:\"", "@", "{}}}{{"]) func brokenSheets(_ css: String) {
        #expect(pinned(css).utf8.count < 40)
    }
}
