// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A program's decision about a request that it was offered.
struct ApprovalDecision {
    /// The answers of a program.
    enum Answer {
        /// It may be signed; for a sign-in with this account, or with the first one to choose from.
        case allow(account: String?)
        /// It may not.
        case deny
        /// The bridge widget is to ask the user.
        case show
    }

    /// The request's number.
    let id: UInt64
    let answer: Answer

    /// Reads a decision.
    ///
    /// - Parameter text: JSON with `id`, `answer` and `accountId`.
    /// - Throws: ``EngineError``.
    init(_ text: String?) throws(EngineError) {
        let json: JSONValue
        do throws(JSONParsingError) {
            json = try JSONValue.parse(text ?? "")
        } catch {
            throw .configuration(localized("The parameters are no JSON: %1$s.", "\(error)"))
        }
        guard let id = json["id"]?.integerValue(as: UInt64.self) else { throw Self.unknown }
        self.id = id
        switch json["answer"]?.stringValue {
        case "allow": answer = .allow(account: json["accountId"]?.stringValue)
        case "deny": answer = .deny
        case "show": answer = .show
        default: throw Self.unknown
        }
    }

    private static var unknown: EngineError { .configuration(localized("There is no such command.")) }
}
