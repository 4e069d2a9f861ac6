// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The reason why a view call failed, out of nearcore's text.
///
/// The text is JSON, or a Rust value as its debugger shows it.
enum ViewCallFailure {
    /// Returns the error that the text names; `executionError` with the text where it names none that is known.
    ///
    /// A panic's message is the contract's own and may look like anything, so it is looked for first.
    static func read(_ text: String) -> FunctionCallError {
        if text.hasPrefix("{") {
            do throws(JSONParsingError) {
                return FunctionCallError(json: try JSONValue.parse(text))
            } catch {
                // A Rust value begins with a name, and so does a text: this is neither.
                return .executionError(message: text)
            }
        }
        if let opening = text.firstRange(of: "panic_msg: \"") {
            return .hostError(.guestPanic(message: unescaped(text[opening.upperBound...])))
        }
        if let opening = text.firstRange(of: "ProhibitedInView { method_name: \"") {
            return .hostError(.prohibitedInView(methodName: unescaped(text[opening.upperBound...])))
        }
        if let opening = text.firstRange(of: "CodeDoesNotExist { account_id: AccountId(\"") {
            do throws(AccountIdError) {
                let id = try AccountId(unescaped(text[opening.upperBound...]))
                return .compilationError(.codeDoesNotExist(accountId: id))
            } catch {
                return .executionError(message: text)
            }
        }
        for name in ["MethodNotFound", "MethodEmptyName", "MethodInvalidSignature"]
        where text.contains("MethodResolveError(\(name))") {
            return .methodResolveError(MethodResolveError(rawValue: name))
        }
        for (name, error) in [
            ("GasExceeded", HostError.gasExceeded), ("GasLimitExceeded", .gasLimitExceeded),
            ("BalanceExceeded", .balanceExceeded),
        ] where text.contains("HostError(\(name))") {
            return .hostError(error)
        }
        return .executionError(message: text)
    }

    /// Returns the characters up to the closing quotation mark, with Rust's escapes replaced.
    private static func unescaped(_ rest: Substring) -> String {
        var result = ""
        var characters = rest.unicodeScalars.makeIterator()
        while let scalar = characters.next(), scalar != "\"" {
            guard scalar == "\\" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch characters.next() {
            case "n": result += "\n"
            case "r": result += "\r"
            case "t": result += "\t"
            case "0": result += "\0"
            case "u":
                var digits = ""
                while let digit = characters.next(), digit != "}" {
                    if digit != "{" { digits.unicodeScalars.append(digit) }
                }
                if let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) {
                    result.unicodeScalars.append(scalar)
                }
            case let other?: result.unicodeScalars.append(other)
            case nil: break
            }
        }
        return result
    }
}
