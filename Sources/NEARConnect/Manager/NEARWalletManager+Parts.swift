// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARPrimitives
internal import NEARRPC

extension NEARWalletConfiguration {
    /// The profile's folders, `nil` when nothing is to be kept.
    func folders() throws(NEARError) -> ProfileFolders? {
        switch profile {
        case .ephemeral: nil
        case .folders(let folders): folders
        case .named(let name): try ProfileFolders(profile: name)
        }
    }
}

extension NEARWalletManager {
    /// The client of `network`, `nil` when it has no usable address.
    static func makeClient(for network: Network) -> NEARRPCClient? {
        do {
            return try NEARRPCClient(endpoints: network.rpcURLs.map { RPCEndpoint(url: $0) })
        } catch {
            return nil
        }
    }

    /// One load of the bridge page for the network that is set now.
    func makePage() throws -> BridgePage {
        let id = network.rawValue
        var providers = [
            "mainnet": Network.mainnet.rpcURLs.map(\.absoluteString),
            "testnet": Network.testnet.rpcURLs.map(\.absoluteString),
        ]
        if case .custom = network { providers[id] = ["\(BridgeScheme.name)://rpc/\(id)"] }
        return try BridgePage(
            BridgePage.Configuration(
                network: id, providers: providers, manifest: try manifest(),
                hostWallets: [KeystoreService.walletId], theme: theme.rawValue, appName: configuration.appName))
    }

    /// The packaged manifest and the configuration's, in this order. A wallet id counts once: the first one stays.
    private func manifest() throws -> JSONValue {
        let texts = [try BridgePage.read("Wallets/manifest.json")] + configuration.additionalManifests
        var wallets: [JSONValue] = []
        var seen: Set<String> = []
        for text in texts {
            for wallet in try JSONFields(try JSONValue.parse(text), "manifest").array("wallets") {
                let id = try JSONFields(wallet, "wallet").string("id")
                if seen.insert(id).inserted { wallets.append(wallet) }
            }
        }
        noteWallets(wallets)
        return ["version": "1.0.0", "wallets": .array(wallets)]
    }

    func makeKeystoreService() -> KeystoreService {
        KeystoreService(
            keystore: configuration.keystore,
            host: KeystoreService.Host(
                network: { [weak self] in self?.network.rawValue ?? "" },
                origin: configuration.origin.origin,
                signedIn: { [weak self] in self?.keystoreAccount },
                isOpen: { [weak self] in self?.table.kind(of: $0) != nil },
                noteSigned: { [weak self] (signatures, request) throws(NEARError) in
                    guard let self else { throw .managerReleased }
                    try await self.noteSigned(signatures, for: request)
                },
                rpc: { [weak self] () throws(NEARError) in
                    guard let self else { throw .managerReleased }
                    return try self.client()
                },
                approve: { [weak self] in await self?.approve($0) ?? .refused(reason: "the manager was closed") }))
    }

    /// The account that is signed in with the keystore wallet.
    private var keystoreAccount: AccountId? {
        guard let account = currentAccount, account.walletId == KeystoreService.walletId else { return nil }
        do {
            return try AccountId(account.accountId)
        } catch {
            return nil  // The account was checked when it signed in.
        }
    }

    private func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        switch configuration.approval {
        case .deny: .refused(reason: "the policy allows nothing to be signed")
        case .allow(let rule): rule.answer(request)
        case .ask:
            await approver?.approve(request)
                ?? .refused(reason: "there is no window to ask in; set an approval policy or show the bridge")
        }
    }
}
