// SPDX-License-Identifier: MIT

/// A JSON object in the words of a wallet.
///
/// Wallets hand on what a node or their own server has told them.
package struct QuotedJSON: Sendable {
    /// The object; `nil` where the text ends before it does.
    package let json: JSONValue?
    /// The words before the object.
    private let before: Substring.UTF8View
    /// The text behind the object.
    private let after: Substring.UTF8View

    /// The most braces at which an object is looked for in one text.
    private static let limit = 64

    /// Finds the first object in a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - looks: The number of braces at which one may still be looked for.
    /// - Returns: `nil` where there is none.
    private init?(in text: Substring.UTF8View, _ looks: inout Int) {
        var start = text.startIndex
        while looks > 0 {
            looks -= 1
            guard let brace = text[start...].firstIndex(of: UInt8(ascii: "{")) else { return nil }
            let rest = text[brace...]
            if let end = Self.end(of: rest), let json = Self.parse(rest[..<end]) {
                (self.json, before, after) = (json, text[..<brace], text[end...])
                return
            }
            if Self.beginsObject(rest) {
                (json, before, after) = (nil, text[..<brace], text[text.endIndex...])
                return
            }
            start = text.index(after: brace)
        }
        // Nobody writes so many braces for a reader.
        guard let brace = text[start...].firstIndex(of: UInt8(ascii: "{")) else { return nil }
        (json, before, after) = (nil, text[..<brace], text[text.endIndex...])
    }

    /// Returns the first error of the chain in the objects that a text quotes, as nearcore writes it.
    package static func failure(in text: String) -> (json: JSONValue, cause: TxExecutionError)? {
        for quoted in all(in: text) {
            if let failure = quoted.json.flatMap({ failure(in: $0) }) { return failure }
        }
        return nil
    }

    /// Returns a text for readers: the chain's errors in it in words, and no other object.
    package static func inWords(_ text: String) -> String {
        var words = ""
        var rest = text[...].utf8
        for quoted in all(in: text) {
            words += String(Substring(quoted.before)) + quoted.words
            rest = quoted.after
        }
        let end = String(Substring(rest))
        // The sentence has its full stop, and the wallet may have added one.
        return words + (words.hasSuffix(".") && end.hasPrefix(".") ? String(end.dropFirst()) : end)
    }

    private static func all(in text: String) -> [QuotedJSON] {
        var found: [QuotedJSON] = []
        var rest = text[...].utf8
        var looks = limit
        while let quoted = QuotedJSON(in: rest, &looks) {
            found.append(quoted)
            rest = quoted.after
        }
        return found
    }

    /// The object in words: the chain's error, the message that it has for its reader, or an ellipsis.
    private var words: String {
        guard let json else { return "…" }
        if let failure = Self.failure(in: json) { return failure.cause.description }
        let message = json["message"]?.stringValue ?? json["error"]?["message"]?.stringValue ?? ""
        return message.isEmpty || message.utf8.contains(UInt8(ascii: "{")) ? "…" : message
    }

    /// Looks for an error of the chain in an object and in all that is in it.
    private static func failure(in json: JSONValue) -> (json: JSONValue, cause: TxExecutionError)? {
        switch json {
        case .object(let members):
            for name: ExactText in ["TxExecutionError", "Failure"] {
                if let failure = members[name].flatMap(read) { return failure }
            }
            return read(json) ?? members.sorted { $0.key < $1.key }.lazy.compactMap { failure(in: $0.value) }.first
        case .array(let elements): return elements.lazy.compactMap { failure(in: $0) }.first
        // Some wallets put an error into a text, and that into an object.
        case .string(let text) where text.utf8.first == UInt8(ascii: "{"):
            return parse(text[...].utf8).flatMap { failure(in: $0) }
        default: return nil
        }
    }

    private static func read(_ json: JSONValue) -> (json: JSONValue, cause: TxExecutionError)? {
        let cause = TxExecutionError(json: json)
        if case .unrecognized = cause { return nil }
        return (json, cause)
    }

    private static func parse(_ bytes: Substring.UTF8View) -> JSONValue? {
        do throws(JSONParsingError) {
            return try JSONValue.parse(Array(bytes))
        } catch {
            return nil
        }
    }

    /// True if a brace is followed by a name, as in an object that was cut off.
    private static func beginsObject(_ text: Substring.UTF8View) -> Bool {
        let next = text.dropFirst().first { ![0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "\\")].contains($0) }
        return next == UInt8(ascii: "\"")
    }

    /// Returns the place behind the object at the beginning of a text.
    private static func end(of text: Substring.UTF8View) -> String.Index? {
        var (depth, isText, isEscaped) = (0, false, false)
        for index in text.indices {
            let byte = text[index]
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return text.index(after: index) }
            default: break
            }
        }
        return nil
    }
}
