import Foundation
import Mustache

/// JSON as a view, for tests.
struct JSON: View {
    let object: [String: Any]
    let vocabulary: Vocabulary

    func value(_ symbol: Int) -> Value {
        object.index(forKey: vocabulary.names[symbol]) == nil ? .absent : Self.value(object[vocabulary.names[symbol]], vocabulary)
    }

    static func value(_ any: Any?, _ vocabulary: Vocabulary) -> Value {
        switch any {
        case let object as [String: Any]: .view(JSON(object: object, vocabulary: vocabulary))
        case let list as [Any]: .list(List(list.map { value($0, vocabulary) }))
        case let text as String: .text(text)
        case let number as NSNumber where isBoolean(number): .flag(number.boolValue)
        case let number as NSNumber: .text("\(number)")
        default: .flag(false)
        }
    }

    /// JSON's true and false arrive as numbers of the type that holds one character.
    private static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
