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
                SessionText.lines(session),
                .answer(of: WalletConnectSessions.name, ["session": SessionText.json(session)]))
        }
    }

    static func accounts(_ verb: WalletConnectAccounts, _ setting: ClientSetting) throws {
        var sessions = try stored(setting)
        if let topic = verb.topic { sessions = [try SessionText.find(topic, in: sessions)] }
        if sessions.isEmpty { verb.options.output.write([localized("No wallet is connected.")], nil) }
        for session in sessions {
            for account in session.namespaces.accounts {
                verb.options.output.write(
                    ["\(account.address)\t\(account.chain)\t\(session.topic)"],
                    .answer(
                        of: WalletConnectAccounts.name,
                        [
                            "account": .string(account.address), "chain": .string("\(account.chain)"),
                            "topic": .string(session.topic.text),
                        ]))
            }
        }
    }

    private static func stored(_ setting: ClientSetting) throws -> [SignSession] {
        do throws(SignStoreError) {
            guard try FileSignStore.place(setting.folders) != nil else { return [] }
        } catch {
            throw SignError(error)
        }
        return try MainLoop.run {
            let open = try await OpenClient(setting, connects: false)
            let sessions = await open.client.sessions
            await open.close()
            return sessions
        }
    }
}
