// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WalletConnectSign

/// A search for more wallets by a registry, and what it has found.
///
/// That stays from one dialog to the next.
@MainActor
final class PhoneWalletSearch {
    /// The wallets that were found and that a link opens; packaged ones aren't among them.
    private(set) var found: [KnownPhoneWallet] = []
    private let registry: WalletRegistry
    private let network: @MainActor () -> NEARNetwork?

    /// The registry's host, as users are told it.
    var host: String { registry.host }

    /// - Parameters:
    ///   - registry: The registry, which isn't asked before ``look()``.
    ///   - network: Returns the network that wallets are wanted for.
    init(_ registry: WalletRegistry, network: @escaping @MainActor () -> NEARNetwork?) {
        (self.registry, self.network) = (registry, network)
    }

    /// Creates a search with a manager's registry; `nil` where it has none.
    convenience init?(_ manager: NEARWalletManager) {
        guard let phones = manager.configuration.phoneWallets, let address = phones.registry,
            let registry = WalletRegistry(
                address, project: phones.projectId, environment: manager.configuration.environment)
        else { return nil }
        self.init(registry) { [weak manager] in manager?.network }
    }

    /// Asks the registry.
    ///
    /// - Returns: What ``found`` has now.
    /// - Throws: ``WalletRegistryError``.
    func look() async throws(WalletRegistryError) -> [KnownPhoneWallet] {
        let packaged = KnownPhoneWallet.all(for: Self.namespace)
        found = try await registry.wallets(on: try chain()).filter { wallet in
            wallet.links.openOnly != nil && !packaged.contains { $0.id.hasSameBytes(as: wallet.id) }
        }
        return found
    }

    private static let namespace = "near"

    /// The chain that is asked about: a registry knows the public networks alone.
    private func chain() throws(WalletRegistryError) -> ChainID {
        let name = network() == .testnet ? "testnet" : "mainnet"
        guard let chain = ChainID("\(Self.namespace):\(name)") else { throw .cancelled }
        return chain
    }
}
