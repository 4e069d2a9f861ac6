// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARPrimitives
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// Stays connected, and prints what wallets do.
///
/// A program with a window gets the store when it needs it. This command listens through that program then, and takes
/// the store again when it ends.
@MainActor
final class ListenVerb {
    /// The end of a way to the wallets.
    private enum End {
        /// The user has ended this command.
        case interrupted
        /// Another program is to have the store.
        case yielded
        /// The process that had the store has ended.
        case holderEnded
    }

    private let verb: WalletConnectListen
    /// The sessions that were printed: each way to the wallets begins with all that there are.
    private var printed: Set<SignReport> = []

    init(_ verb: WalletConnectListen) {
        self.verb = verb
    }

    func run(_ setting: ClientSetting) throws {
        try MainLoop.run {
            let (ends, continuation) = AsyncStream.makeStream(of: End.self)
            let interruption = Interruption()
            let watch = Task {
                await interruption.wait()
                continuation.yield(.interrupted)
            }
            defer { watch.cancel() }
            var end = ends.makeAsyncIterator()
            var isFirst = true
            while true {
                // What has ended while no program was there is told at the start.
                var reader: Task<Void, Never>?
                let open = try await OpenClient(setting, onYield: { continuation.yield(.yielded) }) { client in
                    let events = await client.events()
                    reader = Task { for await event in events { self.write(SignReport(event)) } }
                }
                let sessions = try await open.speaker.sessions()
                if isFirst, sessions.isEmpty {
                    self.verb.options.output.write([localized("No wallet is connected.")], nil)
                }
                if !isFirst { self.say(open.holder) }
                isFirst = false
                for session in sessions { self.write(SignReport(session)) }
                if open.own == nil {
                    let reports = try await open.speaker.reports()
                    reader = Task {
                        for await report in reports { self.write(report) }
                        if !Task.isCancelled { continuation.yield(.holderEnded) }
                    }
                }
                let reason = await end.next()
                await open.close()
                reader?.cancel()
                switch reason {
                case .yielded: try await OpenClient.waitForHolder(setting)
                case .holderEnded: break
                case .interrupted, nil: return
                }
            }
        }
    }

    /// Says who has the sessions now.
    private func say(_ holder: String?) {
        if let holder {
            StandardError.say(localized("%1$s has the sessions now; this command listens through it", holder))
        } else {
            StandardError.say(localized("this command has the sessions again"))
        }
    }

    private func write(_ report: SignReport) {
        if report.name == "session", !printed.insert(report).inserted { return }
        verb.options.output.write(
            [report.line],
            .answer(
                of: WalletConnectListen.name,
                report.fields.merging(["event": .string(report.name)]) { one, _ in one }))
        StandardOutput.flush()
    }
}
