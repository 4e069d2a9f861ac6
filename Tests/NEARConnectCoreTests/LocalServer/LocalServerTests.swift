// SPDX-License-Identifier: MIT

import Glibc
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Calls, answers, notifications and cancellations over a socket.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct LocalServerTests {
    private let folder = LocalServerFolder()
    private let methods = LocalServerMethods()

    private static func call(id: JSONValue?, _ method: String, _ params: JSONValue? = nil) -> String {
        var members: JSONValue.Members = ["jsonrpc": "2.0", "method": .string(method)]
        members["id"] = id
        members["params"] = params
        return JSONValue.object(members).text
    }

    @Test func answersBearTheIdOfTheirCall() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try RawLocalClient(server.path)
        for id in [1, "one", nil, "\u{e9}", "e\u{301}", -1] as [JSONValue] {
            client.send(line: Self.call(id: id, "echo", [id]))
            #expect(try client.json() == ["jsonrpc": "2.0", "id": id, "result": [id]])
        }
        client.send(line: Self.call(id: 7, "fail", ["code": 1234, "data": ["a": 1]]))
        #expect(try client.json()?["error"] == ["code": 1234, "message": "as asked", "data": ["a": 1]])
        client.send(line: Self.call(id: 7, "fail"))
        #expect(try client.json()?["error"]?["code"] == -32602)
        client.send(line: Self.call(id: 8, "pid"))
        #expect(try client.json()?["result"] == .integer(Int128(getpid())))
        await server.close()
    }

    @Test func aMethodOfTheMainActorRunsOnTheMainThread() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try RawLocalClient(server.path)
        client.send(line: Self.call(id: 1, "main", ["a"]))
        #expect(try client.json()?["result"] == [true, ["a"]])
        client.send(line: Self.call(id: 2, "main"))
        #expect(try client.json()?["error"]?["code"] == .integer(Int128(LocalCallError.cancelled.code)))
        await server.close()
    }

    /// The server's thread, which isn't there, isn't waited for.
    @Test func anAnswerLeavesFromTheThreadThatHasIt() async throws {
        let (own, other) = try SocketDescriptor.pair(CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue))
        #expect(own.stopBlocking())
        let caller = LocalCaller(
            pid: getpid(), socket: own, methods: LocalMethodTable(methods.table, for: .asks), limits: LocalLimits(),
            wakeUp: try SocketWakeUp(for: nil))
        let client = RawLocalClient(owning: dup(other.number))
        for (id, method) in [(1, "echo"), (2, "main"), (3, "push")] as [(JSONValue, String)] {
            caller.take(Array(Self.call(id: id, method, [7]).utf8))
            if method == "push" { #expect(try client.json()?["params"] == [7]) }
            #expect(try client.json()?["id"] == id)
        }
        #expect(caller.isIdle && caller.waitingBytes == 0)
    }

    /// Of calls without an id none is answered, whatever it is.
    @Test func notificationsAreNotAnswered() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try RawLocalClient(server.path)
        for method in ["echo", "unknown", "fail", "$/cancel"] { client.send(line: Self.call(id: nil, method)) }
        client.send(line: Self.call(id: "last", "echo", []))
        #expect(try client.json()?["id"] == "last")
        client.finish()
        #expect(try client.linesToEnd() == 0)
        await server.close()
    }

    @Test func aLineMayComeByByte() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try RawLocalClient(server.path)
        for byte in Array((Self.call(id: 1, "echo", ["é"]) + "\n").utf8) { client.send([byte]) }
        #expect(try client.json()?["result"] == ["é"])
        // And many lines at once.
        client.send((2..<40).flatMap { Array((Self.call(id: .integer($0), "echo", [])).utf8) + [0x0A] })
        var ids: Set<JSONValue> = []
        for _ in 2..<40 { if let id = try client.json()?["id"] { ids.insert(id) } }
        #expect(ids.count == 38)
        await server.close()
    }

    /// Each of 64 clients has 16 calls open at once, and decides by itself in which order they are answered.
    @Test func clientsAtOnceGetTheirAnswersInTheirOwnOrder() async throws {
        let server = try await LocalServer.open(folder, methods)
        var generator = SplitMix64(seed: 64)
        let clients = try (0..<64).map { _ in try RawLocalClient(server.path) }
        for (number, client) in clients.enumerated() {
            for id in 0..<16 {
                client.send(line: Self.call(id: .integer(Int128(id)), "hold", ["key": .string("\(number) \(id)")]))
            }
        }
        var orders = clients.map { _ in Array((0..<16).shuffled(using: &generator)) }
        for _ in 0..<16 {
            for (number, client) in clients.enumerated().shuffled(using: &generator) {
                let id = orders[number].removeLast()
                let key = JSONValue.string("\(number) \(id)")
                client.send(line: Self.call(id: nil, "release", ["key": key]))
                #expect(try client.json() == ["jsonrpc": "2.0", "id": .integer(Int128(id)), "result": key])
            }
        }
        await server.close()
    }

    @Test func aClientCancelsItsOwnCallsOnly() async throws {
        let server = try await LocalServer.open(folder, methods)
        let (mine, other) = (try RawLocalClient(server.path), try RawLocalClient(server.path))
        mine.send(line: Self.call(id: 1, "wait", ["key": "mine"]))
        other.send(line: Self.call(id: 2, "wait", ["key": "other"]))
        // The other's id, ids of nobody, and things that are no ids.
        for id in [2, "1", nil, 1.0, [1]] as [JSONValue] {
            mine.send(line: Self.call(id: nil, "$/cancel", ["id": id]))
        }
        mine.send(line: Self.call(id: "x", "$/cancel", [:]))
        #expect(try mine.json()?["error"]?["code"] == -32602)
        mine.send(line: Self.call(id: "y", "$/cancel", ["id": 2]))
        #expect(try mine.json() == ["jsonrpc": "2.0", "id": "y", "result": nil])
        mine.send(line: Self.call(id: nil, "$/cancel", ["id": 1]))
        #expect(try mine.json()?["error"] == LocalCallError.cancelled.json)
        await methods.cancellation(of: "mine")
        // The other's call is still open: its id is in use.
        other.send(line: Self.call(id: 2, "echo"))
        let refusal = try #require(try other.json())
        #expect(refusal["id"] == .null)
        #expect(refusal["error"]?["code"] == -32600)
        other.send(line: Self.call(id: nil, "$/cancel", ["id": 2]))
        #expect(try other.json()?["id"] == 2)
        await server.close()
    }

    /// The answer of a method that went on after it was cancelled is the truth, and is sent.
    @Test func aCancelledCallIsAnsweredByItsMethod() async throws {
        let server = try await LocalServer.open(folder, methods)
        let client = try RawLocalClient(server.path)
        client.send(line: Self.call(id: 1, "hold", ["key": "k"]))
        client.send(line: Self.call(id: nil, "$/cancel", ["id": 1]))
        client.send(line: Self.call(id: nil, "release", ["key": "k"]))
        #expect(try client.json()?["result"] == "k")
        await server.close()
    }

    @Test func callsEndWithTheirConnectionAndWithTheServer() async throws {
        let server = try await LocalServer.open(folder, methods)
        do {
            let leaving = try RawLocalClient(server.path)
            leaving.send(line: Self.call(id: 1, "wait", ["key": "gone"]))
            leaving.send(line: Self.call(id: 2, "echo"))
            #expect(try leaving.json()?["id"] == 2)
        }
        await methods.cancellation(of: "gone")
        let standing = try RawLocalClient(server.path)
        standing.send(line: Self.call(id: 1, "wait", ["key": "closed"]))
        standing.send(line: Self.call(id: 2, "echo"))
        #expect(try standing.json()?["id"] == 2)
        await server.close()
        await methods.cancellation(of: "closed")
        #expect(try standing.linesToEnd() == 0)
    }

    @Test func aHalfClosedConnectionHearsItsAnswersAndEnds() async throws {
        let server = try await LocalServer.open(folder, methods)
        // Idle ones at once; with a cut line, too, which isn't acted on.
        for bytes in [[], Array(Self.call(id: 1, "echo").utf8)] {
            let client = try RawLocalClient(server.path)
            client.send(bytes)
            client.finish()
            #expect(try client.line() == nil)
        }
        let waiting = try RawLocalClient(server.path)
        waiting.send(line: Self.call(id: 1, "hold", ["key": "half"]))
        waiting.finish()
        let other = try RawLocalClient(server.path)
        other.send(line: Self.call(id: nil, "release", ["key": "half"]))
        #expect(try waiting.json()?["result"] == "half")
        #expect(try waiting.line() == nil)
        await server.close()
    }

    @Test func notificationsOfTheServerComeInOrderAndToOneClient() async throws {
        let server = try await LocalServer.open(folder, methods)
        let (first, second) = (try RawLocalClient(server.path), try RawLocalClient(server.path))
        first.send(line: Self.call(id: 1, "push", .array((0..<100).map { .integer($0) })))
        for number in 0..<100 {
            let expected: JSONValue = ["jsonrpc": "2.0", "method": "pushed", "params": [.integer(Int128(number))]]
            #expect(try first.json() == expected)
        }
        #expect(try first.json()?["id"] == 1)
        second.send(line: Self.call(id: 2, "echo"))
        #expect(try second.json()?["id"] == 2)
        await server.close()
    }
}
