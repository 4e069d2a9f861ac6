// SPDX-License-Identifier: MIT

import SignTesting
import WalletConnectPlatform
import WalletConnectSign
import XCTest

/// The sign client over a real websocket, with a clock that a test moves.
final class SignClientTransportTests: TransportTestCase {
    func testAnUnreachableRelayIsNamedWithItsCauseWithin15Seconds() throws {
        try run {
            let certificates = try TestCertificates()
            let secure = try TestServer { peer, _ in
                try peer.startTLS(certificates)
                try peer.accept()
            }
            let closed = try TestServer { _, _ in }
            closed.stop()
            let refused = try await cause("ws://127.0.0.1:\(closed.port)")
            guard case .refused = refused else { return XCTFail("\(refused)") }
            let untrusted = try await cause("wss://localhost:\(secure.port)")
            guard case .tls = untrusted else { return XCTFail("\(untrusted)") }
            let direct = RelaySettings(proxy: .address("direct://"))
            let unknown = try await cause("wss://relay.invalid", direct)
            guard case .name = unknown else { return XCTFail("\(unknown)") }
            let proxy = RelaySettings(proxy: .address("http://127.0.0.1:\(closed.port)"))
            let missing = try await cause("wss://relay.test", proxy)
            guard case .proxy = missing else { return XCTFail("\(missing)") }
            secure.stop()
        }
    }

    func testAProbeHearsWhetherTheRelayAnswersAndHowLateItIs() throws {
        try run {
            let server = try TestServer { peer, _ in
                try peer.accept(["Date: Thu, 01 Jan 2026 00:00:00 GMT"])
                _ = try peer.readFrame()
                try peer.send(#"{"id":1000000001,"jsonrpc":"2.0","result":"s"}"#)
                try peer.echo()
            }
            @MainActor func probe(_ server: TestServer, within limit: Duration = .seconds(20)) async -> (
                RelayProbe.Outcome, Int64?
            ) {
                let transport = SoupRelayTransport()
                let outcome = await RelayProbe.ask(
                    SignConfiguration(
                        projectId: "p", metadata: AppMetadata(name: "n", description: "", url: "https://a.example"),
                        relay: "ws://127.0.0.1:\(server.port)"), transport: transport, within: limit)
                return (outcome, transport.skew)
            }
            let (outcome, skew) = await probe(server)
            XCTAssertEqual(outcome, .answers)
            let expected = SystemSignClock().now.wall.seconds - 1_767_225_600
            XCTAssertEqual(Double(try XCTUnwrap(skew)), Double(expected), accuracy: 60)
            let refuses = try TestServer { peer, _ in
                try peer.accept()
                try peer.sendClose(3_000, "ProjectNotFound")
                try peer.echo()
            }
            let (refusal, none) = await probe(refuses)
            XCTAssertEqual(refusal, .refused(.project("ProjectNotFound")))
            XCTAssertNil(none)
            let silent = try TestServer { peer, _ in
                try peer.accept()
                while try peer.readFrame().opcode != 8 {}
            }
            let (silence, _) = await probe(silent, within: .milliseconds(200))
            XCTAssertEqual(silence, .unreachable(.silent))
            for each in [server, refuses, silent] { each.stop() }
        }
    }

    func testARelayThatHoldsTheOpeningOrTheProposalIsSilent() throws {
        try run {
            for opens in [false, true] {
                let server = try TestServer { peer, server in
                    try peer.readRequest()
                    if opens {
                        try peer.accept()
                        // The call that hands the proposal over, which nobody answers.
                        server.note(try peer.readFrame().text)
                    } else {
                        server.note("asked")
                    }
                    while try peer.readFrame().opcode != 8 {}
                }
                let fault = try await cause("ws://127.0.0.1:\(server.port)") { _ in !server.notes.isEmpty }
                XCTAssertEqual(fault, .silent)
                try await waitUntil("the end of the connection") { server.running == 0 }
                server.stop()
            }
        }
    }
}

/// Proposes a session over a relay that doesn't let it happen, and returns the cause.
///
/// - Parameter isReady: Tells when the clock may move on; by default once a connection has failed.
@MainActor
private func cause(
    _ address: String, _ settings: RelaySettings = RelaySettings(),
    isReady: @escaping @MainActor (RelayState) -> Bool = { if case .waiting = $0 { true } else { false } }
) async throws -> RelayFault {
    let clock = TestClock()
    let client = try SignClient(
        SignConfiguration(
            projectId: "0123456789abcdef0123456789abcdef",
            metadata: AppMetadata(name: "Test", description: "A test", url: "https://example.test"), relay: address),
        transport: SoupRelayTransport(settings), store: MemorySignStore(), clock: clock)
    try await client.start()
    let start = clock.now.uptime
    let chain = try XCTUnwrap(ChainID("near:testnet"))
    let outcome = Task { () -> RelayFault? in
        do throws(SignError) {
            _ = try await client.propose(
                SessionProposal(required: ["near": NamespaceRequest(chains: [chain], methods: ["near_getAccounts"])]))
            return nil
        } catch {
            guard case .relayUnreachable(let fault) = error else { return nil }
            return fault
        }
    }
    let end = ContinuousClock.now + .seconds(20)
    while !isReady(await client.relay) {
        guard ContinuousClock.now < end else { throw ConditionError(text: "the relay is \(await client.relay)") }
        await Task.yield()
    }
    let fault = await clock.running { await outcome.value }
    XCTAssertLessThanOrEqual(clock.now.uptime - start, .seconds(15))
    await client.stop()
    return try XCTUnwrap(fault)
}
