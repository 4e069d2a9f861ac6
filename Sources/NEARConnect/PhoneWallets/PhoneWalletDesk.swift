// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WalletConnectSign

/// Hears of phone wallets' sessions.
@MainActor
protocol PhoneWalletDeskDelegate: AnyObject {
    /// Hears that a session isn't there any more, or grants something else than before.
    func phoneSessionsChanged()

    /// Hears that the user pressed Cancel where a phone is waited for.
    func phoneWaitCancelled()
}

/// Speaks with phone wallets in the place of a bridge page: takes requests for them, and gives the replies.
///
/// The account that is signed in has one session; it is the newest of its wallet that grants the account on the network
/// that is set.
@MainActor
final class PhoneWalletDesk {
    /// The end of a request.
    struct Answer {
        let outcome: RequestTable.Outcome
        /// True if it is the wallet's own word, or what came of sending what it signed.
        let isAnswer: Bool
    }

    /// Shows links and questions; a program's own, or the bridge widget's.
    weak var presenter: (any PhoneWalletPresenter)?
    /// The bridge widget's own presenter, for when a program's is gone.
    weak var widgetPresenter: (any PhoneWalletPresenter)?
    /// Hears of sessions.
    weak var delegate: (any PhoneWalletDeskDelegate)?

    let connection: PhoneWalletConnection
    let nodes: NetworkNodes
    let journal: RequestJournal
    private let settings: PhoneWalletSettings
    /// The time that nodes have to confirm an answer.
    private let patience: Duration
    /// The one in whose name late signatures are written down.
    private let asker: Asker
    let logger: Logger
    /// The tasks of open requests.
    private var tasks: [RequestID: Task<Void, Never>] = [:]
    /// The session of a sign-in whose account is still being checked.
    private var candidate: Topic?
    /// The networks on which phones were asked, since an answer may come when another one is set.
    private var networks: [ChainID: NEARNetwork] = [:]
    private let clock: any Clock<Duration>
    /// The names of wallets by their sessions' owner, for who waits.
    private var names: [String: String] = [:]

    /// - Parameters:
    ///   - settings: The wallets that are spoken with.
    ///   - configuration: The program's name, its deadlines and its log.
    ///   - folders: The profile's folders; `nil` to store nothing.
    ///   - nodes: The nodes of the network that is set.
    ///   - journal: The journal of what may move something on chain.
    init(
        _ settings: PhoneWalletSettings, configuration: NEARWalletConfiguration, folders: ProfileFolders?,
        nodes: NetworkNodes, journal: RequestJournal
    ) {
        self.settings = settings
        self.nodes = nodes
        self.journal = journal
        logger = configuration.logger
        clock = configuration.clock
        patience = min(.seconds(10), configuration.deadlines.read)
        asker = configuration.asker ?? .program(origin: ExactText(configuration.origin.origin))
        connection = PhoneWalletConnection(settings, configuration: configuration, folders: folders)
        connection.onEvent = { [weak self] event in self?.heard(event) }
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
    }

    /// The project's id at the relay.
    var projectId: String { settings.projectId }

    /// Returns true for a wallet that is spoken with here, and not by its code in the page.
    func has(_ walletId: String?) -> Bool { walletId.map(settings.nativeWallets.contains) ?? false }

    /// The name of a wallet that a phone has, as far as it has said.
    func name(of walletId: String) -> String { names[walletId] ?? PhoneWalletSettings.name(of: walletId) }

    /// True while a request is open here.
    func isOpen(_ id: RequestID) -> Bool { tasks[id] != nil }

    /// The requests that are open here.
    var openRequests: Set<RequestID> { Set(tasks.keys) }

    // MARK: Requests

    /// Takes a request, and answers it once.
    ///
    /// - Parameters:
    ///   - order: The request.
    ///   - settle: Gets the answer, unless the request was cancelled before.
    func handOver(_ order: PhoneWalletOrder, settle: @escaping @MainActor (Answer) -> Void) {
        let id = order.id
        if let chain = NEARWalletConnect.chain(of: nodes.network) { networks[chain] = nodes.network }
        tasks[id] = Task { [weak self] in
            let answer = await self?.answer(order)
            guard let self, tasks.removeValue(forKey: id) != nil else { return }
            if let answer { settle(answer) }
        }
    }

    private func answer(_ order: PhoneWalletOrder) async -> Answer {
        do throws(PhoneWalletError) {
            return Answer(outcome: try await perform(order), isAnswer: true)
        } catch {
            logger.info("a phone wallet's request failed", metadata: ["id": "\(order.id)", "code": "\(error.code)"])
            return Answer(outcome: .failure(error.nearError), isAnswer: error.isAnswer)
        }
    }

    /// Lets a request go: what the phone signs later is written down and not sent.
    func cancel(_ id: RequestID) {
        guard let task = tasks.removeValue(forKey: id) else { return }
        task.cancel()
        dropCandidate()
    }

    /// Takes links and questions away.
    func dismiss() {
        (presenter ?? widgetPresenter)?.dismiss()
    }

    func show(_ prompt: PhoneWalletPrompt) {
        (presenter ?? widgetPresenter)?.show(prompt) { [weak self] in self?.delegate?.phoneWaitCancelled() }
    }

    /// Ends with the manager; sessions stay in the store.
    func close() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
        delegate = nil
        connection.close()
    }

    // MARK: Sign-ins

    /// Notes the session of a sign-in, whose account the manager checks now.
    func note(candidate topic: Topic) { candidate = topic }

    /// Ends the session of a sign-in that came to nothing.
    func dropCandidate() {
        guard let topic = candidate.take() else { return }
        end { $0.topic == topic }
    }

    /// Keeps the session of the account that has signed in, and ends those that it takes the place of.
    func keep(_ account: NEARAccount) {
        let kept = candidate.take()
        guard kept != nil || connection.isInUse, let chain = NEARWalletConnect.chain(of: nodes.network) else { return }
        let wallets = settings.nativeWallets
        end { wallets.contains($0.owner) && $0.namespaces.grants(chain) && $0.topic != kept }
    }

    /// Ends all sessions of a wallet that was forgotten.
    func endSessions(of walletId: String) {
        if has(walletId), connection.isInUse { end { $0.owner.hasSameBytes(as: walletId) } }
    }

    /// Ends the sessions that match, here and at the wallets.
    private func end(_ matches: @escaping @Sendable (SignSession) -> Bool) {
        Task { [weak self] in
            do throws(SignError) {
                guard let client = try await self?.connection.client() else { return }
                for session in await client.sessions where matches(session) { await client.disconnect(session.topic) }
            } catch {
                self?.logger.notice("a phone's session was not ended", metadata: ["code": "\(error.code)"])
            }
        }
    }

    // MARK: Sessions

    /// Returns the session of an account on the network that is set.
    ///
    /// Where none grants it, that is another one of its wallet.
    func session(of account: NEARAccount, _ client: SignClient) async -> SignSession? {
        guard let chain = NEARWalletConnect.chain(of: nodes.network) else { return nil }
        let own = await client.sessions.filter {
            $0.owner.hasSameBytes(as: account.walletId) && $0.namespaces.grants(chain)
        }
        if let newest = own.last { names[account.walletId] = DisplayText.name(newest.peer.name) }
        return own.last {
            $0.namespaces.accounts(on: chain).contains { $0.address.hasSameBytes(as: account.accountId) }
        } ?? own.last
    }

    /// Compares an account with its session and with the chain; the phone isn't asked.
    ///
    /// - Returns: `nil` where there is no session any more.
    /// - Throws: ``PhoneWalletError`` where the sessions can't be read.
    func state(of account: NEARAccount) async throws(PhoneWalletError) -> SessionState? {
        let client = try await client()
        guard let session = await session(of: account, client) else { return nil }
        return try await near(session.topic, client).state(of: account)
    }

    func client() async throws(PhoneWalletError) -> SignClient {
        do throws(SignError) {
            return try await connection.client()
        } catch {
            throw .sign(error)
        }
    }

    func near(_ topic: Topic, _ client: SignClient) throws(PhoneWalletError) -> NEARWalletConnect {
        try NEARWalletConnect(
            client: client, topic: topic, nodes: nodes, patience: patience, journal: journal, asker: asker,
            logger: logger)
    }

    private func heard(_ event: SignEvent) {
        switch event {
        case .ended(let session, _), .updated(let session): if has(session.owner) { delegate?.phoneSessionsChanged() }
        case .event(let session, _, "accountsChanged", _):
            if has(session.owner) { delegate?.phoneSessionsChanged() }
        case .late(let late): if has(late.owner) { Task { [weak self] in await self?.writeDown(late) } }
        case .relay(let state): logger.debug("WalletConnect's relay: \(state)")
        case .settled, .extended, .event: break
        }
    }
}

/// Answers that come when nobody waits any more.
extension PhoneWalletDesk {
    /// Writes down what a wallet signed, on the network on which it was asked.
    private func writeDown(_ late: LateAnswer) async {
        do throws(PhoneWalletError) {
            let client = try await client()
            let hashes: [CryptoHash]
            if late.chain == NEARWalletConnect.chain(of: nodes.network) {
                hashes = try await near(late.session, client).note(late)
                if !hashes.isEmpty { journal.reconcileInBackground() }
            } else {
                hashes = try await noteElsewhere(late, client)
            }
            guard !hashes.isEmpty else { return }
            logger.notice("a phone signed when nobody waited any more", metadata: ["count": "\(hashes.count)"])
        } catch {
            logger.error("a late signature was not written down", metadata: ["code": "\(error.code)"])
        }
    }

    /// Writes down what was signed for another network than the one that is set.
    private func noteElsewhere(
        _ late: LateAnswer, _ client: SignClient
    ) async throws(PhoneWalletError) -> [CryptoHash] {
        let network: NEARNetwork? =
            switch late.chain.reference {
            case "mainnet": .mainnet
            case "testnet": .testnet
            default: networks[late.chain]
            }
        guard let network else {
            logger.error("a phone signed late on a network that isn't known", metadata: ["chain": "\(late.chain)"])
            return []
        }
        let others = NetworkNodes(network, clock: clock, logger: logger)
        defer { others.stop() }
        return try await NEARWalletConnect(
            client: client, topic: late.session, nodes: others, patience: patience,
            journal: RequestJournal(over: journal, nodes: others), asker: asker, logger: logger
        ).note(late)
    }
}
