// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import SafeText

/// Answers what dApps' pages ask: looks at their permissions, asks a user or a policy, and has it signed.
///
/// Requests of several sites wait in one queue, and one question is open at a time. Each request ends once: with its
/// answer, with an error, or because its document or its permission is gone.
@MainActor
package final class DAppHost {
    /// A request that waits for its turn, or that is being worked on.
    private struct Waiting {
        let asker: DAppAsker
        /// Resumed with whether its turn has come.
        var turn: CheckedContinuation<Bool, Never>?
        /// True once its document or its permission is gone.
        var isGone = false
    }
    /// A subscription that waits for a change.
    private struct Parked {
        let asker: DAppAsker
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The permissions of sites.
    package let permissions: SitePermissions
    /// The signer of requests.
    package let signer: any DAppSigner
    /// The networks that sites have added.
    package let networks: SiteNetworks
    /// The sentences that sites have provided for contracts.
    package let sentences: ContractSentences
    /// Asks the user where sites work and what they add; all of it is refused where it is `nil`.
    package weak var questions: (any SiteQuestionPresenter)?
    /// The name by which pages know the signer's network; `nil` for its own.
    ///
    /// Many dApps know mainnet and testnet only, and are tested on chains of their developers' own.
    package var pageNetwork: ExactText?
    /// Called after what is known of sites may have changed.
    package var onSites: () -> Void = {}
    /// Called after the queue has changed: a window shows how many requests wait.
    package var onChange: () -> Void = {}
    /// True while no page has a permission; those that wait for changes hear of it.
    package var isLocked = false {
        didSet { if isLocked != oldValue { noteChange() } }
    }
    /// The requests that wait for the user or are being worked on.
    package private(set) var queue = DAppQueue()

    /// True while a page waits for changes.
    package var hasSubscriptions: Bool { !parked.isEmpty }

    /// Changes with what any page may see.
    var mark: UInt64 = 1
    /// The tabs in which the user has switched a site to another network.
    var places = DAppPlaces()
    let logger: Logger
    private var waiting: [DAppQueue.ID: Waiting] = [:]
    private var parked: [DAppAsker.Token: Parked] = [:]
    /// The state of permissions and networks when ``lookForChanges()`` looked last.
    private var seen: (SitePermissions.Mark, SiteNetworks.Mark)?

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - permissions: The permissions of sites.
    ///   - signer: Signs on the network that is set, and knows the signers for others.
    ///   - networks: The networks that sites have added.
    ///   - sentences: The sentences of sites, which the signer's approver shows.
    ///   - logger: Says what was passed over.
    package init(
        permissions: SitePermissions, signer: any DAppSigner, networks: SiteNetworks = SiteNetworks(),
        sentences: ContractSentences = ContractSentences(), logger: Logger = Logger(label: "near-connect.dapps")
    ) {
        self.permissions = permissions
        self.signer = signer
        self.networks = networks
        self.sentences = sentences
        self.logger = logger
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - text: The request as the provider sent it.
    ///   - asker: The document that asks, compared with what its view shows.
    /// - Throws: ``DAppError``.
    package func answer(_ text: [UInt8], from asker: DAppAsker) async throws(DAppError) -> DAppAnswer {
        var request = try DAppRequest(text)
        guard let pageNetwork else { return try await answer(request, from: asker) }
        if request.network == pageNetwork { request.network = signer.network }
        return try await answer(request, from: asker).naming(signer.network, pageNetwork)
    }

    private func answer(_ request: DAppRequest, from asker: DAppAsker) async throws(DAppError) -> DAppAnswer {
        note(request, of: asker)
        while true {
            let signer = try signer(for: asker)
            let context = try await context(for: asker, with: signer)
            switch DAppDecision(request, by: asker, in: context) {
            case .answer(let answer):
                noteAnswer(answer, to: request, of: asker)
                return answer
            case .refuse(let error): throw error
            case .signOut:
                try revoke(asker.origin, on: request.network ?? context.network)
                return .done
            case .park:
                // Woken by a change, it is decided anew.
                guard await park(asker) else { throw .revoked }
            case .ask(let question):
                if let answer = try await ask(question, with: signer, on: context.chain) { return answer }
            }
        }
    }

    /// Takes a site's permission on a network away: its subscriptions hear of it, and its open requests end.
    ///
    /// - Parameters:
    ///   - origin: The site.
    ///   - network: The network; `nil` for the one on which the signer works.
    package func revoke(_ origin: SiteOrigin, on network: ExactText? = nil) throws(DAppError) {
        do throws(NEARError) {
            try permissions.revoke(origin, on: network ?? signer.network)
        } catch {
            throw DAppError(error)
        }
        if let frame = DAppFrame(origin: origin.text.text) {
            signer(on: network ?? signer.network)?.forgetKeys(of: frame)
        }
        end({ $0.end(site: origin) }, where: { $0.origin == origin })
        noteChange()
    }

    /// Ends what a view's document and its frames have asked: the document was left, or the view is closed.
    package func end(view: DAppAsker.Token) {
        end({ $0.end(view: view) }, where: { $0.view == view })
        for (document, parked) in parked where parked.asker.view == view {
            self.parked[document] = nil
            parked.continuation.resume(returning: false)
        }
    }

    /// Ends what frames of a site have asked inside another one, where they may not ask any more.
    package func endFrames(of origin: SiteOrigin, inside top: SiteOrigin) {
        let isMeant = { (asker: DAppAsker) in asker.origin == origin && asker.top == top && !asker.isOfOneOrigin }
        end({ queue in queue.end { isMeant($0.asker) } }, where: isMeant)
        noteChange()
    }

    /// Wakes subscriptions after a change of permissions, accounts or the network.
    package func noteChange() {
        mark += 1
        let woken = parked.values
        parked = [:]
        for parked in woken { parked.continuation.resume(returning: true) }
        onSites()
        onChange()
    }

    /// Looks whether another process has changed permissions, and tells those pages that wait.
    package func lookForChanges() {
        let now = (permissions.mark, networks.mark)
        defer { seen = now }
        guard let seen, seen != now else { return }
        noteChange()
    }

    // MARK: One request

    private func context(
        for asker: DAppAsker, with signer: any DAppSigner
    ) async throws(DAppError) -> DAppContext {
        let chain = try await signer.chain()
        let site: Site?
        do throws(NEARError) {
            site = try isLocked ? nil : permissions.site(asker.origin)
        } catch {
            throw DAppError(error)
        }
        var context = DAppContext(
            site: site, network: signer.network, chain: chain, policy: signer.policy, mark: mark)
        try describeNetworks(in: &context, for: asker, with: signer)
        return context
    }

    /// Asks a question when its turn comes.
    ///
    /// - Returns: The answer for the page; `nil` where the request is to be decided anew.
    private func ask(
        _ question: DAppQuestion, with signer: any DAppSigner, on chain: ChainIdentity?
    ) async throws(DAppError) -> DAppAnswer? {
        guard let frame = question.asker.frame else { throw .revoked }
        var isConnection = false
        if case .connect = question.subject { isConnection = true }
        let id = try queue.submit(question.asker, isConnection: isConnection)
        waiting[id] = Waiting(asker: question.asker)
        onChange()
        defer { finish(id) }
        guard await turn(of: id) else { throw .revoked }
        switch question.subject {
        case .connect(let key, let message):
            try await requireDefinedChain(of: signer)
            return try await connect(question, adding: key, signing: message, as: frame, in: id, with: signer)
        case .sign:
            try await requireDefinedChain(of: signer)
            let account = try await account(for: question, with: signer)
            return try await signer.perform(question.request, as: account, for: frame, within: question.policy)
        case .switchNetwork(let other):
            try await switchNetwork(to: other, from: signer.network, question.asker, as: frame) { isGone(id) }
            return nil
        case .addNetwork(let offer, let isUpdate):
            let isAdded = try await add(offer, isUpdate: isUpdate, of: question.asker, as: frame) { isGone(id) }
            return .flag(isAdded)
        }
    }

    /// Returns true if a request's document or permission is gone.
    private func isGone(_ id: DAppQueue.ID) -> Bool { waiting[id]?.isGone != false }

    private func connect(
        _ question: DAppQuestion, adding key: FunctionCallKeyRequest?, signing message: DAppRequest.Message?,
        as frame: DAppFrame, in id: DAppQueue.ID, with signer: any DAppSigner
    ) async throws(DAppError) -> DAppAnswer {
        let asker = question.asker
        let (account, signed) = try await signer.connect(for: frame, adding: key, message: message)
        guard !isGone(id) else {
            signer.forgetKeys(of: frame)
            throw .revoked
        }
        let chain = try await signer.chain()
        do throws(NEARError) {
            try permissions.grant([account], to: asker.origin, on: signer.network, chain: chain)
        } catch {
            throw DAppError(error)
        }
        noteChange()
        let accounts = try await context(for: asker, with: signer).accounts(on: signer.network)
        return signed.map { .accountsAndMessage(accounts, mark: mark, $0) } ?? .accounts(accounts, mark: mark)
    }

    /// Returns the account that signs: the one that the page names, or the first that it was given.
    private func account(
        for question: DAppQuestion, with signer: any DAppSigner
    ) async throws(DAppError) -> AccountId {
        // The permission may have been taken away while the request waited.
        let grant = try await context(for: question.asker, with: signer).grant(on: signer.network)
        guard let grant, let first = grant.accounts.first else { throw .revoked }
        guard let named = question.request.signer else { return first.accountId }
        guard grant.accounts.contains(where: { $0.accountId == named }) else { throw .revoked }
        return named
    }

    // MARK: Turns

    /// Waits for a request's turn.
    ///
    /// - Returns: False if the request has ended meanwhile.
    private func turn(of id: DAppQueue.ID) async -> Bool {
        if queue.current?.id == id { return queue.begin(id) }
        return await withCheckedContinuation { waiting[id]?.turn = $0 }
    }

    private func finish(_ id: DAppQueue.ID) {
        waiting[id] = nil
        _ = queue.finish(id)
        advance()
    }

    private func advance() {
        if let current = queue.current, !current.isWorking, let turn = waiting[current.id]?.turn.take() {
            turn.resume(returning: queue.begin(current.id))
        }
        onChange()
    }

    private func end(_ leave: (inout DAppQueue) -> [DAppQueue.ID], where isMeant: (DAppAsker) -> Bool) {
        for id in leave(&queue) { waiting[id]?.turn.take()?.resume(returning: false) }
        if let current = queue.current, isMeant(current.asker) {
            // What the user has approved goes on; a question that is still open closes.
            waiting[current.id]?.isGone = true
            signer.dismiss()
            questions?.dismiss()
        }
        advance()
    }

    /// Waits for a change.
    ///
    /// - Returns: False if the document is gone, or asks anew.
    private func park(_ asker: DAppAsker) async -> Bool {
        await withCheckedContinuation { continuation in
            parked[asker.document]?.continuation.resume(returning: false)
            parked[asker.document] = Parked(asker: asker, continuation: continuation)
        }
    }
}
