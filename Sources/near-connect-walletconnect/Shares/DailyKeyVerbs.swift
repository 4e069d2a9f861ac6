// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import NEARSharedKeys
import SafeText

/// The work of the `shares daily-key` commands.
@MainActor
enum DailyKeyVerbs {
    static func add(_ verb: SharesDailyKeyAdd, _ setting: SharesSetting) async throws -> SharesAnswer {
        let profile = try setting.profile(SharesDailyKeyAdd.name, verb.change)
        let words = try TypedWords.given(verb.words, asks: false).map { HandedShare($0) }
        let wallet = try await SharesVerbs.wallet(of: verb.account, try await setting.plan(verb.login), in: profile)
        let request = FunctionCallKeyRequest(
            contractId: verb.receiver, methodNames: verb.methods?.names ?? [],
            allowance: verb.allowance ?? FunctionCallKeyRequest.usualAllowance)
        let end = Date().addingTimeInterval(TimeInterval(verb.days) * 86_400)
        let key = try await SharesVerbs.withLogin(wallet, by: verb.login) { () throws(SharedKeyError) in
            try await wallet.addDailyKey(request, until: end, with: words)
        }
        return answer(SharesDailyKeyAdd.name, key.record, of: verb.account)
    }

    /// Returns an answer for each daily key of the profile on the network.
    static func list(_ verb: SharesDailyKeyList, _ setting: SharesSetting) async throws -> [SharesAnswer] {
        let network = ExactText(setting.network.rawValue)
        let records = try setting.records.all().filter {
            $0.network == network && !$0.dailyKeys.isEmpty && (verb.account == nil || $0.account == verb.account)
        }
        if let problem = setting.records.takeProblem() { StandardError.say(problem) }
        if records.isEmpty, !verb.options.output.quiet {
            StandardError.say(
                localized("There is no daily key on %1$s. “near-connect shares daily-key add” makes one.", network.text)
            )
        }
        let profile = try setting.profile(SharesDailyKeyList.name)
        var answers: [SharesAnswer] = []
        for record in records {
            let onChain = verb.offline ? nil : try await profile.permissions(of: record.account)
            for key in record.dailyKeys {
                var answer = answer(SharesDailyKeyList.name, key, of: record.account)
                if let onChain { tell(onChain.first { $0.key == key.publicKey.handle }?.permission, in: &answer) }
                answers.append(answer)
            }
        }
        return answers
    }

    static func remove(_ verb: SharesDailyKeyRemove, _ setting: SharesSetting) async throws -> SharesAnswer {
        let profile = try setting.profile(SharesDailyKeyRemove.name, verb.change)
        let words = try TypedWords.given(verb.words, asks: false).map { HandedShare($0) }
        let wallet = try await SharesVerbs.wallet(of: verb.account, try await setting.plan(verb.login), in: profile)
        let removed = try await SharesVerbs.withLogin(wallet, by: verb.login) { () throws(SharedKeyError) in
            try await wallet.removeDailyKeys(verb.key.map { [$0] }, with: words)
        }
        return SharesAnswer(
            command: SharesDailyKeyRemove.name,
            fields: [
                "account": .string(verb.account.text), "keys": .array(removed.map { .string($0.description) }),
            ],
            lines: removed.isEmpty
                ? [localized("%1$s has no daily key here that the node shows.", verb.account.text)]
                : removed.map { localized("removed: %1$s", "\($0)") })
    }

    /// Calls a contract with a daily key, and waits until that is final.
    static func call(_ verb: SharesDailyKeyCall, _ setting: SharesSetting) async throws -> SharesAnswer {
        let request = try verb.method.request()
        let profile = try setting.profile(SharesDailyKeyCall.name, verb.change)
        let key = try await profile.dailyKey(
            of: verb.account, for: verb.method.method, of: verb.method.contract,
            in: try await setting.vault(verb.vault))
        let (result, hash) = try await profile.wallet(of: verb.account, signing: key)
            .signAndSend(request, waitUntil: .final, deadline: .seconds(60))
        guard let outcome = result.outcome else { throw NEARError.transactionUnknown(hash: hash) }
        if let sentence = outcome.failureDescription {
            throw ReportedError(sentence: sentence, code: "transaction-failed", status: .refusedByChain)
        }
        for log in outcome.logs {
            StandardError.say(localized("log: %1$s", DisplayText.quotation(log, limit: 4000)))
        }
        let value = outcome.successValue ?? []
        var answer = SharesAnswer(
            command: SharesDailyKeyCall.name,
            fields: [
                "account": .string(verb.account.text), "key": .string(key.publicKey.description),
                "receiverId": .string(verb.method.contract.text), "hash": .string("\(hash)"),
                "gasBurnt": .string("\(outcome.gasBurnt.gas)"),
                "tokensBurnt": .string("\(outcome.tokensBurnt.yoctoNEAR)"),
                "logs": .array(outcome.logs.map(JSONValue.string)),
            ],
            lines: value.isEmpty ? ["\(hash)"] : ["\(hash)", DisplayText.lines(ReturnedValue.text(value))])
        answer.fields.merge(ReturnedValue.fields(value)) { _, new in new }
        return answer
    }

    private static func answer(_ command: String, _ key: DailyKeyRecord, of account: AccountId) -> SharesAnswer {
        SharesAnswer(
            command: command,
            fields: [
                "account": .string(account.text), "key": .string(key.publicKey.description),
                "receiverId": .string(key.contractId.text), "ends": .string(key.ends.formatted(.iso8601)),
            ],
            lines: [
                "\(account.text)\t\(key.publicKey)\t\(key.contractId.text)\t\(key.ends.formatted(.iso8601))"
            ])
    }

    /// Adds what the chain shows of a key; `nil` for a key that the account doesn't have.
    private static func tell(_ permission: AccessKeyPermissionView?, in answer: inout SharesAnswer) {
        answer.fields["onChain"] = .bool(permission != nil)
        guard case .functionCall(let call)? = permission else {
            answer.lines.append(localized("  The node doesn’t show it on the account; each login looks for it."))
            return
        }
        let methods = call.methodNames.map { DisplayText.name($0.text) }
        answer.fields["methodNames"] = .array(call.methodNames.map { .string($0.text) })
        answer.fields["allowance"] = call.allowance.map { .string("\($0.yoctoNEAR)") } ?? .null
        answer.lines.append(
            localized(
                "  methods: %1$s; left for fees: %2$s",
                methods.isEmpty ? localized("all") : methods.joined(separator: ", "),
                call.allowance.map { "\($0.formatted()) NEAR" } ?? localized("no limit")))
    }
}
