// SPDX-License-Identifier: MIT

internal import CNEARConnectResources

/// Returns a text that users read in their language, with `values` in its places `%1$s`, `%2$s` and so on.
///
/// `%%` is a percent sign.
///
/// Every text in a dialog, an error or a command's output goes through here. gettext's catalogues are asked, in
/// `Resources/Translations`; the language is that of the process's locale, which its program sets. `xgettext` reads the
/// calls as C, so the text is one literal on one line, without `\u{…}`; being a `StaticString`, it can't have `\(…)`
/// in it either. A value is taken as it is: places in it stay text.
///
/// - Parameters:
///   - text: The English text, a literal.
///   - values: The texts for its places, made safe to show by the code that got them from outside.
package func localized(_ text: StaticString, _ values: String...) -> String {
    filledPlaces(of: text, with: values)
}

/// Returns the form for a number of a text that users read.
///
/// - Parameters:
///   - one: The English text for a `count` of 1.
///   - other: The English text for every other `count`.
///   - count: The number that decides; a language may have other forms than two.
///   - values: The texts for the places; the number itself isn't among them unless given.
package func localizedPlural(_ one: StaticString, _ other: StaticString, count: Int, _ values: String...) -> String {
    let text = one.withUTF8Buffer { one in
        other.withUTF8Buffer { other in
            // Literals end with a zero byte.
            guard let one = one.baseAddress, let other = other.baseAddress else { return "" }
            return one.withMemoryRebound(to: CChar.self, capacity: 1) { one in
                other.withMemoryRebound(to: CChar.self, capacity: 1) { other in
                    TextChoice.isEnglish
                        ? String(cString: count == 1 ? one : other)
                        : String(cString: near_connect_plural(one, other, UInt(max(count, 0))))
                }
            }
        }
    }
    return filled(text, with: values)
}

/// The choice of untranslated texts, for the time of one call.
private enum TextChoice {
    @TaskLocal static var isEnglish = false
}

/// Returns what `body` returns, whose texts stay English: for answers that programs read.
package func withEnglishTexts<Value>(_ body: () -> Value) -> Value {
    TextChoice.$isEnglish.withValue(true) { body() }
}

/// Returns the language of the texts as a tag of BCP 47, `de` or `pt-BR`; `nil` without a catalogue.
package func textLanguage() -> String? {
    let header = String(cString: near_connect_catalogue_header())
    let field = header.split(separator: "\n").first { $0.hasPrefix("Language: ") }
    return field.map { String($0.dropFirst("Language: ".count)).replacing("_", with: "-") }
}

/// Has the catalogues looked for in another folder, given by its path.
package func useCatalogues(in folder: String) {
    near_connect_use_catalogues(folder)
}

/// Returns the translation of `text` with its places filled.
///
/// For functions that wrap ``localized(_:_:)`` only: everything else calls that.
package func filledPlaces(of text: StaticString, with values: [String]) -> String {
    let translated = text.withUTF8Buffer { bytes in
        guard let start = bytes.baseAddress else { return "" }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count + 1) {
            String(cString: TextChoice.isEnglish ? $0 : near_connect_text($0))
        }
    }
    return filled(translated, with: values)
}

/// Returns `text` with its places filled, in one pass; a place without a value stays as it is.
///
/// So a translation with a place that the English text hasn't shows it, and takes nothing from elsewhere.
func filled(_ text: String, with values: [String]) -> String {
    // Most texts have no places, and a debug build of the argument parser makes those of options thousands of times.
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let pieces = text.split(separator: "%", omittingEmptySubsequences: false)
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
