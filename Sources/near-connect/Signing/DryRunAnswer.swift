// SPDX-License-Identifier: MIT

import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// The answer of a command with `--dry-run`, in both forms.
struct DryRunAnswer {
    private var answer = ChainAnswer()
    private let policyFile: String?
    private let wallet: String?
    private var verdict: PolicyVerdict?
    private var refusals: [ChainRefusal] = []

    /// - Parameters:
    ///   - policyFile: The policy that was named.
    ///   - wallet: The wallet that would be asked in its page.
    init(policyFile: String?, wallet: String?) {
        (self.policyFile, self.wallet) = (policyFile, wallet)
        answer.fields["dryRun"] = true
        answer.fields["wallet"] = wallet.map(JSONValue.string) ?? .null
        if let wallet { answer.row(localized("handed to"), localized("the wallet %1$s, in its page", wallet)) }
    }

    /// Adds what would be signed.
    mutating func add(_ request: ApprovalRequest) {
        let (kind, words) = Self.kind(of: request)
        let text = ApprovalText(request)
        answer.row(localized("would sign"), words)
        answer.fields["kind"] = .string(kind)
        if let signer = request.signerId {
            answer.row(localized("signer"), signer.text)
            answer.fields["signerId"] = .string(signer.text)
        }
        if let recipient = request.messageRecipient, let message = text.message {
            answer.row(localized("recipient"), recipient.text)
            answer.row(localized("message"), message)
            answer.fields["recipient"] = .string(recipient.text)
            answer.fields["message"] = .string(message)
        }
        for (intent, written) in zip(request.intents, text.intents) {
            answer.row(localized("receiver"), intent.receiverId.text)
            answer.fields["receiverId"] = .string(intent.receiverId.text)
            for action in written.actions {
                for (index, line) in ActionLines(action).lines.enumerated() {
                    answer.row(index == 0 ? localized("action") : "", line)
                }
            }
            answer.fields["actions"] = .array(written.actions.map(Self.json))
        }
        let isFirst = request.firstReceivers.map(\.text).sorted()
        answer.fields["firstTimeTo"] = .array(isFirst.map(JSONValue.string))
        if !isFirst.isEmpty { answer.row(localized("first time to"), isFirst.joined(separator: ", ")) }
    }

    /// Adds the key that would sign.
    mutating func add(_ key: PublicKey) {
        answer.row(localized("key"), "\(key)")
        answer.fields["publicKey"] = .string("\(key)")
    }

    /// Adds the request that was sent before under the same idempotency key.
    mutating func add(earlier entry: JournalEntry) {
        let hash = entry.parts.first?.hash
        answer.row(
            localized("sent before"),
            localized("%1$s: nothing would be sent again", hash.map { "\($0)" } ?? localized("no hash is known")))
        answer.fields["sentBefore"] = ["hash": hash.map { .string("\($0)") } ?? .null]
    }

    /// Adds what the chain says.
    mutating func add(_ forecast: ChainForecast) {
        refusals = forecast.refusals
        ForecastText(forecast).write(to: &answer)
    }

    /// Adds what the policy says.
    mutating func add(_ verdict: PolicyVerdict) { self.verdict = verdict }

    /// The answer with its verdicts; a failure where the policy or the chain would refuse.
    ///
    /// The policy comes first: it is asked before the chain.
    var finished: ChainAnswer {
        var answer = answer
        let policy = VerdictText(verdict, file: policyFile, wallet: wallet)
        answer.row(localized("policy"), policy.sentence)
        answer.fields["policy"] = policy.json
        let isForTheChain = answer.fields["chain"] != nil
        if isForTheChain {
            answer.row(
                localized("chain"),
                refusals.isEmpty
                    ? localized("nothing that can be seen now stands against it")
                    : localized("would refuse it: %1$s", refusals.map(\.sentence).joined(separator: " ")))
        }
        answer.notes.append(localized("Nothing was signed or sent."))
        if let reason = policy.refusal {
            answer.failure = ChainAnswer.Failure(
                sentence: localized("The policy would refuse it: %1$s. Change the policy, or ask for less.", reason),
                status: .refusedByPolicy, code: "refused-by-policy")
        } else if let refusal = refusals.first {
            answer.failure = ChainAnswer.Failure(
                sentence: localized("The chain would refuse it. %1$s", refusal.sentence), status: .refusedByChain,
                code: "refused-by-chain")
        }
        return answer
    }

    private static func kind(of request: ApprovalRequest) -> (json: String, words: String) {
        switch request.subject {
        case .transactions: ("transaction", localized("a transaction"))
        case .delegateActions:
            ("delegateAction", localized("a delegate action, which another account sends and pays for"))
        case .message, .signIn, .signInAndSignMessage, .signInWithFunctionCallKey: ("message", localized("a message"))
        }
    }

    private static func json(_ action: ActionText) -> JSONValue {
        var fields: JSONValue.Members = [
            "words": .string(action.title),
            "facts": .array(action.facts.map { ["name": .string($0.name), "value": .string($0.value)] }),
        ]
        if let code = action.code { fields["arguments"] = .string(code.text) }
        if let warning = action.warning { fields["warning"] = .string(warning) }
        return .object(fields)
    }
}
