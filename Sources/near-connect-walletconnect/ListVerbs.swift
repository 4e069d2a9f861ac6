// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARPrimitives
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// The commands that look at what is stored.
@MainActor
enum ListVerbs {
    static func sessions(_ verb: WalletConnectSessions, _ setting: ClientSetting) throws {
        let sessions = try stored(setting)
        if sessions.isEmpty { verb.options.output.write([localized("No wallet is connected.")], nil) }
        for session in sessions {
            verb.options.output.write(
                session.lines,
                .answer(of: WalletConnectSessions.name, ["session": session.json]))
        }
    }

    static func accounts(_ verb: WalletConnectAccounts, _ setting: ClientSetting) throws {
        var sessions = try stored(setting)
        if let topic = verb.topic { sessions = [try SessionSummary.find(topic, in: sessions)] }
        if sessions.isEmpty { verb.options.output.write([localized("No wallet is connected.")], nil) }
        for session in sessions {
            for account in session.accounts {
                guard let chain = SessionSummary.chain(of: account) else { continue }
                let address = String(account.dropFirst("\(chain):".count))
                verb.options.output.write(
                    ["\(address)\t\(chain)\t\(session.topic)"],
                    .answer(
                        of: WalletConnectAccounts.name,
                        [
                            "account": .string(address), "chain": .string("\(chain)"),
                            "topic": .string(session.topic.text),
                        ]))
            }
        }
    }

    private static func stored(_ setting: ClientSetting) throws -> [SessionSummary] {
        do throws(SignStoreError) {
            guard try FileSignStore.place(setting.folders) != nil else { return [] }
        } catch {
            throw SignError(error)
        }
        return try MainLoop.run {
            try await OpenClient.run(setting, connects: false) { try await $0.sessions() }
        }
    }
}
