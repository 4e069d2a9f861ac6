// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARDevnet
internal import NEARPrimitives
internal import NEARRPC
internal import NEARSharedKeys
internal import NEARShares
internal import NEARVault
internal import SafeText

/// The addresses of a login that asks nobody, and of the service that holds its shares.
///
/// `near-connect shares serve` prints both.
public struct ScenarioLogin: Sendable {
    let issuer: String
    let service: String

    /// Takes the addresses, which are of this computer.
    public init(issuer: String, service: String) { (self.issuer, self.service) = (issuer, service) }
}

/// A shared account that is made, pays, is robbed, and is closed to the thief.
@MainActor
final class SharedAccountScenario {
    /// The account.
    let account: AccountId
    private let receiver: AccountId
    private let devnet: Devnet
    private let client: NEARRPCClient
    private let folders: ProfileFolders
    private let login: ScenarioLogin
    private let owner = WordsOwner()
    private var wallet: EmbeddedWallet?
    private var vault: SealedFileVault?

    /// Prepares a scenario.
    ///
    /// - Parameters:
    ///   - devnet: The chain.
    ///   - client: A client of its node.
    ///   - receiver: The account that is paid.
    ///   - folders: The folders of the profile that has the account's records.
    ///   - login: The login.
    init(
        _ devnet: Devnet, client: NEARRPCClient, paying receiver: AccountId, in folders: ProfileFolders,
        login: ScenarioLogin
    ) throws {
        account = try AccountId("shared.test.near")
        (self.devnet, self.client, self.receiver) = (devnet, client, receiver)
        (self.folders, self.login) = (folders, login)
    }

    /// Makes the account, whose key exists as three shares, and pays with two of them.
    ///
    /// - Returns: The payment's hash.
    func create() async throws -> CryptoHash {
        let vault = SealedFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
        try await vault.unlock { _ in SecretBytes(copying: Array("the demo's passphrase".utf8)) }
        let service = service()
        let plan = try SharedKeyPlan(login: service, service: service.address, device: vault)
        var rule = ApprovalPolicy.Rule(networks: [devnet.chainId], maximumDeposit: .zero)
        rule.allowsDangerousActions = true
        let profile = EmbeddedProfile(
            network: .custom(try CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL])), known: [],
            records: ShareSetRecords(folders), asker: .program(origin: "https://demo.near-connect.example"),
            approval: .allow(rule), approver: nil, journal: nil)
        let wallet = try await EmbeddedWallet.create(
            .named(account, DevnetKeyPlacer(devnet: devnet)), plan: plan, in: profile, asking: owner)
        (self.wallet, self.vault) = (wallet, vault)
        return try await pay(by: try await wallet.signIn().signer)
    }

    /// Pays with copies of two shares, has the owner replace the key, and finds that the copies are worthless.
    ///
    /// - Returns: The owner's payment afterwards.
    func rob() async throws -> CryptoHash {
        guard let wallet, let vault, let words = await owner.words else {
            throw ScenarioError(description: localized("there is no shared account"))
        }
        let set = try await wallet.signIn().signer.set
        let copy = HandedShare(try await VaultShare(.device, in: vault).share(of: set.id))
        let thief = try SharedKey(set, by: copy, with: .share(HandedShare(words)))
        let nonce = try await nonce(of: thief)
        _ = try await pay(by: thief, nonce: nonce)
        try await wallet.rotate(asking: owner)
        let (next, isSpent) = nonce.addingReportingOverflow(1)
        do {
            guard !isSpent else { throw Self.spent }
            _ = try await pay(by: thief, nonce: next)
        } catch RPCError.node(let error) {
            guard case .invalidTransaction(.invalidAccessKeyError(.accessKeyNotFound)) = error.cause else {
                throw error
            }
            return try await pay(by: try await wallet.signIn().signer)
        }
        throw ScenarioError(description: localized("shares of the replaced key still pay"))
    }

    private func service() -> ShareServiceClient {
        var provider = OpenIDConfiguration(issuer: login.issuer, clientId: "near-connect")
        provider.allowsPlainLoopback = true
        let client = OpenIDClient(provider, keeping: MemoryVault()) { address throws(LoginError) in
            guard let url = URL(string: address) else { throw .noBrowser(reason: DisplayText.line(address)) }
            // The provider asks nobody, so fetching its page is all that a browser would do.
            Task { _ = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 65_536) }
        }
        return ShareServiceClient(login.service, mode: .coSign, login: client)
    }

    private func nonce(of signer: SharedKey) async throws -> UInt64 {
        let (nonce, isSpent) = try await client.viewAccessKey(signer.publicKey, of: account)
            .value.nonce.addingReportingOverflow(1)
        guard !isSpent else { throw Self.spent }
        return nonce
    }

    private func pay(by signer: SharedKey) async throws -> CryptoHash {
        try await pay(by: signer, nonce: try await nonce(of: signer))
    }

    /// Sends 1 NEAR, whether the account has the key or not.
    private func pay(by signer: SharedKey, nonce: UInt64) async throws -> CryptoHash {
        let block = try await client.viewAccount(account).blockHash
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account, publicKey: signer.publicKey, nonce: nonce, receiverId: receiver, blockHash: block,
                actions: [.transfer(TransferAction(deposit: try .near(1)))]))
        let signed = SignedTransaction(
            transaction: transaction, signature: try await signer.sign(.transaction(transaction)) { _ in })
        let result = try await client.sendTransaction(signed, waitUntil: .final)
        guard result.outcome?.isSuccess == true else {
            throw ScenarioError(description: localized("the payment of %1$s failed", account.text))
        }
        return transaction.hash
    }

    private static var spent: ScenarioError {
        ScenarioError(description: localized("the node says that every nonce of the key is used"))
    }
}

/// An owner who types words back at once, which a person does with a pencil and paper between.
private actor WordsOwner: SharedKeyPresenter {
    private(set) var words: ShareWords?

    func typeBack(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) async throws(SharedKeyError) -> ShareWords {
        if let error { throw error }
        self.words = words
        return words
    }

    func told(_ step: EmbeddedStep) async {}
}

/// The chain, which makes the account as a relayer of a program's own does.
private struct DevnetKeyPlacer: AccountKeyPlacer {
    let devnet: Devnet

    func place(_ key: PublicKey, on account: AccountId) async throws(SharedKeyError) {
        do {
            try await devnet.createAccount(account, balance: try NEARToken("10 NEAR"), publicKey: key)
        } catch {
            throw .rotation(reason: "\(error)")
        }
    }
}
