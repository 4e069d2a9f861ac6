// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
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
        /// This process can't store sessions any more.
        case failed(SignError)
    }

    private let verb: WalletConnectListen
    /// The sessions that were printed: each way to the wallets begins with all that there are.
    private var printed: Set<JSONValue.Members> = []
    private var isFirst = true
    private let ends: AsyncStream<End>
    private let continuation: AsyncStream<End>.Continuation

    init(_ verb: WalletConnectListen) {
        self.verb = verb
        (ends, continuation) = AsyncStream.makeStream()
    }

    func run(_ setting: ClientSetting) throws {
        try MainLoop.run {
            let interruption = Interruption()
            let watch = Task {
                await interruption.wait()
                self.continuation.yield(.interrupted)
            }
            defer { watch.cancel() }
            while true {
                switch try await self.listen(setting) {
                case .yielded: try await OpenClient.waitForHolder(setting)
                case .holderEnded: break
                case .failed(let error): throw error
                case .interrupted: return
                }
            }
        }
    }

    /// Listens by one way to the wallets, until something ends it.
    private func listen(_ setting: ClientSetting) async throws -> End {
        var reader: Task<Void, Never>?
        defer { reader?.cancel() }
        let open = try await OpenClient(setting, onYield: { [continuation] in continuation.yield(.yielded) }) {
            client in
            // Sessions that ended while no program was there are told at the start.
            let events = await client.events()
            reader = Task { for await event in events { await self.hear(event, from: client) } }
        }
        do {
            try await tell(open)
            if open.own == nil {
                let reports = try await open.speaker.reports()
                reader = Task {
                    for await report in reports { self.write(report) }
                    if !Task.isCancelled { self.continuation.yield(.holderEnded) }
                }
            }
        } catch {
            guard Self.saysThatHolderEnds(error) else { throw error }
            // It ends at this moment.
            await open.close()
            try await OpenClient.pause()
            return .holderEnded
        }
        let end = await nextEnd()
        await open.close()
        return end
    }

    /// Prints an event of this process's own client.
    private func hear(_ event: SignEvent, from client: SignClient) async {
        if case .failed(let error) = event {
            continuation.yield(.failed(error))
            return
        }
        write(SignReport(event))
        // A signed transaction belongs into the journal: the window writes it down, and has it forgotten.
        if case .late(let answer) = event, !LateSignatures.areAskedFor(by: answer.method) { await client.noted(answer) }
    }

    /// Returns whether the process that has the sessions ends, or has just ended.
    private static func saysThatHolderEnds(_ error: any Error) -> Bool {
        error is SignHolderClosingError || (error as? SharedSignError)?.saysThatHolderEnded == true
    }

    private func nextEnd() async -> End {
        for await end in ends { return end }
        return .interrupted
    }

    /// Says who has the sessions, and which there are.
    private func tell(_ open: OpenClient) async throws {
        let sessions = try await open.speaker.sessions()
        if !isFirst { say(open.holder) }
        if isFirst, sessions.isEmpty { verb.options.output.write([localized("No wallet is connected.")], nil) }
        isFirst = false
        for session in sessions { write(SignReport(session)) }
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
        if let facts = report.sessionFacts, !printed.insert(facts).inserted { return }
        verb.options.output.write(
            [report.line],
            .answer(
                of: WalletConnectListen.name,
                report.fields.merging(["event": .string(report.name)]) { one, _ in one }))
        StandardOutput.flush()
    }
}
