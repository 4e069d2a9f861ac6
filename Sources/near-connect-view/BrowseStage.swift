// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Logging
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import ProcessSetup
import SafeText

/// The browser whose pages the control channel lists, once it is there.
@MainActor
private final class PageList {
    weak var browser: DrivenBrowser?
}

/// The chain, the wallet, the folder and the control channel of one driven browser.
@MainActor
final class BrowseStage {
    let browser: DrivenBrowser
    private let devnet: ControlledDevnet?
    private let control: ControlChannel?

    private init(browser: DrivenBrowser, devnet: ControlledDevnet?, control: ControlChannel?) {
        self.browser = browser
        self.devnet = devnet
        self.control = control
    }

    /// Starts what the options name; no page is there yet.
    ///
    /// - Throws: `ValidationError` for a chain that the options don't allow, and errors of its parts.
    static func start(_ options: BrowseOptions, in folders: ProfileFolders) async throws -> BrowseStage {
        let policy = try options.drivingPolicy()
        let devnet = options.devnet ? try await ControlledDevnet.start() : nil
        do {
            return try await start(options, policy, on: devnet, in: folders)
        } catch {
            await devnet?.devnet.stop()
            throw error
        }
    }

    private static func start(
        _ options: BrowseOptions, _ policy: DrivingPolicy, on devnet: ControlledDevnet?, in folders: ProfileFolders
    ) async throws -> BrowseStage {
        let logger = Logger(label: "near-connect.browse")
        let network = try self.network(options, devnet)
        let nodes = NetworkNodes(network, clock: ContinuousClock())
        let chain = try await nodes.identity.confirmed()
        if let reason = options.refusal(of: chain, under: policy) { throw ValidationError(reason) }
        let journal = JournalFile(folder: folders.state)
        // A devnet's keys can be computed from its seed, and a chain on this computer is nobody's but the user's.
        let known: [NEARNetwork] = nodes.hasLocalNodesOnly ? [] : [.mainnet, .testnet]
        let approver = DrivingApprover(
            policy: policy, records: RequestJournal(file: journal, nodes: nodes, logger: logger),
            hasController: options.control != nil, patience: .seconds(options.answerWithin))
        if let account = options.account { approver.selected = try AccountId(account) }
        let signer = KeystoreDAppSigner(
            keystore: devnet?.keystore ?? keystore(options, network),
            nodes: KeystoreNodes(nodes, known: known, clock: ContinuousClock()), policy: .ask, approver: approver,
            journal: journal, logger: logger)
        try require(approver.selected, in: signer)
        let host = DAppRequestHandler(permissions: SitePermissions(folder: folders.data), signer: signer)
        host.pageNetwork = options.pageNetwork.map { ExactText($0) }
        host.questions = approver
        let settings = DrivenBrowser.Settings(
            version: ProgramVersion.text, isAutomated: options.automation,
            openPorts: try options.openPorts(nodes: network.rpcURLs.map(\.absoluteString)),
            personas: try options.personas(), mapped: try options.mappedPrefixes(),
            banner: banner(options, policy, on: network))
        let pages = PageList()
        var control: ControlChannel?
        if let path = options.control {
            let channel = ControlChannel(
                ControlChannel.Parts(
                    approver: approver, host: host, signer: signer,
                    journal: RequestJournal(file: journal, nodes: nodes, logger: logger), chain: devnet,
                    facts: facts(options, chain), pages: { pages.browser?.pages ?? [] }))
            try await channel.open(at: path, logger: logger)
            control = channel
        }
        let browser = try await DrivenBrowser.start(
            settings, host: host, nodes: nodes, at: try options.address(), filterIn: folders.cache,
            isSandboxed: SandboxProbe.here.decide().isWanted, logger: logger)
        pages.browser = browser
        browser.onProblem = { [weak control] problem in
            control?.note(problem)
            StandardError.say(DisplayText.line(problem.message))
        }
        if !options.automation, control == nil { approver.user = browser }
        return BrowseStage(browser: browser, devnet: devnet, control: control)
    }

    /// Ends all that was started.
    func stop() async {
        browser.close()
        await control?.close()
        await devnet?.devnet.stop()
    }

    // MARK: Parts

    private static func network(_ options: BrowseOptions, _ devnet: ControlledDevnet?) throws -> NEARNetwork {
        if let devnet {
            return .custom(
                try NEARWalletManager.CustomNetwork(id: devnet.devnet.chainId, rpcURLs: [devnet.devnet.rpcURL]))
        }
        return try NetworkChoice.network(options.network ?? "", rpcURLs: options.rpcURL, file: options.networks)
    }

    private static func keystore(_ options: BrowseOptions, _ network: NEARNetwork) -> Keystore {
        // Without a folder there is no key: the user's own are not for tests.
        guard let credentials = options.credentials else { return Keystore() }
        let (keystore, problems) = Keystore.credentials(
            network: network.rawValue, in: CredentialFolder(path: credentials))
        for problem in problems { StandardError.say(DisplayText.line(problem)) }
        return keystore
    }

    private static func require(_ account: AccountId?, in signer: KeystoreDAppSigner) throws {
        guard let account, signer.keystore.signer(of: account, on: signer.network.text) == nil else { return }
        throw ValidationError(
            localized("There is no key of %1$s on %2$s. Check --account.", account.text, signer.network.text))
    }

    private static func facts(_ options: BrowseOptions, _ chain: ChainIdentity?) -> JSONValue.Members {
        [
            "version": .string(ProgramVersion.text), "pid": .integer(Int128(ProcessInfo.processInfo.processIdentifier)),
            "automation": .bool(options.automation),
            "pageNetwork": options.pageNetwork.map(JSONValue.string) ?? .null,
            "genesisHash": chain.map { .string($0.genesis) } ?? .null,
        ]
    }

    private static func banner(
        _ options: BrowseOptions, _ policy: DrivingPolicy, on network: NEARNetwork
    ) -> String {
        let name = network.rawValue
        let judge =
            switch (policy, options.control) {
            case (.ask, nil): localized("you answer requests")
            case (.ask, _): localized("the control channel answers requests")
            case (_, nil): localized("the policy “%1$s” answers requests", policy.name)
            default: localized("the policy “%1$s” and a program answer requests", policy.name)
            }
        let chain =
            options.pageNetwork.map { localized("chain %1$s, which pages take for %2$s", name, $0) }
            ?? localized("chain %1$s", name)
        return options.automation
            ? localized("This browser is driven by a program: %1$s; %2$s.", judge, chain)
            : localized("This is a browser for tests: %1$s; %2$s.", judge, chain)
    }
}
