// SPDX-License-Identifier: MIT

/// Returns a text that users read, with `values` in its places `%1$s`, `%2$s` and so on.
///
/// `%%` is a percent sign.
///
/// Every text in a dialog, an error or a command's output goes through here, so that translations have one place to
/// come in. `xgettext` reads the calls as C, so the text is one literal on one line, without `\u{…}`; being a
/// `StaticString`, it can't have `\(…)` in it either. A value is taken as it is: places in it stay text.
///
/// - Parameters:
///   - text: The English text, a literal.
///   - values: The texts for its places, made safe to show by the code that got them from outside.
package func localized(_ text: StaticString, _ values: String...) -> String {
    filledPlaces(of: text, with: values)
}

/// Returns one of two texts that users read: for one thing, or for any other number of things.
///
/// - Parameters:
///   - one: The English text for a `count` of 1.
///   - other: The English text for every other `count`.
///   - count: The number that decides.
///   - values: The texts for the places; the number itself isn't among them unless given.
package func localizedPlural(_ one: StaticString, _ other: StaticString, count: Int, _ values: String...) -> String {
    filledPlaces(of: count == 1 ? one : other, with: values)
}

/// Returns `text` with its places filled, in one pass; a place without a value stays as it is.
///
/// For functions that wrap ``localized(_:_:)`` only: everything else calls that.
package func filledPlaces(of text: StaticString, with values: [String]) -> String {
    // Most texts have no places, and a debug build of the argument parser makes those of options thousands of times.
    let isPlain = text.withUTF8Buffer { bytes in
        var index = 0
        while index < bytes.count, bytes[index] != UInt8(ascii: "%") { index += 1 }
        return index == bytes.count
    }
    guard !isPlain else { return "\(text)" }
    let pieces = "\(text)".split(separator: "%", omittingEmptySubsequences: false)
    var result = String(pieces[0])
    var isEscaped = false
    for piece in pieces.dropFirst() {
        if isEscaped {
            isEscaped = false
            result += piece
        } else if piece.isEmpty {
            isEscaped = true
            result += "%"
        } else if let end = piece.firstRange(of: "$s"), let place = Int(piece[..<end.lowerBound]),
            values.indices.contains(place - 1)
        {
            result += values[place - 1] + piece[end.upperBound...]
        } else {
            result += "%" + piece
        }
    }
    return result
}
