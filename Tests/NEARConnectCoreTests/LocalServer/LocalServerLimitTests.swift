// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Clients that take more than their share: what they get, and that others are served all the same.
@Suite(.ownThread, .timeLimit(.minutes(2)), .serialized) struct LocalServerLimitTests {
    private let folder = LocalServerFolder()
    private let methods = LocalServerMethods()

    private func expectService(_ server: LocalServer) throws {
        let client = try RawLocalClient(server.path)
        client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo","params":["still"]}"#)
        #expect(try client.json()?["result"] == ["still"])
    }

    @Test func aLineThatIsTooLongEndsTheConnection() async throws {
        var limits = LocalLimits()
        limits.line = 1000
        let server = try await LocalServer.open(folder, methods, limits: limits)
        let call = #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#
        let longest = try RawLocalClient(server.path)
        longest.send(line: call + String(repeating: " ", count: 1000 - call.utf8.count))
        #expect(try longest.json()?["id"] == 1)
        longest.send(line: call + String(repeating: " ", count: 1001 - call.utf8.count))
        #expect(try longest.json()?["error"]?["code"] == -32600)
        #expect(try longest.line() == nil)
        let endless = try RawLocalClient(server.path)
        endless.send([UInt8](repeating: 0x20, count: 1 << 20))
        #expect(try endless.json()?["error"]?["code"] == -32600)
        #expect(try endless.line() == nil)
        try expectService(server)
        await server.close()
    }

    @Test func anAnswerThatIsTooLongIsAnError() async throws {
        var limits = LocalLimits()
        limits.line = 1000
        let server = try await LocalServer.open(folder, methods, limits: limits)
        let client = try RawLocalClient(server.path)
        client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"large","params":[2000]}"#)
        #expect(try client.json()?["error"]?["code"] == -32603)
        client.send(line: #"{"jsonrpc":"2.0","id":2,"method":"large","params":[900]}"#)
        #expect(try client.json()?["result"]?.stringValue?.count == 900)
        await server.close()
    }

    @Test func callsBeyondTheLimitAreRefusedUntilOneIsAnswered() async throws {
        var limits = LocalLimits()
        limits.openCalls = 3
        let server = try await LocalServer.open(folder, methods, limits: limits)
        let client = try RawLocalClient(server.path)
        for id in 0..<5 {
            client.send(line: #"{"jsonrpc":"2.0","id":\#(id),"method":"hold","params":{"key":"\#(id)"}}"#)
        }
        for id in 3..<5 {
            let refusal = try client.json()
            #expect(refusal?["id"] == .integer(Int128(id)))
            #expect(refusal?["error"]?["code"] == -32000)
        }
        await methods.release("1")
        #expect(try client.json()?["result"] == "1")
        client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
        #expect(try client.json()?["id"] == 1)
        await server.close()
        for id in 0..<3 { await methods.release("\(id)") }
    }

    @Test func linesOfOpenCallsTakeNoMoreThanTheirLimitTogether() async throws {
        var limits = LocalLimits()
        limits.openBytes = 2500
        let server = try await LocalServer.open(folder, methods, limits: limits)
        let client = try RawLocalClient(server.path)
        let more = String(repeating: "x", count: 1000)
        for id in 0..<3 {
            client.send(
                line: #"{"jsonrpc":"2.0","id":\#(id),"method":"hold","params":{"key":"\#(id)","more":"\#(more)"}}"#)
        }
        #expect(try client.json()?["id"] == 2)
        for id in 0..<2 {
            await methods.release("\(id)")
            #expect(try client.json()?["result"] == .string("\(id)"))
        }
        await server.close()
    }

    /// By the queue's size, which is what grows: the process's memory says little about one client.
    @Test func aClientThatNeverReadsIsDisconnected() async throws {
        var limits = LocalLimits()
        limits.outgoing = 65_536
        let server = try await LocalServer.open(folder, methods, limits: limits)
        let client = try RawLocalClient(server.path)
        client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"flood"}"#)
        let flood = await methods.flood()
        #expect(flood.bytes <= limits.outgoing)
        #expect(flood.count < 1_000_000)
        try expectService(server)
        #expect(try client.linesToEnd() <= flood.count)
        await server.close()
    }

    /// Answers count as notifications do: here to lines that aren't JSON.
    @Test func aClientThatSendsNonsenseAndNeverReadsIsDisconnected() async throws {
        var limits = LocalLimits()
        limits.outgoing = 65_536
        let server = try await LocalServer.open(folder, methods, limits: limits)
        let client = try RawLocalClient(server.path)
        // Ends when the server has closed: then sending fails.
        for _ in 0..<64 { client.send([UInt8](repeating: 0x0A, count: 65_536)) }
        #expect(try client.linesToEnd() < 64 * 65_536)
        try expectService(server)
        await server.close()
    }

    @Test func connectionsBeyondTheLimitAreToldSo() async throws {
        var limits = LocalLimits()
        limits.connections = 64
        let server = try await LocalServer.open(folder, methods, limits: limits)
        var clients = try (0..<64).map { _ in try RawLocalClient(server.path) }
        for client in clients { client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#) }
        for client in clients { #expect(try client.json()?["id"] == 1) }
        let late = try RawLocalClient(server.path)
        #expect(try late.json()?["error"]?["code"] == -32001)
        #expect(try late.line() == nil)
        // One that goes makes room for another.
        clients[5].finish()
        #expect(try clients[5].line() == nil)
        clients.remove(at: 5)
        try expectService(server)
        await server.close()
    }

    /// Calls that go on after their client left take its place: coming again and again starts no more of them.
    @Test func callsThatDontEndKeepTheirClientsPlace() async throws {
        var limits = LocalLimits()
        (limits.connections, limits.openCalls) = (4, 1)
        let server = try await LocalServer.open(folder, methods, limits: limits)
        for number in 0..<4 {
            let client = try RawLocalClient(server.path)
            client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"hold","params":{"key":"\#(number)"}}"#)
            client.send(line: #"{"jsonrpc":"2.0","id":2,"method":"echo"}"#)
            #expect(try client.json()?["error"]?["code"] == -32000)
        }
        let refused = try RawLocalClient(server.path)
        #expect(try refused.json()?["error"]?["code"] == -32001)
        await methods.release("2")
        while true {
            let client = try RawLocalClient(server.path)
            client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
            if try client.json()?["id"] == 1 { break }
        }
        await server.close()
        for number in 0..<4 { await methods.release("\(number)") }
    }
}
