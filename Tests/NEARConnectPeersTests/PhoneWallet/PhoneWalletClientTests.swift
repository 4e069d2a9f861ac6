// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import WalletConnectSign

@testable import NEARConnectCore
@testable import NEARConnectPeers

/// A sign client behind the seam of wallets' executors.
struct PhoneWalletClientTests {
    private static let proposal: JSONValue = [
        "requiredNamespaces": [
            "near": [
                "chains": ["near:devnet"], "methods": ["near_getAccounts", "near_signMessage"],
                "events": ["accountsChanged"],
            ]
        ]
    ]

    /// Connects through the seam, and returns the session's topic.
    private func connect(
        _ service: WalletConnectService, _ scene: PhoneScene, wallet: String
    ) async throws -> JSONValue {
        var events = await scene.client.events().makeAsyncIterator()
        let link = try await service.answer("connect", Self.proposal, for: wallet)
        #expect(try await service.answer("getSession", [:], for: wallet) == .null)
        try await scene.wallet.pair(try #require(link["uri"]?.stringValue))
        while let event = await events.next() { if case .settled = event { break } }
        return try #require(try await service.answer("getSession", [:], for: wallet)["topic"])
    }

    @Test func anExecutorsCallsReachThePhoneWithinItsOwnSession() async throws {
        let scene = try await PhoneScene.start()
        let service = WalletConnectService(client: PhoneWalletClient(scene.client, projectId: "p"))
        #expect(try await service.answer("getProjectId", [:], for: "a") == "p")
        let topic = try await connect(service, scene, wallet: "a")
        // What was required has travelled as optional.
        let request: JSONValue = [
            "topic": topic, "chainId": "near:devnet", "request": ["method": "near_getAccounts", "params": [:]],
        ]
        let accounts = try await service.answer("request", request, for: "a")
        #expect(accounts[0]?["accountId"] == "alice.test.near")
        // Another wallet has no session, and gets nothing by the topic of this one.
        #expect(try await service.answer("getSession", [:], for: "b") == .null)
        await #expect(throws: HostCallError.self) { try await service.answer("request", request, for: "b") }
        await #expect(throws: HostCallError.self) { try await service.answer("disconnect", ["topic": topic], for: "b") }
        let other = try await connect(service, scene, wallet: "b")
        #expect(other != topic)
        _ = try await service.answer("disconnect", ["topic": topic], for: "a")
        #expect(try await service.answer("getSession", [:], for: "a") == .null)
        #expect(try await service.answer("getSession", [:], for: "b")["topic"] == other)
        await scene.stop()
    }

    @Test func whatIsRequiredIsCheckedHere() async throws {
        let grant = PhoneWalletGrant(methods: ["near_getAccounts"])
        let scene = try await PhoneScene.start(PhoneWalletScript(["connect": [.grant(grant)]]))
        let client = PhoneWalletClient(scene.client, projectId: "p")
        let link = try await client.connect(Self.proposal, for: "a")
        try await scene.wallet.pair(link.uri)
        await scene.report { if case .settlementRefused = $0 { true } else if case .ended = $0 { true } else { false } }
        #expect(try await client.session(for: "a") == nil)
        await #expect(throws: NEARError.self) {
            try await client.connect(["requiredNamespaces": ["near": ["chains": []]]], for: "a")
        }
        await scene.stop()
    }

    @Test func aProposalWhoseWaitIsCancelledIsGivenUpAndItsSuccessorIsNot() async throws {
        let scene = try await PhoneScene.start()
        let client = PhoneWalletClient(scene.client, projectId: "p")
        let first = try await client.connect(Self.proposal, for: "a")
        let wait = Task { await first.approval?() }
        wait.cancel()
        await wait.value
        let second = try await client.connect(Self.proposal, for: "a")
        try await scene.wallet.pair(first.uri)
        await scene.report { if case .ended = $0 { true } else { false } }
        #expect(try await client.session(for: "a") == nil)
        try await scene.wallet.pair(second.uri)
        await second.approval?()
        let session = try #require(try await client.session(for: "a"))
        // A wait that is cancelled after the approval ends nothing.
        let late = Task { await second.approval?() }
        late.cancel()
        await late.value
        #expect(try await client.session(for: "a") == session)
        await scene.stop()
    }

    @Test func aNewAttemptTakesTheEarlierOnesPlace() async throws {
        let scene = try await PhoneScene.start()
        let client = PhoneWalletClient(scene.client, projectId: "p")
        let first = try await client.connect(Self.proposal, for: "a")
        let second = try await client.connect(Self.proposal, for: "a")
        var events = await scene.client.events().makeAsyncIterator()
        try await scene.wallet.pair(first.uri)
        // The late approval is answered by an end.
        await scene.report { if case .ended = $0 { true } else { false } }
        #expect(try await client.session(for: "a") == nil)
        try await scene.wallet.pair(second.uri)
        while let event = await events.next() { if case .settled = event { break } }
        #expect(try await client.session(for: "a") != nil)
        await scene.stop()
    }
}
