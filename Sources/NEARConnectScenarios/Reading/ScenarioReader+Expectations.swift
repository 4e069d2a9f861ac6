// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Expected results.
extension ScenarioReader {
    /// Reads what is expected of a step.
    func expectation(
        _ yaml: LocatedYAML, of work: ScenarioWork, called word: String
    ) throws(ScenarioFileError) -> ScenarioExpectation {
        let known = Self.expectations(of: work)
        let fields = try fields(yaml, called: "expect", known: known)
        var result = ScenarioExpectation()
        if let error = fields["error"] {
            result.errorCode = try self.word(error, called: "error", known: ScenarioErrorCode.all)
        }
        result.reason = try fields["reason"].map { yaml throws(ScenarioFileError) in try late(yaml, called: "reason") }
        if result.reason != nil, result.errorCode == nil {
            throw self.error(
                yaml.place, localized("“reason” is an error’s"),
                advice: localized("write “error” with its code beside it"))
        }
        if let logs = fields["logs"] {
            for element in try list(logs, called: "logs") { result.logs.append(try late(element, called: "logs")) }
        }
        result.gasBelow = try fields["gas-below"].map { yaml throws(ScenarioFileError) in
            try late(yaml, called: "gas-below")
        }
        result.value = try fields["value"].map { yaml throws(ScenarioFileError) in try json(yaml) }
        result.account = try fields["account"].map { yaml throws(ScenarioFileError) in
            try late(yaml, called: "account")
        }
        result.permission =
            try fields["permission"].map { yaml throws(ScenarioFileError) in
                let names = ScenarioExpectation.Permission.allCases.map(\.rawValue)
                return ScenarioExpectation.Permission(rawValue: try self.word(yaml, called: "permission", known: names))
            } ?? nil
        result.balance = try balance(fields)
        try refuseBoth(result, fields)
        return result
    }

    private func balance(_ fields: ScenarioFields) throws(ScenarioFileError) -> ScenarioExpectation.Balance? {
        func amount(_ name: String) throws(ScenarioFileError) -> Late<NEARToken>? {
            try fields[name].map { yaml throws(ScenarioFileError) in try late(yaml, called: name) }
        }
        let (atLeast, atMost) = (try amount("at-least"), try amount("at-most"))
        guard let exact = try amount("is") else {
            return atLeast == nil && atMost == nil ? nil : .within(atLeast: atLeast, atMost: atMost)
        }
        guard atLeast == nil, atMost == nil else {
            throw error(
                fields.place, localized("“is” names one amount, “at-least” and “at-most” others"),
                advice: localized("leave one or the other out"))
        }
        return .equal(exact)
    }

    /// A step that fails has no result to look at.
    private func refuseBoth(_ result: ScenarioExpectation, _ fields: ScenarioFields) throws(ScenarioFileError) {
        guard result.errorCode != nil else { return }
        let allowed = ["error", "reason"]
        guard
            let other = fields.members.first(where: { member in !allowed.contains { $0.hasSameBytes(as: member.name) } }
            )
        else { return }
        throw error(
            other.place, localized("a step that fails has no “%1$s”", other.name),
            advice: localized("leave it out, or “error”"))
    }

    private static func expectations(of work: ScenarioWork) -> [String] {
        let more =
            switch work {
            case .send, .deploy, .relay: ["value", "logs", "gas-below"]
            case .view: ["value", "logs"]
            case .state: ["value"]
            case .balance: ["is", "at-least", "at-most"]
            case .key: ["permission"]
            case .signIn, .signMessage: ["account"]
            default: [String]()
            }
        return ["error", "reason"] + more
    }
}

/// The codes of errors that a step can end with.
package enum ScenarioErrorCode {
    /// Codes of `NEARError`, of nodes' answers, and of the program itself.
    package static let all = [
        "operation-in-progress", "not-signed-in", "wallet-error", "web-view-not-ready", "rpc-error", "user-cancelled",
        "wallet-rejected", "timed-out", "task-cancelled", "bridge-crashed", "bridge-reloaded", "bridge-unavailable",
        "unknown-wallet", "signature-invalid", "transaction-failed", "transaction-unknown", "invalid-argument",
        "storage", "journal", "wrong-chain", "partially-sent", "refused-by-policy", "transaction-refused", "node",
        "unavailable", "failed",
    ]
}
