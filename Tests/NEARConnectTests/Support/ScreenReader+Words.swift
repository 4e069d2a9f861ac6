// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime

/// Finds what a catalogue misses, and what a window has no room for.
extension ScreenReader {
    /// Words that are no texts: names, units, and what GTK writes itself.
    private static let data: Set<String> = [
        "NEAR", "Connect", "Tgas", "Minimize", "Maximize", "Restore", "Close", "nearconnect", "yoctoNEAR",
    ]

    /// Texts that other libraries write, which the window quotes.
    private static let quoted = ["Couldn't connect to server"]

    /// Returns the elements with a text outside of the brackets of a ``PseudoProgram``.
    ///
    /// A value that stands in a text counts as one outside: it may have been written in English before it got there.
    /// Accounts, keys, addresses and amounts don't count: a word with a digit or one of `.:/_{"` is one of these.
    ///
    /// - Parameter names: Further words that are none.
    func untranslated(except names: Set<String> = []) async throws -> [String] {
        // The spinner's words are GTK's.
        try await elements().filter { element in
            guard element.role != "animation" else { return false }
            // What a field has is what was typed, or an example.
            let marked = element.marked
            let texts = [marked.name, marked.details] + (element.role == "text" ? [] : [marked.text ?? ""])
            return texts.contains { text in
                let outside = Self.quoted.reduce(Self.outside(text)) { $0.replacing($1, with: "") }
                return outside.split(whereSeparator: \.isWhitespace).contains { word in
                    let letters = word.filter(\.isLetter)
                    return letters.count > 2 && !word.contains { $0.isNumber || ".:/_{\"".contains($0) }
                        && !Self.data.contains(letters) && !names.contains(letters)
                }
            }
        }.map(\.description)
    }

    /// Returns the parts of a text outside of all brackets, and the values inside of them.
    private static func outside(_ text: String) -> String {
        var (result, isTranslated) = ("", [Bool]())
        for character in text {
            switch character {
            case "⟦": isTranslated.append(true)
            case "⟪":
                isTranslated.append(false)
                result.append(" ")
            case "⟧", "⟫": _ = isTranslated.popLast()
            default: if isTranslated.last != true { result.append(character) }
            }
        }
        return result
    }

    /// Returns the labels that don't show all of their text, and have no description that does.
    func cutOff() async throws -> [String] {
        var (found, measured): ([String], Int) = ([], 0)
        for element in try await elements() where element.role == "label" {
            guard let text = element.marked.text, text.count > 1, element.details.isEmpty else { continue }
            let first = try await extents(of: 0, in: element)
            let last = try await extents(of: text.unicodeScalars.count - 1, in: element)
            let before = try await extents(of: text.unicodeScalars.count - 2, in: element)
            guard let first, let last, let before, let box = try await extents(of: element) else { continue }
            measured += 1
            let isEllipsis = last == before && last != first && last.width > 0
            let isOutside =
                last.x + last.width > box.x + box.width + 1 || last.y + last.height > box.y + box.height + 1
            if isEllipsis || isOutside { found.append("\(element)") }
        }
        guard measured > 0 else { throw ReaderError("no label says where its letters are") }
        return found
    }

    /// Returns the width of an element on the screen, in pixels; `nil` where it doesn't say it.
    func width(of element: Element) async throws -> Int64? { try await extents(of: element)?.width }

    /// A place on the screen, in pixels.
    struct Box: Equatable {
        let x, y, width, height: Int64
    }

    private func extents(of character: Int, in element: Element) async throws -> Box? {
        Self.box(
            try await call(
                "GetCharacterExtents", of: "Text", at: element.place,
                with: [.integer(Int32(character)), .unsigned(0)]))
    }

    /// Returns an element's place on the screen; `nil` where it doesn't say it.
    func extents(of element: Element) async throws -> Box? {
        let answer = try await call("GetExtents", of: "Component", at: element.place, with: [.unsigned(0)])
        return Self.box(answer.first?.listValue ?? [])
    }

    private static func box(_ values: [DBusValue]) -> Box? {
        let numbers = values.compactMap { if case .integer(let number) = $0 { Int64(number) } else { nil } }
        guard numbers.count >= 4 else { return nil }
        return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
