// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The manager's own client for the code of wallets that isn't spoken with natively; it opens the sessions when asked.
@MainActor
final class PhoneExecutorClient: WalletConnectClient {
    nonisolated let projectId: String
    private weak var desk: PhoneWalletDesk?
    private var client: PhoneWalletClient?

    init(_ desk: PhoneWalletDesk) {
        self.desk = desk
        projectId = desk.projectId
    }

    private func opened() async throws -> PhoneWalletClient {
        guard let desk else { throw NEARError.managerReleased }
        let sign = try await desk.client()
        if let client { return client }
        let made = PhoneWalletClient(sign, projectId: projectId)
        client = made
        return made
    }

    func connect(_ proposal: JSONValue, for walletId: String) async throws -> WalletConnectPairing {
        try await opened().connect(proposal, for: walletId)
    }

    func session(for walletId: String) async throws -> WalletConnectSession? {
        try await opened().session(for: walletId)
    }

    func request(method: String, params: JSONValue, chainId: String, topic: String) async throws -> JSONValue {
        desk?.noteNetwork()
        return try await opened().request(method: method, params: params, chainId: chainId, topic: topic)
    }

    func disconnect(topic: String) async throws {
        try await opened().disconnect(topic: topic)
    }
}
