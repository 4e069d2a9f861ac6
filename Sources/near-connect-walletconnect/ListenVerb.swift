// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARPrimitives
import SafeText
import WalletConnectPlatform
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
            // What has ended while no program was there is told at the start.
            let open = try await OpenClient(setting) { client in
                let events = await client.events()
                reader = Task {
                    for await event in events { write(SignReport(event)) }
                }
            }
            let sessions = try await open.speaker.sessions()
            if sessions.isEmpty { verb.options.output.write([localized("No wallet is connected.")], nil) }
            if open.own != nil {
                for session in sessions { write(SignReport(session)) }
                await interruption.wait()
            } else {
                let reports = try await open.speaker.reports()
                let watch = Task { for await report in reports { write(report) } }
                let end = Task { await interruption.wait() }
                // The process that has the store ends, or this command does.
                await withTaskGroup { group in
                    group.addTask { await watch.value }
                    group.addTask { _ = await end.value }
                    await group.next()
                    watch.cancel()
                    end.cancel()
                }
            }
            await open.close()
            reader?.cancel()
        }
    }

    private func write(_ report: SignReport) {
        verb.options.output.write(
            [report.line],
            .answer(
                of: WalletConnectListen.name,
                report.fields.merging(["event": .string(report.name)]) { one, _ in one }))
        StandardOutput.flush()
    }
}
