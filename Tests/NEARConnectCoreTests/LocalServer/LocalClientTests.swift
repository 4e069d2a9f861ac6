// SPDX-License-Identifier: MIT

import Glibc
import NEARPrimitives
import Synchronization
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// The client's side: every call ends, whatever the server does.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct LocalClientTests {
    private let folder = LocalServerFolder()
    private let methods = LocalServerMethods()

    /// A server that does what the test says: it accepts, sends these bytes and closes, or stays silent.
    private final class ScriptedServer: Sendable {
        private let listener: LocalListener
        private let accepted = Mutex<SocketDescriptor?>(nil)

        init(_ folder: LocalServerFolder) throws {
            listener = try LocalListener(path: LocalSocketPath(folder.socket))
        }

        deinit { listener.removeName() }

        /// Takes one connection and keeps it.
        func accept(sending text: String = "") -> SocketDescriptor {
            var wait = pollfd(fd: listener.socket.number, events: Int16(POLLIN), revents: 0)
            poll(&wait, 1, 20_000)
            let socket = SocketDescriptor(owning: Glibc.accept(listener.socket.number, nil, nil))
            accepted.withLock { $0 = socket }
            _ = Array(text.utf8).withUnsafeBytes { socket.send($0) }
            return socket
        }

        func hangUp() { accepted.withLock { $0 = nil } }
    }

    /// The error of a call; `nil` if it has a result.
    private func error(
        of client: LocalClient, _ method: String, _ params: JSONValue? = nil, within limit: Duration = .seconds(20)
    ) async -> LocalClientError? {
        do throws(LocalClientError) {
            _ = try await client.call(method, params, within: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test func callsAndErrorsArriveAsTheMethodGaveThem() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try await LocalClient.connect(to: server.path, within: .seconds(20))
        #expect(try await client.call("echo", ["a": "é"], within: .seconds(20)) == ["a": "é"])
        guard case .answered(let failure)? = await error(of: client, "fail", ["code": -7, "data": [1]]) else {
            Issue.record("no error")
            return
        }
        #expect(failure == LocalCallError(code: -7, message: "as asked", data: [1]))
        guard case .answered(.unknownMethod)? = await error(of: client, "nothing") else {
            Issue.record("no error")
            return
        }
        await server.close()
    }

    @Test func callsAtOnceGetTheirOwnAnswers() async throws {
        let server = try await LocalServer.open(folder, methods)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let client = try await LocalClient.connect(to: server.path, within: .seconds(20))
                    try await withThrowingTaskGroup(of: Void.self) { calls in
                        for call in 0..<32 {
                            let params: JSONValue = [.integer(Int128(number)), .integer(Int128(call))]
                            calls.addTask {
                                let answer = try await client.call("echo", params, within: .seconds(20))
                                #expect(answer == params)
                            }
                        }
                        try await calls.waitForAll()
                    }
                }
            }
            try await group.waitForAll()
        }
        await server.close()
    }

    @Test func notificationsComeInTheirOrder() async throws {
        let server = try await LocalServer.open(folder, methods)
        let (stream, continuation) = AsyncStream.makeStream(of: JSONValue?.self)
        let client = try await LocalClient.connect(to: server.path, within: .seconds(20)) { method, params in
            if method == "pushed" { continuation.yield(params) }
        }
        let sent: [JSONValue] = (0..<200).map { .integer($0) }
        _ = try await client.call("push", .array(sent), within: .seconds(20))
        var iterator = stream.makeAsyncIterator()
        for value in sent { #expect(await iterator.next() == .some([value])) }
        await server.close()
    }

    @Test func nobodyThereIsSaidAtOnce() async throws {
        for makesSocket in [false, true] {
            if makesSocket {
                // A socket of a process that is no more.
                let server = try await LocalServer.open(folder)
                try #require(rename(server.path, "\(folder.path)/t") == 0)
                await server.close()
                try #require(rename("\(folder.path)/t", folder.socket) == 0)
            }
            do throws(LocalClientError) {
                _ = try await LocalClient.connect(to: folder.socket, within: .seconds(20))
                Issue.record("connected")
            } catch {
                guard case .notRunning(folder.socket) = error else {
                    Issue.record(error)
                    continue
                }
            }
        }
    }

    /// As of a process that was stopped: the system lets as many wait as have room, then nobody.
    @Test func connectingEndsAtItsDeadline() async throws {
        let path = try LocalSocketPath(folder.socket)
        try #require(mkdir(folder.path, 0o700) == 0)
        let listener = try SocketDescriptor.make(for: path)
        try #require(path.withAddress { bind(listener.number, $0, $1) } == 0 && listen(listener.number, 0) == 0)
        var waiting: [LocalClient] = []
        do throws(LocalClientError) {
            for _ in 0..<10 {
                waiting.append(try await LocalClient.connect(to: folder.socket, within: .milliseconds(50)))
            }
            Issue.record("all connected")
        } catch {
            guard case .noConnection(_, .milliseconds(50)) = error else { throw error }
        }
    }

    @Test func aCallEndsAtItsDeadlineAndTheServerIsTold() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try await LocalClient.connect(to: server.path, within: .seconds(20))
        guard case .timedOut("wait", _)? = await error(of: client, "wait", ["key": "k"], within: .milliseconds(20))
        else {
            Issue.record("no deadline")
            return
        }
        await methods.cancellation(of: "k")
        // The answer that comes late is nobody's.
        #expect(try await client.call("echo", [1], within: .seconds(20)) == [1])
        await server.close()
    }

    @Test func aCancelledTaskEndsItsCallAndTheServerIsTold() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try await LocalClient.connect(to: server.path, within: .seconds(20))
        let other = Task { try await client.call("wait", ["key": "other"], within: .seconds(20)) }
        for number in 0..<20 {
            let key = "k\(number)"
            let task = Task { await error(of: client, "wait", ["key": .string(key)]) }
            // Cancelled before it is sent, and when its method runs.
            if number.isMultiple(of: 2) { _ = try await client.call("echo", nil, within: .seconds(20)) }
            task.cancel()
            guard case .cancelled("wait")? = await task.value else {
                Issue.record("not cancelled")
                return
            }
        }
        other.cancel()
        await methods.cancellation(of: "other")
        await server.close()
    }

    @Test func callsEndWhenTheServerDoes() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try await LocalClient.connect(to: server.path, within: .seconds(20))
        let open = Task { await error(of: client, "wait", ["key": "k"]) }
        let seen = Task { await methods.cancellation(of: "k") }
        _ = try await client.call("echo", nil, within: .seconds(20))
        await server.close()
        for call in [await open.value, await error(of: client, "echo")] {
            guard case .ended? = call else {
                Issue.record("\(String(describing: call))")
                continue
            }
        }
        // A call that was sent when the server closed may not have come to its method.
        seen.cancel()
        await methods.release("unused")
    }

    @Test func aClosedClientEndsItsCalls() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try await LocalClient.connect(to: server.path, within: .seconds(20))
        let open = Task { await error(of: client, "wait", ["key": "k"]) }
        client.close()
        guard case .ended? = await open.value, case .ended? = await error(of: client, "echo") else {
            Issue.record("a call of a closed client goes on")
            return
        }
        await server.close()
    }

    @Test(arguments: [
        "{\n", "1\n", #"{"jsonrpc":"2.0","id":1,"method":"approve"}"# + "\n", "[]\n", "\n",
        String(repeating: " ", count: 2000),
    ])
    func aServerThatSendsNonsenseIsLeft(text: String) async throws {
        let server = try ScriptedServer(folder)
        var limits = LocalLimits()
        limits.line = 1000
        let client = try await LocalClient.connect(to: folder.socket, within: .seconds(20), limits: limits)
        let socket = server.accept(sending: text)
        guard case .unreadable? = await error(of: client, "echo") else {
            Issue.record("nonsense was read")
            return
        }
        withExtendedLifetime(socket) {}
    }

    /// An error about the connection is every call's, also when the server has closed before the call was sent.
    @Test func whatTheServerSaidBeforeItClosedIsHeard() async throws {
        let server = try ScriptedServer(folder)
        let client = try await LocalClient.connect(to: folder.socket, within: .seconds(20))
        let said = LocalMessage.failure(id: .null, .tooManyConnections).line
        _ = server.accept(sending: String(decoding: said, as: UTF8.self) + "\n")
        server.hangUp()
        guard case .answered(.tooManyConnections)? = await error(of: client, "echo") else {
            Issue.record("the reason was lost")
            return
        }
    }

    /// Lines for a server that reads nothing are bounded; the calls end at their deadlines.
    @Test func aServerThatNeverReadsTakesNoMemory() async throws {
        let server = try ScriptedServer(folder)
        var limits = LocalLimits()
        (limits.line, limits.outgoing) = (300_000, 500_000)
        let client = try await LocalClient.connect(to: folder.socket, within: .seconds(20), limits: limits)
        let socket = server.accept()
        guard
            case .tooLong(_, 300_000)? = await error(
                of: client, "echo", [.string(String(repeating: "x", count: 300_000))])
        else {
            Issue.record("a long call was sent")
            return
        }
        let params: JSONValue = [.string(String(repeating: "x", count: 200_000))]
        var (late, refused) = (0, 0)
        while refused == 0, late < 50 {
            switch await error(of: client, "echo", params, within: .milliseconds(10)) {
            case .timedOut: late += 1
            case .notReading: refused += 1
            case let other:
                Issue.record("\(String(describing: other))")
                return
            }
        }
        #expect(refused == 1)
        withExtendedLifetime(socket) {}
    }
}
