import Foundation
import Mustache

/// Names of elements: their last eight bytes as a number, so that a tag is told by one comparison.
enum HTMLElement {
    static let p: UInt64 = 0x70
    static let div: UInt64 = 0x646976
    static let section: UInt64 = 0x73656374696f6e
    static let figure: UInt64 = 0x666967757265
    static let figcaption: UInt64 = 0x6763617074696f6e
    static let details: UInt64 = 0x64657461696c73
    static let summary: UInt64 = 0x73756d6d617279
    static let dl: UInt64 = 0x646c
    static let dt: UInt64 = 0x6474
    static let thead: UInt64 = 0x7468656164
    static let tbody: UInt64 = 0x74626f6479
    static let h1: UInt64 = 0x6831
    static let h2: UInt64 = 0x6832
    static let h3: UInt64 = 0x6833
    static let h4: UInt64 = 0x6834
    static let h5: UInt64 = 0x6835
    static let h6: UInt64 = 0x6836
    static let ul: UInt64 = 0x756c
    static let ol: UInt64 = 0x6f6c
    static let li: UInt64 = 0x6c69
    static let dd: UInt64 = 0x6464
    static let blockquote: UInt64 = 0x6f636b71756f7465
    static let pre: UInt64 = 0x707265
    static let table: UInt64 = 0x7461626c65
    static let tr: UInt64 = 0x7472
    static let td: UInt64 = 0x7464
    static let math: UInt64 = 0x6d617468
    static let th: UInt64 = 0x7468
    static let hr: UInt64 = 0x6872
    static let strong: UInt64 = 0x7374726f6e67
    static let b: UInt64 = 0x62
    static let em: UInt64 = 0x656d
    static let i: UInt64 = 0x69
    static let del: UInt64 = 0x64656c
    static let s: UInt64 = 0x73
    static let mark: UInt64 = 0x6d61726b
    static let br: UInt64 = 0x6272
    static let code: UInt64 = 0x636f6465
    static let a: UInt64 = 0x61
    static let img: UInt64 = 0x696d67
    static let input: UInt64 = 0x696e707574
    static let video: UInt64 = 0x766964656f
    static let audio: UInt64 = 0x617564696f
    static let span: UInt64 = 0x7370616e
    static let sup: UInt64 = 0x737570
}

/// A tag of HTML that we wrote.
struct HTMLTag {
    let name: UInt64
    let isClosing: Bool
    /// Behind the `>`.
    let end: Int
    /// Where what follows the name begins.
    private let attributes: Int

    init(_ html: UnsafeBufferPointer<UInt8>, at start: Int) {
        var index = start + 1
        isClosing = index < html.count && html[index] == UInt8(ascii: "/")
        if isClosing { index += 1 }
        var name: UInt64 = 0
        while index < html.count, (97...122).contains(html[index]) || (48...57).contains(html[index]) {
            name = name << 8 | UInt64(html[index])
            index += 1
        }
        self.name = name
        attributes = index
        while index < html.count, html[index] != UInt8(ascii: ">") {
            index = ByteScan.first(in: html, from: index) {
                ByteScan.equal($0, UInt8(ascii: ">")) .| ByteScan.equal($0, UInt8(ascii: "\""))
            }
            guard index < html.count, html[index] == UInt8(ascii: "\"") else { break }
            index = html.first(UInt8(ascii: "\""), in: (index + 1)..<html.count) + 1
        }
        end = min(html.count, index + 1)
    }

    var endsCode: Bool { isClosing && (name == HTMLElement.code || name == HTMLElement.pre) }

    func begins(with text: StaticString, _ html: UnsafeBufferPointer<UInt8>) -> Bool {
        attributes + text.utf8CodeUnitCount < end && html.has(text, at: attributes)
    }

    func contains(_ text: StaticString, _ html: UnsafeBufferPointer<UInt8>) -> Bool {
        attributes + text.utf8CodeUnitCount <= end && (attributes...(end - text.utf8CodeUnitCount)).contains { html.has(text, at: $0) }
    }

    /// The value of an attribute, references decoded.
    func value(_ name: StaticString, _ html: UnsafeBufferPointer<UInt8>) -> String? {
        place(of: name, html).map { String(decoding: MarkdownText.plain(html[$0]), as: UTF8.self) }
    }

    /// Where the value of an attribute is.
    func place(of name: StaticString, _ html: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        let length = name.utf8CodeUnitCount
        var index = attributes
        while index + length + 3 < end {
            if html[index] == 32, html.has(name, at: index + 1), html[index + 1 + length] == UInt8(ascii: "=") {
                let start = index + length + 3
                return start..<html.first(UInt8(ascii: "\""), in: start..<end)
            }
            index += 1
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The place of a byte in a range of these; the range's end where it is not there.
    func first(_ byte: UInt8, in range: Range<Int>) -> Int {
        let part = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(self)[range])
        guard let base = part.baseAddress, let found = memchr(base, Int32(byte), part.count) else { return range.upperBound }
        return range.lowerBound + (UnsafeRawPointer(found) - base)
    }

    /// Whether a text stands at a place.
    func has(_ text: StaticString, at place: Int) -> Bool {
        guard let base = baseAddress, text.utf8CodeUnitCount <= count - place, base[place] == text.utf8Start[0] else { return false }
        return memcmp(base + place, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
