// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARPrimitives
import SafeText
import WalletConnectSign

/// Stays connected, and prints what wallets do.
@MainActor
struct ListenVerb {
    private let verb: WalletConnectListen

    init(_ verb: WalletConnectListen) {
        self.verb = verb
    }

    func run(_ setting: ClientSetting) throws {
        try MainLoop.run {
            let interruption = Interruption()
            var reader: Task<Void, Never>?
            let open = try await OpenClient(setting) { client in
                let events = await client.events()
                reader = Task {
                    for await event in events { write(event) }
                }
            }
            let sessions = await open.client.sessions
            if sessions.isEmpty { verb.options.output.write([localized("No wallet is connected.")], nil) }
            for session in sessions { write(.settled(session)) }
            await interruption.wait()
            await open.close()
            reader?.cancel()
        }
    }

    private func write(_ event: SignEvent) {
        let (name, line, fields) = Self.words(event)
        verb.options.output.write(
            [line],
            .answer(of: WalletConnectListen.name, fields.merging(["event": .string(name)]) { one, _ in one }))
        StandardOutput.flush()
    }

    private static func words(_ event: SignEvent) -> (name: String, line: String, fields: JSONValue.Members) {
        func session(_ name: String, _ session: SignSession) -> (String, String, JSONValue.Members) {
            (name, SessionText.lines(session).joined(separator: "\n"), ["session": SessionText.json(session)])
        }
        switch event {
        case .relay(let state): return relay(state)
        case .settled(let each): return session("session", each)
        case .updated(let each): return session("updated", each)
        case .extended(let each): return session("extended", each)
        case .event(let each, let chain, let name, let data):
            return (
                "event",
                localized(
                    "%1$s: %2$s on %3$s: %4$s", DisplayText.name(each.peer.name), DisplayText.name(name), "\(chain)",
                    DisplayText.line(data.text)),
                [
                    "topic": .string(each.topic.text), "chain": .string("\(chain)"), "name": .string(name),
                    "data": data,
                ]
            )
        case .late(let answer):
            return (
                "late",
                localized(
                    "an answer to %1$s came too late, and nothing was done with it", DisplayText.name(answer.method)),
                ["topic": .string(answer.session.text), "method": .string(answer.method)]
            )
        case .ended(let each, let end):
            return (
                "ended", localized("%1$s: the session has ended, %2$s", DisplayText.name(each.peer.name), "\(end)"),
                ["topic": .string(each.topic.text), "reason": .string("\(end)")]
            )
        }
    }

    private static func relay(_ state: RelayState) -> (String, String, JSONValue.Members) {
        let (name, words): (JSONValue, String) =
            switch state {
            case .idle: ("idle", localized("relay: not needed"))
            case .connecting: ("connecting", localized("relay: connecting"))
            case .connected: ("connected", localized("relay: connected"))
            case .waiting(let until, let reason):
                (
                    "waiting",
                    localized("relay: %1$s; tried again at %2$s", "\(reason)", SessionText.time(until))
                )
            case .refused(let refusal): ("refused", localized("relay: %1$s", "\(refusal)"))
            }
        return ("relay", words, ["state": name, "text": .string(words)])
    }
}
