// SPDX-License-Identifier: MIT

import Dispatch
import FoundationEssentials
import Glibc
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import Synchronization

/// A command that serves a peer until standard input ends, and says what happens a line at a time.
protocol PeerCommand: JSONCommand, Sendable {
    /// The command as it is typed.
    static var name: String { get }
    var output: OutputOptions { get }

    /// Serves the peer.
    func serve() async throws
}

extension PeerCommand {
    var printsJSON: Bool { output.json }

    /// Runs ``serve()`` on other threads, while this one waits.
    func run() throws {
        Diagnostics.start(verbose: output.verbose)
        let (outcome, end, command) = (PeerOutcome(), DispatchSemaphore(value: 0), self)
        Task.detached {
            await outcome.run { try await command.serve() }
            end.signal()
        }
        end.wait()
        try outcome.value?.get()
    }

    /// Prints an event: as JSON, or as a line for users.
    func say(_ event: String, _ fields: JSONValue.Members, text: @autoclosure () -> String) {
        guard !output.quiet else { return }
        if output.json {
            var all = fields
            all["event"] = .string(event)
            StandardOutput.write(JSONValue.answer(of: Self.name, all).text)
        } else {
            StandardOutput.write(text())
        }
        // A reader behind a pipe waits for it.
        fflush(nil)
    }

    /// Prints the fault of a line of standard input; the peer goes on.
    func sayFault(_ words: String) {
        say(
            "error", ["message": .string(DisplayText.line(words))],
            text: localized("Error: %1$s", DisplayText.line(words)))
    }

    /// Reads standard input to its end, an object a line.
    func followInput(_ take: (JSONValue) async throws -> Void) async {
        for await line in InputLines.stream() {
            do {
                let json = try JSONValue.parse(try line.get())
                guard json.objectValue?.count == 1 else {
                    throw PeerInputError(description: localized("A line is a JSON object with one member."))
                }
                try await take(json)
            } catch {
                sayFault("\(error)")
            }
        }
    }
}

/// A line of standard input that a peer can't follow.
struct PeerInputError: Error, CustomStringConvertible {
    let description: String
}

/// The outcome of a command that runs on other threads.
private final class PeerOutcome: Sendable {
    private let outcome = Mutex<Result<Void, any Error>?>(nil)

    var value: Result<Void, any Error>? { outcome.withLock { $0 } }

    func run(_ work: @Sendable () async throws -> Void) async {
        do {
            try await work()
            outcome.withLock { $0 = .success(()) }
        } catch {
            outcome.withLock { $0 = .failure(error) }
        }
    }
}
