// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A text with `${name}` in it; `$${` stands for `${` itself.
package struct ScenarioText: Sendable, Hashable {
    /// A name of a value, and the members that lead into it: `${sent.hash}`.
    package struct Reference: Sendable, Hashable {
        /// The name of the value.
        package let name: String
        /// The members, the outermost first; empty for the whole value.
        package let members: [String]

        /// The reference as it stands in the file, without its braces.
        package var text: String { ([name] + members).joined(separator: ".") }

        /// Finds the value among `values`; `nil` where there is none.
        func value(in values: ScenarioValues) -> JSONValue? {
            var value = values[name]
            for member in members { value = value?[member] }
            return value
        }
    }

    /// A piece of the text.
    package enum Piece: Sendable, Hashable {
        /// Text as it is.
        case text(String)
        /// A value's text.
        case reference(Reference)
    }

    /// The pieces in their order.
    package let pieces: [Piece]

    /// The names that the text refers to.
    var references: [Reference] {
        pieces.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
    }

    /// The reference, if the text is nothing else.
    var soleReference: Reference? {
        if pieces.count == 1, case .reference(let reference) = pieces[0] { return reference }
        return nil
    }

    /// Replaces the references by the texts of their values.
    ///
    /// - Throws: ``ScenarioValueError`` naming the first reference without a value, or a result that is too long.
    package func resolved(_ values: ScenarioValues) throws(ScenarioValueError) -> String {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .reference(let reference):
                guard let value = reference.value(in: values) else { throw .unknown(reference) }
                result += value.stringValue ?? value.text
            }
            guard result.utf8.count <= ScenarioValues.sizeLimit else { throw ScenarioValueError.tooLong }
        }
        return result
    }

    /// Reads a text.
    ///
    /// - Throws: ``ScenarioValueError`` where braces aren't closed or hold no name.
    init(_ text: String) throws(ScenarioValueError) {
        var pieces: [Piece] = []
        var plain = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${") {
            if start.lowerBound > rest.startIndex, rest[rest.index(before: start.lowerBound)] == "$" {
                plain += rest[..<rest.index(before: start.lowerBound)] + "${"
                rest = rest[start.upperBound...]
                continue
            }
            plain += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { throw .unclosed }
            let words = rest[start.upperBound..<end].split(separator: ".", omittingEmptySubsequences: false)
            guard let name = words.first.map(String.init), Self.isName(name), !words.contains(where: \.isEmpty) else {
                throw .notAName(String(rest[start.upperBound..<end]))
            }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.reference(Reference(name: name, members: words.dropFirst().map(String.init))))
            rest = rest[rest.index(after: end)...]
        }
        plain += rest
        if !plain.isEmpty || pieces.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
    }

    /// Returns whether a text can be the name of a value.
    ///
    /// A name has letters of ASCII, digits, `-` and `_`, at most 64.
    static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= 64 else { return false }
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
        return isLetter(first)
            && bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
    }
}
