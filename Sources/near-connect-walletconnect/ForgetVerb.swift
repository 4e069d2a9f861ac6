// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// Ends all sessions, and removes what is stored of them.
@MainActor
struct ForgetVerb {
    private let verb: WalletConnectForget

    init(_ verb: WalletConnectForget) {
        self.verb = verb
    }

    func run(_ setting: ClientSetting) throws {
        let (count, isTold) = try MainLoop.run { try await forget(setting) }
        verb.options.output.write(
            [
                count == 0
                    ? localized("No wallet was connected, and nothing is stored any more.")
                    : isTold
                        ? localized("Forgotten: %1$s. Their wallets are told.", Self.sessions(count))
                        : localized(
                            "Forgotten: %1$s. The relay can’t be reached, so their wallets still show them: end them there.",
                            Self.sessions(count))
            ],
            .answer(
                of: WalletConnectForget.name,
                ["outcome": "done", "sessions": .integer(Int128(count)), "told": .bool(isTold)]))
    }

    private static func sessions(_ count: Int) -> String {
        localizedPlural("%1$s session", "%1$s sessions", count: count, "\(count)")
    }

    private func forget(_ setting: ClientSetting) async throws -> (count: Int, isTold: Bool) {
        do throws(SignStoreError) {
            guard try FileSignStore.place(setting.folders) != nil else { return (0, true) }
        } catch {
            throw SignError(error)
        }
        if let shared = await SharedSignSpeaker.find(setting.folders) {
            // Its client goes on with the keys that would be removed.
            defer { shared.close() }
            throw SignError.storeLocked(shared.holder)
        }
        // Without a project there is no relay to tell anything; what is stored goes all the same.
        let own = try await OwnClient(setting, connects: setting.project != nil, isShared: false)
        let sessions = await own.client.sessions
        for session in sessions { await own.client.disconnect(session.topic) }
        let isTold = await own.client.allIsSent(within: verb.time.duration)
        await own.client.stop()
        do throws(SignStoreError) {
            try await own.store.forget()
        } catch {
            throw SignError(error)
        }
        return (sessions.count, isTold)
    }
}
