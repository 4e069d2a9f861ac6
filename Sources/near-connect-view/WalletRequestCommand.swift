// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Glibc
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectProgram
import NEARPrimitives
import NEARRPC
import SafeText

/// Does one request in a wallet's page, for a command of `near-connect` that names a wallet.
///
/// The request is a line of standard input, the answer a line of standard output. The end of the input cancels the
/// request: the command was ended.
struct WalletRequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: PageRequest.commandName, abstract: localized("Do a command’s request in a wallet’s page."),
        shouldDisplay: false)

    func run() throws {
        do {
            guard let line = readLine() else { throw PageRequest.UnreadableError() }
            let request = try PageRequest(try JSONValue.parse(line))
            Diagnostics.start(verbose: request.isVerbose)
            try MainActor.assumeIsolated {
                let display = try DisplaySession.start()
                defer { display.stop() }
                try MainLoop.run { try await Self.perform(request, onDesktop: !display.isVirtual) }
            }
        } catch {
            StandardOutput.write(JSONValue.object(["error": ReportedError.json(error)]).text)
        }
    }

    /// The time that whoever reads the answer has before the page is closed.
    private static let readerLimit = Duration.seconds(2)

    /// Does the request until it ends, the input ends, or a signal comes.
    ///
    /// The answer is written at once: whoever waits for it doesn't wait for the page to be closed. Nor is the page
    /// closed before the input has ended: that would take the processors from whoever prints the answer.
    @MainActor
    private static func perform(_ request: PageRequest, onDesktop: Bool) async throws {
        let work = Task {
            try await PageWork(request, onDesktop: onDesktop).answer { answer in
                StandardOutput.write(answer.json.text)
                StandardOutput.flush()
                let time = DeadlineTime(ContinuousClock())
                do {
                    try await time.sleep(until: time.now + readerLimit)
                } catch {
                    // The answer was read.
                }
            }
        }
        let signals = Interruption()
        let interruption = Task {
            if await signals.wait() != nil { work.cancel() }
        }
        defer { interruption.cancel() }
        cancelAtEndOfInput(work)
        try await work.value
    }

    /// Has a thread of its own wait for the end of standard input.
    private static func cancelAtEndOfInput(_ work: Task<Void, any Error>) {
        Thread.detachNewThread {
            var piece = [UInt8](repeating: 0, count: 1024)
            while true {
                let count = read(STDIN_FILENO, &piece, piece.count)
                guard count > 0 || (count < 0 && errno == EINTR) else { break }
            }
            work.cancel()
        }
    }
}
