// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WalletConnectPlatform
internal import WalletConnectSign

/// Hears of phone wallets' sessions.
@MainActor
protocol PhoneWalletDeskDelegate: AnyObject {
    /// Hears that a session isn't there any more, or grants something else than before.
    ///
    /// - Parameter byUser: True if the user has ended it on this computer.
    func phoneSessionsChanged(byUser: Bool) async

    /// Hears that sessions can't be stored any more; the next request opens them again.
    func phoneSessionsFailed(_ error: NEARError)

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

    /// The time for which the relay is waited for with what a forgotten wallet is told.
    private static let tellingLimit = Duration.seconds(10)

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
    let patience: Duration
    /// The one in whose name late signatures are written down.
    let asker: Asker
    let logger: Logger
    /// The tasks of open requests.
    private var tasks: [RequestID: Task<Void, Never>] = [:]
    /// The session of a sign-in whose account is still being checked.
    private var candidate: Topic?
    /// The networks on which phones were asked.
    private(set) var networks = AskedNetworks()
    let clock: any Clock<Duration>
    /// The names of wallets by their sessions' owner, for who waits.
    private var names: [String: String] = [:]
    /// The links of the wallet that the user has opened with the link that is shown.
    var openedLinks: WalletLinks?
    /// The question that the phone has.
    private var question: PhoneWalletQuestion?
    /// The newest question of an open request, until that ends.
    private var asked: PhoneWalletQuestion?
    /// Hears whether a phone is waited for.
    var onWait: (@MainActor (PhoneWait) -> Void)?
    /// The writing down of answers that came too late, one after the other.
    private var lateWork: Task<Void, Never>?
    /// True while the delegate looks at what a wallet has changed.
    private var isComparing = false
    /// True if a wallet has changed something since the delegate began to look.
    private var comparesAgain = false
    /// The sentence of what keeps messages from the relay.
    private var trouble: String?

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
        noteNetwork()
        tasks[id] = Task { [weak self] in
            let answer = await self?.answer(order)
            guard let self, tasks.removeValue(forKey: id) != nil else { return }
            if let answer { settle(answer) }
            endWait(answer?.outcome)
        }
    }

    /// Notes that a phone is asked on the network that is set.
    func noteNetwork() {
        networks.note(nodes.network)
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
        endWait(nil)
    }

    /// Takes links and questions away.
    func dismiss() {
        question = nil
        shown?.dismiss()
    }

    private var shown: (any PhoneWalletPresenter)? { presenter ?? widgetPresenter }

    func show(_ prompt: PhoneWalletPrompt) {
        shown?.show(prompt) { [weak self] in self?.delegate?.phoneWaitCancelled() }
        shown?.say(relayTrouble: trouble)
    }

    /// Says what the phone is asked for.
    func ask(_ kind: PhoneWalletQuestion.Kind, _ session: SignSession) {
        let asked = PhoneWalletQuestion(kind: kind, walletName: DisplayText.name(session.peer.name))
        question = asked
        self.asked = asked
        onWait?(.asked(asked))
        show(.asking(asked))
    }

    /// Says that nobody waits any more, and what has come of it.
    private func endWait(_ outcome: RequestTable.Outcome?) {
        guard let question = asked.take() else { return }
        switch outcome {
        case nil: onWait?(.over(question, nil))
        case .success?: onWait?(.over(question, .success(())))
        case .failure(let error)?: onWait?(.over(question, .failure(error)))
        }
    }

    /// Offers the link to the wallet, now that the relay has the request.
    private func offer(_ request: StoredRequest, _ session: SignSession) {
        guard question != nil, let link = KnownPhoneWallet.link(for: request, of: session) else { return }
        question?.link = link
        if let question { show(.asking(question)) }
    }

    /// Ends with the manager; sessions stay in the store.
    ///
    /// Signatures that phones give until the client has stopped are still written down.
    func close() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
        endWait(nil)
        delegate = nil
        connection.close { await self.lateWork?.value }
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

    /// Ends all sessions of a wallet that is forgotten, also those that weren't opened since the start.
    ///
    /// - Returns: The number of sessions, and whether the relay has what their wallets are told.
    /// - Throws: `SignError`, or what the process that has the sessions says.
    func forgetSessions(of walletId: String) async throws -> (count: Int, isTold: Bool) {
        guard has(walletId), let speaker = try await connection.speaker() else { return (0, true) }
        var (count, isTold) = (0, true)
        let limit = projectId.isEmpty ? Duration.zero : Self.tellingLimit
        for session in try await speaker.sessions() where session.owner.hasSameBytes(as: walletId) {
            count += 1
            if !(try await speaker.disconnect(session.topic, within: limit)) { isTold = false }
        }
        return (count, isTold)
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
        return try await near(session, client).state(of: account)
    }

    func client() async throws(PhoneWalletError) -> SignClient {
        do throws(SignError) {
            return try await connection.client()
        } catch {
            throw .sign(error)
        }
    }

    func near(_ session: SignSession, _ client: SignClient) throws(PhoneWalletError) -> NEARWalletConnect {
        try NEARWalletConnect(
            client: client, topic: session.topic, nodes: nodes, patience: patience, journal: journal, asker: asker,
            logger: logger
        ) { [weak self] request in
            Task { @MainActor in self?.offer(request, session) }
        }
    }

    private func heard(_ event: SignEvent) {
        switch event {
        case .ended(let session, let end):
            if end == .broken {
                logger.error("a phone’s session has ended: its key was lost", metadata: ["wallet": "\(session.owner)"])
            }
            guard has(session.owner) else { break }
            Task { [delegate] in await delegate?.phoneSessionsChanged(byUser: end == .byUs) }
        case .updated(let session), .event(let session, _, "accountsChanged", _):
            if has(session.owner) { compare() }
        case .late(let late):
            let before = lateWork
            lateWork = Task {
                await before?.value
                await take(late)
            }
        case .relay(let state): heard(state)
        case .failed(let error):
            logger.error("phones’ sessions can’t be stored", metadata: ["code": "\(error.code)"])
            delegate?.phoneSessionsFailed(PhoneWalletError.sign(error).nearError)
        case .settled, .extended, .event: break
        }
    }

    /// Has the delegate look at what wallets have changed: a wallet may do so without end, and nodes are asked.
    private func compare() {
        comparesAgain = true
        guard !isComparing else { return }
        isComparing = true
        Task { [weak self] in
            while let self, comparesAgain {
                comparesAgain = false
                await delegate?.phoneSessionsChanged(byUser: false)
            }
            self?.isComparing = false
        }
    }

    private static func sentence(_ fault: RelayFault) -> String {
        localized("The relay can’t be reached: %1$s. It is tried again by itself.", "\(fault)")
    }

    /// Says why the next link isn't there yet; also of a relay that is connected and doesn't take it.
    func say(_ fault: RelayFault) {
        shown?.say(relayTrouble: trouble ?? Self.sentence(fault))
    }

    private func heard(_ state: RelayState) {
        logger.debug("WalletConnect's relay: \(state)")
        let sentence: String? =
            switch state {
            case .waiting(_, let fault): Self.sentence(fault)
            case .refused(let refusal): localized("The relay lets nobody in: %1$s.", "\(refusal)")
            // It may be lost again at once.
            case .connecting: trouble
            case .idle, .connected: nil
            }
        guard sentence != trouble else { return }
        trouble = sentence
        shown?.say(relayTrouble: sentence)
    }
}
