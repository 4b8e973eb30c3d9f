/// Typed values of the format, section 8 (types) and 9 (composite types) of the Design Tokens Format Module 2025.10.
extension TokenFile {
    func number(_ value: TokenJSON, of path: String) throws(ThemeError) -> Double {
        if let target = try alias(value) { return try number(target.value, of: target.path) }
        guard case .number(let number) = value.value else { throw error("\(path): expected a number", at: value.offset) }
        return number
    }

    func string(_ value: TokenJSON, of path: String) throws(ThemeError) -> String {
        guard case .string(let text) = value.value else { throw error("\(path): expected a string", at: value.offset) }
        return text
    }

    func member(_ key: String, _ value: TokenJSON, of path: String) throws(ThemeError) -> TokenJSON {
        guard case .object(let members) = value.value else { throw error("\(path): expected an object", at: value.offset) }
        guard let member = members.first(where: { $0.key == key }) else { throw error("\(path): \"\(key)\" is missing", at: value.offset) }
        return member.value
    }

    func elements(_ value: TokenJSON, of path: String) throws(ThemeError) -> [TokenJSON] {
        guard case .array(let elements) = value.value else { throw error("\(path): expected a list", at: value.offset) }
        return elements
    }

    func color(_ value: TokenJSON, of path: String) throws(ThemeError) -> (rgb: RGB, alpha: Double) {
        if let target = try alias(value) { return try color(target.value, of: target.path) }
        guard try string(member("colorSpace", value, of: path), of: path) == "srgb" else {
            throw error("\(path): only the colour space \"srgb\" is understood", at: value.offset)
        }
        let list = try elements(member("components", value, of: path), of: path)
        guard list.count == 3 else { throw error("\(path): expected three components", at: value.offset) }
        var bytes: [UInt8] = []
        for element in list {
            let component = try number(element, of: path)
            guard (0...1).contains(component) else { throw error("\(path): a component must lie between 0 and 1", at: element.offset) }
            bytes.append(UInt8((component * 255).rounded()))
        }
        let rgb = RGB(red: bytes[0], green: bytes[1], blue: bytes[2])
        guard case .object(let members) = value.value else { return (rgb, 1) }
        if let hex = members.first(where: { $0.key == "hex" })?.value {
            guard try string(hex, of: path) == rgb.hex else {
                throw error("\(path): \"hex\" and \"components\" differ (the components give \(rgb.hex))", at: hex.offset)
            }
        }
        guard let alpha = members.first(where: { $0.key == "alpha" })?.value else { return (rgb, 1) }
        return (rgb, try number(alpha, of: path))
    }

    func dimension(_ value: TokenJSON, of path: String) throws(ThemeError) -> Dimension {
        if let target = try alias(value) { return try dimension(target.value, of: target.path) }
        let amount = try number(member("value", value, of: path), of: path)
        let unit = try member("unit", value, of: path)
        guard let known = Dimension.Unit(rawValue: try string(unit, of: path)) else {
            throw error("\(path): the unit must be \"px\" or \"rem\"", at: unit.offset)
        }
        return Dimension(amount, known)
    }

    /// Milliseconds.
    func duration(_ value: TokenJSON, of path: String) throws(ThemeError) -> Double {
        let amount = try number(member("value", value, of: path), of: path)
        let unit = try member("unit", value, of: path)
        switch try string(unit, of: path) {
        case "ms": return amount
        case "s": return amount * 1000
        default: throw error("\(path): the unit must be \"ms\" or \"s\"", at: unit.offset)
        }
    }

    func fontFamily(_ value: TokenJSON, of path: String) throws(ThemeError) -> [String] {
        if let target = try alias(value) { return try fontFamily(target.value, of: target.path) }
        if case .string(let name) = value.value { return [name] }
        var names: [String] = []
        for element in try elements(value, of: path) { names.append(try string(element, of: path)) }
        return names
    }

    func gradient(_ value: TokenJSON, of path: String) throws(ThemeError) -> [GradientToken.Stop] {
        var stops: [GradientToken.Stop] = []
        for element in try elements(value, of: path) {
            let rgb = try color(member("color", element, of: path), of: path).rgb
            stops.append(GradientToken.Stop(color: rgb, position: try number(member("position", element, of: path), of: path)))
        }
        guard stops.count >= 2 else { throw error("\(path): a gradient needs two stops", at: value.offset) }
        return stops
    }

    func shadow(_ value: TokenJSON, of path: String) throws(ThemeError) -> [ShadowLayer] {
        let layers: [TokenJSON]
        if case .array(let list) = value.value { layers = list } else { layers = [value] }
        var result: [ShadowLayer] = []
        for layer in layers {
            let (rgb, alpha) = try color(member("color", layer, of: path), of: path)
            result.append(
                ShadowLayer(
                    x: try dimension(member("offsetX", layer, of: path), of: path),
                    y: try dimension(member("offsetY", layer, of: path), of: path),
                    blur: try dimension(member("blur", layer, of: path), of: path),
                    spread: try dimension(member("spread", layer, of: path), of: path), color: rgb, alpha: alpha))
        }
        return result
    }

    func textStyle(_ name: String, _ value: TokenJSON, of path: String) throws(ThemeError) -> TextStyle {
        TextStyle(
            name: name, family: try fontFamily(member("fontFamily", value, of: path), of: path),
            size: try dimension(member("fontSize", value, of: path), of: path),
            lineHeight: try number(member("lineHeight", value, of: path), of: path),
            weight: try number(member("fontWeight", value, of: path), of: path),
            tracking: try dimension(member("letterSpacing", value, of: path), of: path))
    }
}
