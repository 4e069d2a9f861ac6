// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARPrimitives
import NEARRPC
import Testing

/// Faults of libcurl below the client, one by one.
@Suite("HTTP", .timeLimit(.minutes(5))) struct TransportTests {
    private static let body = "{\"jsonrpc\":\"2.0\",\"id\":\"near-connect\",\"result\":{\"gas_price\":\"5\"}}"
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"

    private static func request(
        _ endpoint: RPCEndpoint, isRepeatable: Bool, limit: Int = 1 << 20
    ) -> RPCTransportRequest {
        RPCTransportRequest(
            url: endpoint.url, body: Array("{}".utf8), isRepeatable: isRepeatable, timeout: .seconds(15),
            maximumResponseBytes: limit)
    }

    @Test func readsShareAConnection() async throws {
        try await RawServer.run { connection, count in
            while true {
                try await connection.readRequest()
                count()
                try await connection.write(connection.number == 0 ? Self.answer : "HTTP/1.1 500 No\r\n\r\n")
            }
        } _: { server in
            let transport = CurlTransport()
            for _ in 1...3 {
                let response = try await transport.send(Self.request(server.endpoint, isRepeatable: true))
                #expect(response.status == 200)
            }
            #expect(server.requests == 3)
        }
    }

    /// libcurl repeats a request by itself when a kept-alive connection dies under it.
    ///
    /// It mustn't for a transaction.
    @Test func aSubmissionIsOnANewConnectionAndNotRepeatedWhenThatDies() async throws {
        try await RawServer.run { connection, count in
            try await connection.readRequest()
            count()
            if connection.number == 0 {
                try await connection.write(Self.answer)
                try await connection.readRequest()
                count()
            }
            try connection.close()
        } _: { server in
            let transport = CurlTransport()
            let first = try await transport.send(Self.request(server.endpoint, isRepeatable: true))
            #expect(first.status == 200)
            let error = await #expect(throws: RPCTransportError.self) {
                try await transport.send(Self.request(server.endpoint, isRepeatable: false))
            }
            #expect(error?.kind == .connectionLost)
            #expect(error?.mayHaveBeenSent == true)
            #expect(server.requests == 2)
        }
    }

    @Test func aRefusedConnectionHasSentNothing() async throws {
        let error = await #expect(throws: RPCTransportError.self) {
            try await CurlTransport().send(Self.request(makeClosedEndpoint(), isRepeatable: false))
        }
        #expect(error?.kind == .cannotConnect)
        #expect(error?.mayHaveBeenSent == false)
    }

    @Test func aServerWithoutTLSIsInsecureAndHasGotNothing() async throws {
        try await RawServer.run { connection, _ in
            try await connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
            try connection.close()
        } _: { server in
            let text = server.endpoint.url.absoluteString.replacing("http://", with: "https://")
            let secure = RPCEndpoint(url: try #require(URL(string: text)))
            let error = await #expect(throws: RPCTransportError.self) {
                try await CurlTransport().send(Self.request(secure, isRepeatable: false))
            }
            #expect(error?.kind == .insecure)
            #expect(error?.mayHaveBeenSent == false)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"jsonrpc\":", "HTTP/1.1 200 OK\r\nContent-Le", "",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n",
    ]) func aTruncatedAnswerIsALostConnection(answer: String) async throws {
        try await RawServer.run { connection, count in
            try await connection.readRequest()
            count()
            try await connection.write(answer)
            try connection.close()
        } _: { server in
            let error = await #expect(throws: RPCTransportError.self) {
                try await CurlTransport().send(Self.request(server.endpoint, isRepeatable: false))
            }
            #expect(error?.kind == .connectionLost)
            #expect(error?.mayHaveBeenSent == true)
        }
    }

    @Test func whatIsNoHTTPIsAFailure() async throws {
        try await RawServer.run { connection, _ in
            try await connection.readRequest()
            try await connection.write("SSH-2.0-OpenSSH_9.2\r\n")
            try connection.close()
        } _: { server in
            await #expect(throws: RPCTransportError.self) {
                try await CurlTransport().send(Self.request(server.endpoint, isRepeatable: false))
            }
        }
    }

    @Test func anEndlessAnswerIsCutOffAtTheLimit() async throws {
        let closed = Latch()
        try await RawServer.run { connection, _ in
            defer { closed.open() }
            try await connection.readRequest()
            try await connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: "a", count: 65536) + "\r\n"
            while true { try await connection.write(chunk) }
        } _: { server in
            let error = await #expect(throws: RPCTransportError.self) {
                try await CurlTransport().send(
                    Self.request(server.endpoint, isRepeatable: true, limit: 1 << 20))
            }
            #expect(error?.kind == .responseTooLarge(limit: 1 << 20))
            // The server notices: the connection isn't left open behind the error.
            await closed.wait()
        }
    }

    @Test func aHugeAnswerEndsACallWithItsOwnError() async throws {
        let huge = String(repeating: " ", count: 5000) + Self.body
        try await FakeNode.run(answering: { _, _ in .http(200, body: huge) }) { node in
            let client = try makeClient(node) { $0.maximumResponseBytes = 5000 }
            let error = await #expect(throws: RPCError.self) { try await client.gasPrice() }
            #expect(error == .responseTooLarge(limit: 5000))
            #expect(node.calls.count == 1)
        }
    }

    @Test func aRedirectIsNotFollowed() async throws {
        try await FakeNode.run(answering: { _, _ in .result(nil) }) { elsewhere in
            let location = elsewhere.endpoint.url.absoluteString
            try await FakeNode.run(answering: { _, _ in .http(307, headers: ["Location": location]) }) { node in
                let client = try makeClient(node) { $0.retryPolicy = .none }
                let error = await #expect(throws: RPCError.self) { try await client.gasPrice() }
                #expect(error?.code == "unavailable")
                #expect(elsewhere.calls.isEmpty)
            }
        }
    }

    @Test func cancellationClosesTheConnection() async throws {
        let arrived = Latch()
        let closed = Latch()
        try await RawServer.run { connection, _ in
            try await connection.readRequest()
            arrived.open()
            await connection.waitForClose()
            closed.open()
        } _: { server in
            let task = Task {
                try await CurlTransport().send(Self.request(server.endpoint, isRepeatable: true))
            }
            await arrived.wait()
            task.cancel()
            let error = await #expect(throws: RPCTransportError.self) { try await task.value }
            #expect(error?.kind == .cancelled)
            #expect(error?.mayHaveBeenSent == true)
            await closed.wait()
        }
    }

    @Test func aLargeCallArrivesWhole() async throws {
        try await FakeNode.run(answering: { _, _ in .result(["final_execution_status": "NONE"]) }) { node in
            let params: JSONValue = ["signed_tx_base64": .string(String(repeating: "A", count: 4 << 20))]
            _ = try await makeClient(node).call(method: "send_tx", params: params)
            #expect(node.calls.first?.params == params)
        }
    }
}
