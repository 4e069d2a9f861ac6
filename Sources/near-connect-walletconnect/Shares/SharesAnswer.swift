// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import NEARShares
import SafeText

/// The answer of a `shares` command; nothing in it is secret.
struct SharesAnswer {
    let command: String
    var fields: JSONValue.Members
    var lines: [String]

    init(command: String, fields: JSONValue.Members, lines: [String]) {
        (self.command, self.fields, self.lines) = (command, fields, lines)
    }

    /// Tells a set: the account, the key, and where the shares are.
    init(command: String, _ record: ShareSetRecord) {
        let holders = record.set.holders
        self.init(
            command: command,
            fields: [
                "account": .string(record.account.text), "network": .string(record.network.text),
                "key": .string(record.set.publicKey.description), "state": .string(record.state.rawValue),
                "holders": .array(holders.map(Self.json)),
                "places": .array(holders.map { .string(record.holdings[$0].map { "\($0.place)" } ?? "") }),
                "proven": .array(
                    holders.map { holder in
                        (record.holdings[holder]?.proven).map { .string($0.formatted(.iso8601)) } ?? .null
                    }),
            ],
            lines: ["\(record.account.text)\t\(Self.text(record.state))\t\(record.set.publicKey)"]
                + holders.map { holder in
                    let holding = record.holdings[holder]
                    let proven =
                        (holding?.proven).map {
                            localized("seen on %1$s", $0.formatted(.iso8601.year().month().day()))
                        } ?? localized("not seen yet")
                    return "  \(holder): \(holding.map { "\($0.place)" } ?? ""), \(proven)"
                })
    }

    private static func text(_ state: ShareSetState) -> String {
        switch state {
        case .pending: localized("not finished: run “shares create” again, or “shares sign-in” after the first deposit")
        case .active: localized("open")
        case .retired: localized("replaced")
        }
    }

    /// Returns a holder's name for programs.
    static func json(_ holder: ShareHolder) -> JSONValue {
        switch holder {
        case .login: "login"
        case .device: "device"
        case .recovery: "recovery"
        case .app: "app"
        case .secondDevice: "device-2"
        case .thirdDevice: "device-3"
        case .fourthDevice: "device-4"
        }
    }

    /// Prints it.
    func write(_ output: OutputOptions) {
        var all = fields
        all["outcome"] = "done"
        output.write(lines, .answer(of: command, all))
    }
}

extension SharesAnswer {
    /// Returns an answer for each of the profile's sets on the network.
    @MainActor
    static func status(_ verb: SharesStatus, _ setting: SharesSetting) async throws -> [SharesAnswer] {
        let network = ExactText(setting.network.rawValue)
        let records = try setting.records.all().filter { $0.network == network }
        if let problem = setting.records.takeProblem() { StandardError.say(problem) }
        if records.isEmpty, !verb.options.output.quiet {
            StandardError.say(
                localized(
                    "This profile has no shared key on %1$s. “near-connect shares create” makes one.", network.text))
        }
        let profile = try setting.profile(SharesStatus.name)
        var answers: [SharesAnswer] = []
        for record in records {
            var answer = SharesAnswer(command: SharesStatus.name, record)
            let isDue = record.isDrillDue(at: Date())
            answer.fields["drillDue"] = .bool(isDue)
            if isDue {
                answer.lines.append(
                    localized(
                        "  Nobody has typed the recovery words here for 90 days: see with “shares prove” that they are at hand."
                    ))
            }
            if !verb.offline {
                let keys = try await profile.keys(of: record.account).map(\.key)
                let isOnChain = keys.contains(record.set.publicKey.handle)
                answer.fields["onChain"] = .bool(isOnChain)
                if record.state == .active, !isOnChain {
                    answer.lines.append(
                        localized("  Warning: %1$s", SharedKeyError.keysGone(record.account).description))
                }
                let own = records.filter { $0.account == record.account }
                // Where the account has the old key alone, the next login makes it count again.
                let passed = isOnChain ? own.knownKeys : own.knownKeys.union(own.replacedKeys)
                answer.tell(of: record.state == .retired ? [] : keys.filter { !passed.contains($0) }, own)
            }
            answers.append(answer)
        }
        return answers
    }
    /// Names keys that the account has and that no set here counts on.
    ///
    /// - Parameters:
    ///   - strange: The keys.
    ///   - own: The account's sets.
    mutating func tell(of strange: [PublicKeyHandle], _ own: [ShareSetRecord]) {
        fields["strangeKeys"] = .array(strange.map { .string($0.description) })
        lines += strange.map {
            own.replacedKeys.contains($0)
                ? localized(
                    "  Warning: the account still has a key that was replaced: %1$s. Two of its old shares open the account. Run “shares rotate”, which removes it.",
                    $0.description)
                : localized(
                    "  Warning: the account has a key that isn’t one of these: %1$s. If it isn’t yours, run “shares rotate” and remove it.",
                    $0.description)
        }
    }
}
