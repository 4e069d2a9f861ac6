// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A control channel over a devnet, without pages, and a client of it.
@MainActor
final class ControlScene {
    let chain: ControlledDevnet
    let approver: DrivingApprover
    let host: DAppRequestHandler
    let channel: ControlChannel
    let client: LocalClient
    let schema: JSONValue
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("control-\(UUID().uuidString)")
    private(set) var events: [JSONValue] = []
    private let inbox = EventInbox()

    init(patience: Duration = .seconds(20)) async throws {
        chain = try await ControlledDevnet.start()
        let devnet = chain.devnet
        let network = NEARNetwork.custom(
            try NEARWalletManager.CustomNetwork(id: "devnet", rpcURLs: [devnet.rpcURL]))
        let nodes = NetworkNodes(network, clock: ContinuousClock())
        _ = try await nodes.identity.confirmed()
        let logger = Logger(label: "control")
        let journal = JournalFile(folder: root.appendingPathComponent("state"))
        let records = RequestJournal(file: journal, nodes: nodes, logger: logger)
        approver = DrivingApprover(policy: .ask, records: records, hasController: true, patience: patience)
        let signer = KeystoreDAppSigner(
            keystore: chain.keystore, nodes: KeystoreNodes(nodes, known: [], clock: ContinuousClock()), policy: .ask,
            approver: approver, journal: journal, logger: logger)
        host = DAppRequestHandler(
            permissions: SitePermissions(folder: root.appendingPathComponent("data")), signer: signer)
        host.questions = approver
        channel = ControlChannel(
            ControlChannel.Parts(
                approver: approver, host: host, signer: signer, journal: records, chain: chain,
                facts: ["version": "0", "pid": 1, "automation": true], pages: { [] }))
        let path = root.appendingPathComponent("control/socket").path
        try await channel.open(at: path, logger: logger)
        let inbox = inbox
        client = try await LocalClient.connect(to: path, within: .seconds(5)) { method, params in
            if method == "event", let params { inbox.add(params) }
        }
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/schemas/control.schema.json")
        schema = try JSONValue.parse(Array(try Data(contentsOf: file)))
        inbox.heard = { [weak self] in self?.events.append($0) }
    }

    /// Returns whether one of the schema's definitions accepts a value.
    func accepts(_ value: JSONValue, _ name: String) throws -> Bool {
        var root = try XCTUnwrap(schema.objectValue)
        root["$ref"] = .string("#/$defs/\(name)")
        return try JSONSchema(.object(root)).accepts(value)
    }

    func call(_ method: String, _ params: JSONValue? = nil) async throws -> JSONValue {
        let result = try await client.call(method, params, within: .seconds(10))
        XCTAssertTrue(try accepts(result, "\(method).result"), "\(method): \(result.text)")
        return result
    }

    /// Returns the code of an answer; `nil` for errors of the connection.
    func code(_ error: LocalClientError) -> Int? {
        if case .answered(let error) = error { error.code } else { nil }
    }

    func signIn(
        origin: String = "http://localhost:1", inside: [String] = [],
        chain: ChainIdentity? = .other(genesisHash: CryptoHash.sha256([]))
    ) -> ApprovalRequest {
        guard let frame = DAppFrame(origin: origin, ancestors: inside) else { preconditionFailure("an origin") }
        return ApprovalRequest(
            network: "devnet", chain: chain, asker: .dApp(frame),
            subject: .signIn(candidates: self.chain.devnet.accounts.map(\.id)))
    }

    func stop() async throws {
        client.close()
        await channel.close()
        await chain.devnet.stop()
        try FileManager.default.removeItem(at: root)
    }
}

/// Takes events from the client's thread to the main thread, in their order.
private final class EventInbox: Sendable {
    @MainActor var heard: (JSONValue) -> Void {
        get { box.heard }
        set { box.heard = newValue }
    }
    @MainActor private let box = Box()
    private let events: AsyncStream<JSONValue>.Continuation

    @MainActor
    private final class Box {
        var heard: (JSONValue) -> Void = { _ in }
    }

    @MainActor
    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: JSONValue.self)
        events = continuation
        Task { [box] in
            for await event in stream { box.heard(event) }
        }
    }

    func add(_ event: JSONValue) { events.yield(event) }
}
