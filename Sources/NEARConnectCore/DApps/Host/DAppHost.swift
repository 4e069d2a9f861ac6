// SPDX-License-Identifier: MIT

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
    private var mark: UInt64 = 1
    private var waiting: [DAppQueue.ID: Waiting] = [:]
    private var parked: [DAppAsker.Token: Parked] = [:]
    /// The permissions' state when ``lookForChanges()`` looked last.
    private var seenPermissions: SitePermissions.Mark?

    /// Makes a host.
    package init(permissions: SitePermissions, signer: any DAppSigner) {
        self.permissions = permissions
        self.signer = signer
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
        while true {
            let context = try await context(for: asker)
            switch DAppDecision(request, by: asker, in: context) {
            case .answer(let answer): return answer
            case .refuse(let error): throw error
            case .signOut:
                try revoke(asker.origin)
                return .done
            case .park:
                // Woken by a change, it is decided anew.
                guard await park(asker) else { throw .revoked }
            case .ask(let question): return try await ask(question)
            }
        }
    }

    /// Takes a site's permission on this network away: its subscriptions hear of it, and its open requests end.
    package func revoke(_ origin: SiteOrigin) throws(DAppError) {
        do throws(NEARError) {
            try permissions.revoke(origin, on: signer.network)
        } catch {
            throw DAppError(error)
        }
        if let frame = DAppFrame(origin: origin.text.text) { signer.forgetKeys(of: frame) }
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
        let now = permissions.mark
        guard let seen = seenPermissions else { return seenPermissions = now }
        guard seen != now else { return }
        seenPermissions = now
        noteChange()
    }

    // MARK: One request

    private func context(for asker: DAppAsker) async throws(DAppError) -> DAppContext {
        let chain = try await signer.chain()
        let site: Site?
        do throws(NEARError) {
            site = try isLocked ? nil : permissions.site(asker.origin)
        } catch {
            throw DAppError(error)
        }
        return DAppContext(site: site, network: signer.network, chain: chain, policy: signer.policy, mark: mark)
    }

    private func ask(_ question: DAppQuestion) async throws(DAppError) -> DAppAnswer {
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
            return try await connect(question, adding: key, signing: message, as: frame, in: id)
        case .sign:
            let account = try await account(for: question)
            return try await signer.perform(question.request, as: account, for: frame, within: question.policy)
        case .switchNetwork(let other):
            throw DAppError(
                .otherNetwork,
                localized("The wallet works on %1$s, and not on %2$s.", signer.network.text, other.text))
        case .addNetwork:
            throw DAppError(.unsupported, localized("This wallet adds no networks for sites."))
        }
    }

    private func connect(
        _ question: DAppQuestion, adding key: FunctionCallKeyRequest?, signing message: DAppRequest.Message?,
        as frame: DAppFrame, in id: DAppQueue.ID
    ) async throws(DAppError) -> DAppAnswer {
        let asker = question.asker
        let (account, signed) = try await signer.connect(for: frame, adding: key, message: message)
        guard waiting[id]?.isGone == false else {
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
        let accounts = try await context(for: asker).accounts(on: signer.network)
        return signed.map { .accountsAndMessage(accounts, mark: mark, $0) } ?? .accounts(accounts, mark: mark)
    }

    /// Returns the account that signs: the one that the page names, or the first that it was given.
    private func account(for question: DAppQuestion) async throws(DAppError) -> AccountId {
        // The permission may have been taken away while the request waited.
        let grant = try await context(for: question.asker).grant(on: signer.network)
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
