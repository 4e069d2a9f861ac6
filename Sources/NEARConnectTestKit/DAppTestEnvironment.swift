// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import Logging
package import NEARConnect
public import NEARConnectCore
internal import NEARConnectLocal
public import NEARDevnet
internal import NEARPrimitives
internal import WebKitGTK

/// Everything that tests of a dApp's pages need, without a WebDriver.
///
/// It has a chain, funded accounts, a wallet that answers as the test says, and views whose pages find that wallet. All
/// of it is real: WebKitGTK's views, the provider in the page, signatures, and a ledger that checks them. Use it on a
/// process's main thread under GLib's main loop, with a display, as ``WalletTestEnvironment``. Nothing that pages
/// store outlives it.
@MainActor
public final class DAppTestEnvironment {
    /// A page that didn't load.
    public struct PageError: Error, Sendable, Hashable, CustomStringConvertible {
        /// A sentence that names the address and the reason.
        public let description: String
    }

    /// The embedded chain.
    public let devnet: Devnet
    /// The accounts, funded, in the order in which they were named.
    public let accounts: [DevnetAccount]
    /// The user of the wallet: answers what the policy leaves open, which is everything by default.
    public let user: DAppTestUser

    /// The views, and the host that answers them.
    package let browser: DAppBrowser
    /// The journal of what is signed.
    package let journal: RequestJournal
    private let profile: TemporaryProfile
    /// Pages whose first load hasn't ended.
    private var opening: Set<ObjectIdentifier> = []
    /// Loads that have ended before anybody waited.
    private var ended: [ObjectIdentifier: Result<Void, PageError>] = [:]
    private var loads: [ObjectIdentifier: CheckedContinuation<Void, any Error>] = [:]

    /// Starts a chain and a wallet over a new, empty profile in the temporary folder.
    ///
    /// - Parameters:
    ///   - accounts: The accounts of the chain, 10,000 NEAR each.
    ///   - policy: Answers in the user's place; a rule that names no asker covers no page.
    ///   - keys: The number of accounts, from the first, that the wallet has keys of; `nil` for all.
    ///   - pageNetwork: The name by which pages know the chain: `testnet` or `mainnet`; `nil` for its own.
    ///   - chain: The chain's configuration; the accounts are added to it.
    /// - Throws: ``MainLoopMissingError``, `DevnetError`, or an error of the file system.
    public static func start(
        accounts: [String] = ["alice.test.near", "bob.test.near"], policy: ApprovalPolicy = .ask,
        keysOf keys: Int? = nil, pageNetwork: String? = "testnet", chain: DevnetConfiguration = DevnetConfiguration()
    ) async throws -> DAppTestEnvironment {
        try await start(
            accounts: accounts, policy: policy, keysOf: keys, pageNetwork: pageNetwork, chain: chain, parts: nil)
    }

    /// Parts that a test brings in place of an environment's own.
    package struct Parts {
        let permissions: SitePermissions
        let networks: SiteNetworks
        let keys: [Keystore.Entry]
        let known: [NEARNetwork]

        /// Describes them.
        ///
        /// - Parameters:
        ///   - permissions: The permissions of sites.
        ///   - networks: The networks that sites have added.
        ///   - keys: Keys of other networks.
        ///   - known: The networks that are asked before anything is signed for a custom one.
        package init(
            permissions: SitePermissions, networks: SiteNetworks, keys: [Keystore.Entry], known: [NEARNetwork]
        ) {
            (self.permissions, self.networks, self.keys, self.known) = (permissions, networks, keys, known)
        }
    }

    /// Starts one whose pages know the chain by its own name, over parts of the caller's.
    package static func start(
        policy: ApprovalPolicy, keysOf keys: Int, over parts: Parts
    ) async throws -> DAppTestEnvironment {
        try await start(
            accounts: ["alice.test.near", "bob.test.near"], policy: policy, keysOf: keys, pageNetwork: nil,
            chain: DevnetConfiguration(), parts: parts)
    }

    private static func start(
        accounts: [String], policy: ApprovalPolicy, keysOf keys: Int?, pageNetwork: String?,
        chain: DevnetConfiguration, parts: Parts?
    ) async throws -> DAppTestEnvironment {
        guard MainLoop.isTurning else { throw MainLoopMissingError() }
        var chain = chain
        chain.accounts = try accounts.map { DevnetConfiguration.Account(try AccountId($0)) }
        let devnet = try await Devnet.start(chain)
        do {
            return try DAppTestEnvironment(
                devnet, keysOf: keys ?? devnet.accounts.count, policy: policy, pageNetwork: pageNetwork, parts: parts)
        } catch {
            await devnet.stop()
            throw error
        }
    }

    private init(
        _ devnet: Devnet, keysOf keys: Int, policy: ApprovalPolicy, pageNetwork: String?, parts: Parts?
    ) throws {
        self.devnet = devnet
        accounts = devnet.accounts
        user = DAppTestUser()
        profile = try TemporaryProfile()
        let network = NEARNetwork.custom(
            try NEARWalletManager.CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL]))
        let nodes = NetworkNodes(network, clock: ContinuousClock())
        let logger = Logger(label: "near-connect.dapp-test")
        let file = JournalFile(folder: profile.folders.state)
        journal = RequestJournal(file: file, nodes: nodes, logger: logger)
        let sentences = ContractSentences()
        // A devnet's keys can be computed from its seed: no other network gives them anything to lose.
        let signer = KeystoreDAppSigner(
            keystore: Keystore(
                devnet.accounts.prefix(keys).map {
                    Keystore.Entry(network: devnet.chainId, accountId: $0.id, secretKey: $0.secretKey)
                } + (parts?.keys ?? [])),
            nodes: KeystoreNodes(nodes, known: parts?.known ?? [], clock: ContinuousClock()), policy: policy,
            approver: sentences.beside(user), journal: file, logger: logger)
        let host = DAppRequestHandler(
            permissions: parts?.permissions ?? SitePermissions(folder: profile.folders.data), signer: signer,
            networks: parts?.networks ?? SiteNetworks(), sentences: sentences, logger: logger)
        host.pageNetwork = pageNetwork.map { ExactText($0) }
        browser = try DAppBrowser(
            storage: .ephemeral, isSandboxed: false, host: host, origin: .standard, logger: logger)
        browser.onEvent = { [weak self] in self?.hear($0) }
    }

    /// Opens a page in a view of its own, and waits until it has loaded.
    ///
    /// - Parameter address: The page's address in full; over plain http only pages of this computer have a wallet.
    /// - Throws: ``PageError``, or `NEARError` for what is no address of the web.
    public func open(_ address: String) async throws -> DAppTestPage {
        guard let wanted = WebAddress(address), wanted.isWeb else {
            throw PageError(description: "\(address) is no address of a page")
        }
        let page = try await browser.pages.open(wanted)
        // It may have ended before this task goes on.
        if let result = ended.removeValue(forKey: ObjectIdentifier(page)) {
            try result.get()
        } else {
            try await withCheckedThrowingContinuation { loads[ObjectIdentifier(page)] = $0 }
        }
        return DAppTestPage(page) { [browser] in browser.pages.close(page) }
    }

    /// Takes a site's permission away, as its user does: its pages see no account any more.
    ///
    /// - Throws: ``DAppError``.
    public func revoke(_ origin: SiteOrigin) throws(DAppError) { try browser.host.revoke(origin) }

    /// Closes all pages, stops the chain and removes the profile.
    ///
    /// - Throws: An error of the file system.
    public func stop() async throws {
        for page in browser.pages.pages { browser.pages.close(page) }
        await devnet.stop()
        try await profile.remove()
    }

    private func hear(_ event: DAppPages.Event) {
        switch event {
        case .updated(let page):
            guard page.view.committedURI != nil, !page.view.isLoading else { return }
            end(page, .success(()))
        case .failed(let page, let failure):
            fail(page, "\(failure.uri) didn’t load: \(failure.reason)")
        case .crashed(let page), .closed(let page):
            fail(page, "the page ended before it had loaded")
        case .denied(let page, let address): fail(page, "\(address.text) is denied")
        case .opened(let page, _): opening.insert(ObjectIdentifier(page))
        case .refused, .framed: break
        }
    }

    private func fail(_ page: DAppPage, _ reason: String) {
        end(page, .failure(PageError(description: reason)))
    }

    private func end(_ page: DAppPage, _ result: Result<Void, PageError>) {
        let id = ObjectIdentifier(page)
        guard opening.remove(id) != nil else { return }
        if let load = loads.removeValue(forKey: id) {
            load.resume(with: result.mapError { $0 as any Error })
        } else {
            ended[id] = result
        }
    }
}
