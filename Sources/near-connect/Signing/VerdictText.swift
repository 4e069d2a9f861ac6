// SPDX-License-Identifier: MIT

import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// The verdict of a policy in words and as JSON, with the rule that decides.
struct VerdictText {
    /// The words for the user.
    let sentence: String
    /// The policy's reason, where it refuses.
    let refusal: String?
    /// The form of `docs/schemas/dry-run.schema.json`.
    let json: JSONValue

    /// - Parameters:
    ///   - verdict: The verdict; `nil` where a wallet approves by itself.
    ///   - file: The policy file; `nil` where none was named.
    ///   - wallet: The wallet that would be asked.
    init(_ verdict: PolicyVerdict?, file: String?, wallet: String?) {
        var fields: JSONValue.Members = ["file": file.map(JSONValue.string) ?? .null]
        guard let verdict else {
            (sentence, refusal) = (localized("none: the wallet asks its user"), nil)
            fields["decision"] = "wallet"
            json = .object(fields)
            return
        }
        switch verdict.answer {
        case .approved, .approvedAccounts, .cancelled:
            let rule = verdict.approvingRule
            sentence = localized("approves it by %1$s", rule.map { Self.words($0, in: file) } ?? localized("default"))
            refusal = nil
            fields["decision"] = "approve"
            fields["rule"] = rule.map(Self.json) ?? .null
        case .refused(let reason):
            sentence = localized("refuses it: %1$s", reason)
            refusal = reason
            fields["decision"] = "refuse"
            fields["reason"] = .string(reason)
            fields["rules"] = .array(verdict.rules.map(Self.json))
        case nil:
            (sentence, refusal) = (
                wallet == nil
                    ? localized("none: you would be asked in the terminal")
                    : localized("none: you would be asked in a window"), nil
            )
            fields["decision"] = "ask"
        }
        json = .object(fields)
    }

    private static func words(_ rule: PolicyVerdict.RuleFinding, in file: String?) -> String {
        let name = rule.name.map { DisplayText.quotation($0, limit: 64) } ?? ""
        guard let line = rule.line, let file else { return localized("rule %1$s %2$s", "\(rule.index)", name) }
        return localized(
            "rule %1$s, %2$s (%3$s, line %4$s)", "\(rule.index)", name, DisplayText.quotation(file, limit: 200),
            "\(line)")
    }

    private static func json(_ rule: PolicyVerdict.RuleFinding) -> JSONValue {
        var fields: JSONValue.Members = [
            "index": .integer(Int128(rule.index)), "name": rule.name.map(JSONValue.string) ?? .null,
            "line": rule.line.map { .integer(Int128($0)) } ?? .null,
        ]
        if let reason = rule.reason { fields["reason"] = .string(reason) }
        return .object(fields)
    }
}
