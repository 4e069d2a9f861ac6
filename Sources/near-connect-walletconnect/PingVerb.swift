// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// The commands about one session that have no answer of the wallet's to print.
@MainActor
enum PingVerb {
    static func ping(_ verb: WalletConnectPing, _ setting: ClientSetting) throws {
        try with(verb.topic, of: setting) { session, speaker in
            try await speaker.ping(session.topic)
            verb.options.output.write(
                [localized("%1$s answers.", DisplayText.name(session.wallet))],
                .answer(
                    of: WalletConnectPing.name, ["outcome": "done", "topic": .string(session.topic.text)]))
        }
    }

    static func disconnect(_ verb: WalletConnectDisconnect, _ setting: ClientSetting) throws {
        try with(verb.topic, of: setting) { session, speaker in
            let isTold = try await speaker.disconnect(session.topic, within: verb.time.duration)
            verb.options.output.write(
                [
                    isTold
                        ? localized("Disconnected: %1$s", DisplayText.name(session.wallet))
                        : localized(
                            "Disconnected: %1$s. The relay can’t be reached; the wallet is told when it can.",
                            DisplayText.name(session.wallet))
                ],
                .answer(
                    of: WalletConnectDisconnect.name,
                    ["outcome": "done", "topic": .string(session.topic.text), "told": .bool(isTold)]))
        }
    }

    private static func with(
        _ topic: String, of setting: ClientSetting,
        _ body: @escaping @MainActor (SessionSummary, any SignSpeaker) async throws -> Void
    ) throws {
        try MainLoop.run {
            try await OpenClient.run(setting) { speaker in
                try await body(try SessionSummary.find(topic, in: try await speaker.sessions()), speaker)
            }
        }
    }
}
