// SPDX-License-Identifier: MIT

internal import ArgumentParser
package import NEARPrimitives
internal import SafeText

/// A transaction in Base64 on the command line, in a file or on standard input.
package enum TransactionArgument {
    /// Reads a transaction, signed or not.
    ///
    /// - Parameters:
    ///   - text: The Base64; `@FILE` for a file's, `-` for standard input.
    ///   - type: `Transaction` or `SignedTransaction`.
    /// - Throws: `ValidationError`.
    package static func read<Value: BorshDecodable>(_ text: String, as type: Value.Type) throws -> Value {
        let text = try MessageText.read(text).filter { !$0.isWhitespace }
        let shown = DisplayText.quotation(text, limit: 60)
        guard let bytes = Base64.decode(text) else {
            throw ValidationError(
                localized("%1$s is no Base64. Pass what “--unsigned” or “sign-transaction” wrote.", shown))
        }
        do throws(BorshError) {
            return try Value(borsh: bytes)
        } catch {
            throw ValidationError(localized("%1$s is no transaction of this kind: %2$s.", shown, "\(error)"))
        }
    }
}
