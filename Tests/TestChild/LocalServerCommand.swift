// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Foundation
import GLibRuntime
internal import NEARConnectCore
internal import NEARPrimitives

/// A local server in a process of its own, which the test may kill; it ends with its standard input.
///
/// It prints "listening" or the error. The method `wait` prints "called" and never answers.
struct LocalServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "local-server")

    /// The user to become first; only root can.
    @Option var uid: UInt32?
    @Argument var path: String

    func run() throws {
        try become(uid)
        let path = path
        try MainActor.assumeIsolated { try MainLoop.run { await Self.serve(at: path) } }
    }

    private static func serve(at path: String) async {
        let echo = LocalMethod("echo", for: .asks) { params, _ in params ?? .null }
        let wait = LocalMethod("wait", for: .asks) { _, _ in
            say("called")
            await readInput()
            return .null
        }
        do throws(LocalServerError) {
            let server = try await LocalServer.open(at: path, role: .asks, methods: [echo, wait])
            say("listening")
            await readInput()
            await server.close()
        } catch {
            say("\(error)")
        }
    }

    /// Waits for the end of standard input, which nothing is written to.
    static func readInput() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "input").async {
                while readLine() != nil {}
                continuation.resume()
            }
        }
    }
}

/// A client that calls `echo` once and prints its answer or its error.
struct LocalClientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "local-client")

    /// The user to become first; only root can.
    @Option var uid: UInt32?
    @Argument var path: String

    func run() throws {
        try become(uid)
        let path = path
        try MainActor.assumeIsolated {
            try MainLoop.run {
                do throws(LocalClientError) {
                    let client = try await LocalClient.connect(to: path, within: .seconds(20))
                    say("\(try await client.call("echo", ["hello"], within: .seconds(20)))")
                } catch {
                    say("\(error)")
                }
            }
        }
    }
}

/// Gives root's rights up for another user's.
private func become(_ uid: UInt32?) throws {
    guard let uid else { return }
    guard setgroups(0, nil) == 0, setgid(uid) == 0, setuid(uid) == 0 else { throw ExitCode.failure }
}

/// Prints a line at once, also into a pipe.
private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
