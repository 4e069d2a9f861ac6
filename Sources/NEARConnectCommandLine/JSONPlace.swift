// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// The place in a text at which it stops to be JSON.
package struct JSONPlace {
    let line: Int
    let column: Int

    /// The place of `error` in `text`; columns count bytes.
    package init(of error: JSONParsingError, in text: [UInt8]) {
        let offset =
            switch error {
            case .endOfInput: text.count
            case .unexpectedByte(let offset, _), .invalidNumber(let offset), .invalidString(let offset),
                .tooDeep(let offset), .trailingBytes(let offset):
                offset
            }
        let before = text.prefix(offset)
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = offset - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
    }

    /// The place in words.
    package var text: String { localized("line %1$s, column %2$s", "\(line)", "\(column)") }
}
