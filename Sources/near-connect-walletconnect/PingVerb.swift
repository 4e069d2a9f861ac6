// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectSign

/// The commands about one session that have no answer of the wallet's to print.
@MainActor
enum PingVerb {
    static func ping(_ verb: WalletConnectPing, _ setting: ClientSetting) throws {
        try with(verb.topic, of: setting) { session, client in
            try await client.ping(session.topic)
            verb.options.output.write(
                [localized("%1$s answers.", DisplayText.name(session.peer.name))],
                .answer(
                    of: WalletConnectPing.name, ["outcome": "done", "topic": .string(session.topic.text)]))
        }
    }

    static func disconnect(_ verb: WalletConnectDisconnect, _ setting: ClientSetting) throws {
        try with(verb.topic, of: setting) { session, client in
            await client.disconnect(session.topic)
            let isTold = await client.allIsSent(within: verb.time.duration)
            verb.options.output.write(
                [
                    isTold
                        ? localized("Disconnected: %1$s", DisplayText.name(session.peer.name))
                        : localized(
                            "Disconnected: %1$s. The relay can’t be reached; the wallet is told when it can.",
                            DisplayText.name(session.peer.name))
                ],
                .answer(
                    of: WalletConnectDisconnect.name,
                    ["outcome": "done", "topic": .string(session.topic.text), "told": .bool(isTold)]))
        }
    }

    private static func with(
        _ topic: String, of setting: ClientSetting,
        _ body: @escaping @MainActor (SignSession, SignClient) async throws -> Void
    ) throws {
        try MainLoop.run {
            let open = try await OpenClient(setting)
            do {
                try await body(try SessionText.find(topic, in: await open.client.sessions), open.client)
            } catch {
                await open.close()
                throw error
            }
            await open.close()
        }
    }
}
