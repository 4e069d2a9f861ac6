// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Logging
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// The options of the commands that sign with a key, without a page.
struct SigningOptions: ParsableArguments {
    @Option(
        help: help(
            "The account that signs; not needed where there is a key of one account only.", valueName: "account-id"),
        transform: { try AccountId($0) })
    var signer: AccountId?

    @Option(
        help: help(
            "The policy that approves in place of a user, for pipelines; without it you are asked in the terminal.",
            valueName: "policy"), completion: .file(extensions: ["json"]))
    var approve: String?

    @Option(help: SigningKeyFile.signingHelp, completion: .file())
    var key: String?

    @Option(
        help: help("The folder with near-cli’s credential files, instead of ~/.near-credentials."),
        completion: .directory)
    var credentials: String?

    @Option(
        help: help("The profile whose journal records it."), completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Option(
        help: help(
            "The wallet that signs in its page, in place of a key: the one that you are signed in with (“sign-in”).",
            valueName: "id"), completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var wallet: String?

    @Flag(
        help: help(
            "Show what would be signed, what it would cost, and what the policy and the chain say to it. Nothing is signed, sent or recorded."
        ))
    var dryRun = false

    @OptionGroup var chain: ChainOptions

    func validate() throws {
        try SigningKeyFile.check(key)
        guard key == nil || credentials == nil else {
            throw ValidationError(localized("--key and --credentials both name keys: leave one out."))
        }
        guard !chain.devnet || (key == nil && credentials == nil && wallet == nil) else {
            throw ValidationError(
                localized("--devnet has its own keys: leave --key, --credentials and --wallet out."))
        }
        guard wallet == nil || (key == nil && signer == nil) else {
            throw ValidationError(
                localized("With --wallet the account that is signed in signs: leave --signer and --key out."))
        }
    }

    /// Takes a chain of the command's own, with its keys.
    @MainActor
    mutating func use(_ devnet: CommandDevnet) {
        chain.use(devnet)
        credentials = devnet.credentials
        signer = signer ?? devnet.signer
    }

    /// Runs a command's work with a wallet of the chosen key, and prints its answer.
    ///
    /// - Parameters:
    ///   - command: The command's name, for policies, the journal and the JSON.
    ///   - work: Uses the wallet.
    func perform(_ command: String, _ work: @escaping @MainActor (any CommandWallet) async throws -> ChainAnswer) throws
    {
        let configuration = try chain.configuration()
        if let wallet { return try perform(command, by: wallet, asking: configuration, work) }
        let network = try chain.chosenNetwork()
        let approval = try policy()
        let (keystore, account) = try keys(on: network.rawValue)
        let journal = JournalFile(folder: try ChainOptions.asUsage { try ProfileFolders(profile: profile) }.state)
        let timeout = chain.timeout
        try chain.answer(command) {
            let wallet = Self.wallet(
                of: account, keystore, on: network, asker: .commandLine(verb: ExactText(command)),
                approval: approval, journal: journal, limit: TimeLimit(timeout))
            return try await work(wallet)
        }
    }

    /// Makes the wallet of a key.
    @MainActor
    static func wallet(
        of account: AccountId, _ keystore: Keystore, on network: NEARNetwork, asker: Asker, approval: ApprovalPolicy,
        journal: JournalFile, limit: TimeLimit
    ) -> DirectWallet {
        let nodes = NetworkNodes(network, clock: ContinuousClock())
        // A chain on this computer is nobody's but the user's: there is no other one to ask about its keys.
        let known = nodes.hasLocalNodesOnly ? [] : [NEARNetwork.mainnet, .testnet]
        return DirectWallet(
            nodes: KeystoreNodes(nodes, known: known, clock: ContinuousClock()), keystore: keystore,
            account: account, asker: asker, approval: approval, approver: TerminalApprover(limit), journal: journal,
            logger: Logger(label: "near-connect"), limit: limit)
    }

    /// Runs a command's work with the wallet that is signed in.
    private func perform(
        _ command: String, by wallet: String, asking configuration: RPCClientConfiguration,
        _ work: @escaping @MainActor (any CommandWallet) async throws -> ChainAnswer
    ) throws {
        let page = page
        let request = try page.request(.signIn, command: command, wallet: wallet, on: chain)
        let network = try chain.chosenNetwork()
        let file = JournalFile(folder: try ChainOptions.asUsage { try ProfileFolders(profile: profile) }.state)
        try chain.answer(command, ending: PageProcess.end) { [self, chain] in
            let account = try account(of: wallet).id
            try PageProcess.begin()
            let client = try NEARRPCClient(configuration: configuration)
            let journal = RequestJournal(
                file: file, nodes: NetworkNodes(network, clock: ContinuousClock()),
                logger: Logger(label: "near-connect"))
            let wallet = PageWallet(account, client: client, journal: journal, limit: chain.chosenTimeout) { work in
                var request = request
                request.work = work
                request.signer = account
                return request
            }
            return try await work(wallet)
        }
    }

    /// Returns the policy that approves; ``ApprovalPolicy/ask`` in a terminal.
    ///
    /// - Throws: `ValidationError`.
    func policy() throws -> ApprovalPolicy {
        if let policy = try policyFile() { return policy }
        // Nothing on it is worth anything.
        if chain.devnet { return .allow(Self.everything) }
        guard TerminalApprover.hasTerminal else {
            throw ValidationError(
                localized(
                    "Nobody is there to approve it: name a policy file with --approve, or run the command in a terminal."
                ))
        }
        return .ask
    }

    /// True if a wallet signs that has keys of its own.
    var isSignedElsewhere: Bool { wallet.map(PageOptions.isElsewhere) ?? false }

    /// Returns the account that is signed in with the wallet, which signs.
    ///
    /// - Throws: `ValidationError` where an option doesn't fit this account or this wallet; ``ReportedError`` where
    ///   nobody is signed in with it, `NEARError.storage`.
    func account(of wallet: String) throws -> (id: AccountId, publicKey: PublicKey?) {
        try page.requireOptions(of: wallet)
        let known = try page.account(of: wallet, on: chain)
        let account = try AccountId(known.accountId)
        guard signer == nil || signer == account else {
            throw ValidationError(
                localized(
                    "%1$s has to sign it, and %2$s is signed in. Sign in as %1$s with “near-connect sign-in”, or leave --wallet out.",
                    signer?.text ?? "", account.text))
        }
        return (account, try known.publicKey.map { try PublicKey($0) })
    }

    /// The options of a wallet's page.
    var page: PageOptions {
        var page = PageOptions()
        (page.profile, page.approve, page.credentials) = (profile, approve, credentials)
        return page
    }

    /// Returns the policy that `--approve` names; `nil` without it.
    ///
    /// - Throws: `ValidationError`.
    func policyFile() throws -> ApprovalPolicy? {
        try approve.map { file in try ChainOptions.asUsage { try ApprovalPolicy(contentsOf: file) } }
    }

    /// The rule of a chain that is for one command alone.
    private static let everything = {
        var rule = ApprovalPolicy.Rule(
            networks: ["devnet"], maximumDeposit: NEARToken(yoctoNEAR: .max), messageRecipients: nil,
            allowsDangerousActions: true)
        rule.name = "devnet"
        return rule
    }()

    // MARK: Keys

    /// Returns the keys of the network, and the account that signs.
    ///
    /// - Throws: `ValidationError`.
    func keys(on network: String) throws -> (Keystore, AccountId) {
        if let key {
            let credential = try SigningKeyFile(key).credential()
            guard let account = signer ?? credential.accountId else {
                throw ValidationError(localized("The key file names no account: name it with --signer."))
            }
            return (
                Keystore([Keystore.Entry(network: network, accountId: account, secretKey: credential.secretKey)]),
                account
            )
        }
        let folder = credentials.map(CredentialFolder.init(path:)) ?? .standard()
        let (keystore, problems) = Keystore.credentials(network: network, in: folder)
        for problem in problems { StandardError.say(DisplayText.line(problem)) }
        let accounts = keystore.accounts(on: network)
        let place = DisplayText.quotation("\(folder.path)/\(network)", limit: 200)
        if let signer {
            guard accounts.contains(signer) else {
                throw ValidationError(
                    localized(
                        "There is no key of %1$s in %2$s. Add one, or name a file with --key.", signer.text, place))
            }
            return (keystore, signer)
        }
        guard let first = accounts.first else {
            throw ValidationError(localized("There is no key in %1$s. Add one, or name a file with --key.", place))
        }
        guard accounts.count == 1 else {
            let names = accounts.prefix(10).map(\.text) + (accounts.count > 10 ? ["…"] : [])
            throw ValidationError(
                localized(
                    "Name the account that signs with --signer; there are keys of: %1$s.", names.joined(separator: ", ")
                ))
        }
        return (keystore, first)
    }
}
