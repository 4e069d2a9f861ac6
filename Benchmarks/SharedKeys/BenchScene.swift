// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARSharedKeys

/// An account with a shared key, its login's service, and a chain, all of this process.
@MainActor
struct BenchScene {
    nonisolated static let passphrase = Array("correct horse battery staple".utf8)

    let provider: IdentityProvider
    let service: ShareService
    let devnet: Devnet
    let wallet: EmbeddedWallet
    let words: ShareWords
    let folder: URL
    private let profile: EmbeddedProfile
    private let plan: @Sendable () throws(SharedKeyError) -> SharedKeyPlan

    /// Starts all of it.
    ///
    /// - Parameter keyring: The keyring with this computer's share and the session; `nil` for a sealed file and memory.
    static func start(in keyring: SecretServiceVault? = nil) async throws -> BenchScene {
        let (devnet, provider) = (try await Devnet.start(), try await IdentityProvider.start())
        var settings = ShareServiceSettings(issuers: [.init(provider.issuer, programs: ["program"])])
        settings.requestsPerMinute = 1_000_000
        let service = try await ShareService.start(settings)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
        let file = SealedFileVault(folders(folder), newCost: { .testing }, bounds: .testing)
        let vault: any SecretVault = keyring ?? file
        let session: any SecretVault = keyring ?? MemoryVault()
        try await vault.unlock { _ in SecretBytes(copying: Self.passphrase) }
        let (issuer, address) = (provider.issuer, service.address)
        let plan = { @Sendable () throws(SharedKeyError) in
            try SharedKeyPlan(
                login: client(of: address, issuer: issuer, keeping: session), service: address, device: vault)
        }
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: .zero)
        rule.allowsDangerousActions = true
        let profile = EmbeddedProfile(
            network: .custom(try CustomNetwork(id: "devnet", rpcURLs: [devnet.rpcURL])), known: [],
            records: ShareSetRecords(folder: folder, now: { Date() }), asker: .program(origin: "https://bench.example"),
            approval: .allow(rule), approver: nil, journal: nil)
        let owner = Owner()
        let wallet = try await EmbeddedWallet.create(
            .named(try AccountId("alice.test.near"), DevnetPlacer(devnet: devnet)), plan: try plan(), in: profile,
            asking: owner)
        guard let words = await owner.words else { throw SharedKeyError.noShareHere }
        return BenchScene(
            provider: provider, service: service, devnet: devnet, wallet: wallet, words: words, folder: folder,
            profile: profile, plan: plan)
    }

    private nonisolated static func client(
        of service: String, issuer: String, keeping session: any SecretVault
    ) -> ShareServiceClient {
        var configuration = OpenIDConfiguration(issuer: issuer, clientId: "program")
        configuration.allowsPlainLoopback = true
        let login = OpenIDClient(configuration, keeping: session) { address throws(LoginError) in
            guard let url = URL(string: address) else { throw .noBrowser(reason: address) }
            Task { _ = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 65_536) }
        }
        return ShareServiceClient(service, mode: .coSign, login: login)
    }

    /// Opens the account as a program does that has just started.
    ///
    /// It has connections of its own, and a session that was kept.
    func start() async throws -> SharedKey? {
        try await EmbeddedWallet.restored(wallet.account, plan: try plan(), in: profile)?.resume().signer
    }

    /// Returns the login, with connections of its own.
    func login() throws -> any LoginShareProvider { try plan().login }

    static func folders(_ folder: URL) -> VaultFolders {
        VaultFolders(data: folder.path, state: folder.appendingPathComponent("state").path)
    }

    func stop() async throws {
        await service.stop()
        await provider.stop()
        await devnet.stop()
        try FileManager.default.removeItem(at: folder)
    }
}

/// An owner who keeps the words.
private actor Owner: SharedKeyPresenter {
    private(set) var words: ShareWords?

    func typeBack(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) async throws(SharedKeyError) -> ShareWords {
        self.words = words
        return words
    }

    func told(_ step: EmbeddedStep) async {}
}
