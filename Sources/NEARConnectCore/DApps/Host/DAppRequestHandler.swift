// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import SafeText

/// Answers what dApps' pages ask: looks at their permissions, asks a user or a policy, and has it signed.
///
/// Requests of several sites wait in one queue, and one question is open at a time. Each request ends once: with its
/// answer, with an error, or because its document or its permission is gone.
@MainActor
package final class DAppRequestHandler {
    /// A request that waits for its turn, or that is being worked on.
    private struct Waiting {
        let asker: DAppAsker
        /// Resumed with whether its turn has come.
        var turn: CheckedContinuation<Bool, Never>?
        /// True once its document or its permission is gone.
        var isGone = false
        /// True once its permission is gone: nothing is signed for it any more, whatever was approved.
        var isRevoked = false
    }
    /// A subscription that waits for a change.
    private struct Parked {
        let asker: DAppAsker
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The permissions of sites.
    package let permissions: SitePermissions
    /// The signer of requests.
    package let signer: any DAppSigning
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
    /// Called with what went wrong beside a request that was answered all the same.
    package var onProblem: (NEARError) -> Void = { _ in }
    /// Called after the queue has changed: a window shows how many requests wait.
    package var onChange: () -> Void = {}
    /// The user's names for accounts; `nil` where nobody gives any.
    package var labels: AccountLabels?
    /// True while no page has a permission.
    ///
    /// Those that wait for changes hear of it, and what they have asked for ends.
    package var isLocked = false {
        didSet {
            guard isLocked != oldValue else { return }
            if isLocked { end({ $0.end { _ in true } }, where: { _ in true }, isRevocation: true) }
            noteChange()
        }
    }
    /// The requests that wait for the user or are being worked on.
    package private(set) var queue = DAppQueue()

    /// True while a page waits for changes.
    package var hasSubscriptions: Bool { !parked.isEmpty }
    /// The documents that wait for changes.
    package var subscriptionCount: Int { parked.count }

    /// The tabs in which the user has switched a site to another network.
    var places = DAppPlaces()
    let logger: Logger
    private var reader = DAppRequestReader()
    private var waiting: [DAppQueue.ID: Waiting] = [:]
    private var parked: [DAppAsker.Token: Parked] = [:]
    /// The permissions as they were when they were looked at last.
    var grants = GrantWatch()
    /// The networks of sites as they were when they were looked at last.
    var seenNetworks: SiteNetworks.Mark?

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - permissions: The permissions of sites.
    ///   - signer: Signs on the network that is set, and knows the signers for others.
    ///   - networks: The networks that sites have added.
    ///   - sentences: The sentences of sites, which the signer's approver shows.
    ///   - logger: Says what was passed over.
    package init(
        permissions: SitePermissions, signer: any DAppSigning, networks: SiteNetworks = SiteNetworks(),
        sentences: ContractSentences = ContractSentences(), logger: Logger = Logger(label: "near-connect.dapps")
    ) {
        self.permissions = permissions
        self.signer = signer
        self.networks = networks
        self.sentences = sentences
        self.logger = logger
        lookForChanges()
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - text: The request as the provider sent it.
    ///   - asker: The document that asks, compared with what its view shows.
    /// - Throws: ``DAppError``.
    package func reply(to text: [UInt8], from asker: DAppAsker) throws(DAppError) -> DAppReply {
        var request = try reader.read(text)
        let (own, name) = (signer.network, pageNetwork ?? signer.network)
        if request.network == name { request.network = own }
        if let answer = try knownAnswer(to: request, from: asker) { return .now(answer.naming(own, name)) }
        return .later { [request] () async throws(DAppError) in
            try await self.answer(request, from: asker).naming(own, name)
        }
    }

    private func answer(_ request: DAppRequest, from asker: DAppAsker) async throws(DAppError) -> DAppAnswer {
        note(request, of: asker)
        while true {
            let signer = try signer(for: asker)
            let context = try await context(for: asker, with: signer, deciding: request)
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
                if let answer = try await ask(question, with: signer) {
                    noteUse(by: asker.origin, on: signer.network)
                    return answer
                }
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
        drop(origin, on: network ?? signer.network)
        noteChange()
    }

    /// Ends what a site has open, and forgets its keys.
    func drop(_ origin: SiteOrigin, on network: ExactText) {
        signer(on: network)?.forgetKeys(of: origin)
        end({ $0.end(site: origin) }, where: { $0.origin == origin }, isRevocation: true)
    }

    /// Ends what a view's document and its frames have asked: the document was left, or the view is closed.
    package func end(view: DAppAsker.Token) {
        end({ $0.end(view: view) }, where: { $0.view == view }, isRevocation: false)
        for (document, parked) in parked where parked.asker.view == view {
            self.parked[document] = nil
            parked.continuation.resume(returning: false)
        }
    }

    /// Ends what frames of a site have asked inside another one, where they may not ask any more.
    package func endFrames(of origin: SiteOrigin, inside top: SiteOrigin) {
        let isMeant = { (asker: DAppAsker) in asker.origin == origin && asker.top == top && !asker.isOfOneOrigin }
        end({ queue in queue.end { isMeant($0.asker) } }, where: isMeant, isRevocation: true)
        noteChange()
    }

    /// Wakes subscriptions after a change of permissions, accounts or the network.
    ///
    /// Whoever sees what it saw before waits on, and hears nothing: what other sites get is nobody's business.
    package func noteChange() {
        dropLost()
        let woken = parked.values
        parked = [:]
        for parked in woken { parked.continuation.resume(returning: true) }
        onSites()
        onChange()
    }

    /// Notes that a site has used its permission.
    ///
    /// That is what a user was or would have been asked about: a silent look at each page load would be a write at
    /// each page load.
    private func noteUse(by origin: SiteOrigin, on network: ExactText) {
        do throws(NEARError) {
            try permissions.touch(origin, on: network)
        } catch {
            onProblem(error)
        }
        lookForChanges()
    }

    // MARK: One request

    /// Returns true if a request that was refused would still have its permission.
    private func isStillPermitted(_ question: DAppQuestion, _ id: DAppQueue.ID, on network: ExactText) -> Bool {
        guard case .sign = question.subject else { return waiting[id]?.isRevoked == false }
        return isWanted(id, having: [], on: network)
    }

    /// Returns true while a request may have something signed: its site has the permission still.
    ///
    /// Another process may have taken it away a moment ago: the file is looked at.
    ///
    /// - Parameters:
    ///   - id: The request.
    ///   - accounts: The accounts that the site needs to have; `nil` for a site that had no permission when it asked.
    ///   - network: The network on which it asks.
    private func isWanted(_ id: DAppQueue.ID, having accounts: [AccountId]?, on network: ExactText) -> Bool {
        guard let waiting = waiting[id], !waiting.isRevoked, !isLocked else { return false }
        guard let accounts else { return !waiting.isGone }
        do throws(NEARError) {
            guard let given = try permissions.site(waiting.asker.origin)?.grants[network]?.accounts else {
                return false
            }
            return accounts.allSatisfy { account in given.contains { $0.accountId == account } }
        } catch {
            return false  // What can't be read permits nothing.
        }
    }

    /// Asks a question when its turn comes.
    ///
    /// - Returns: The answer for the page; `nil` where the request is to be decided anew.
    private func ask(
        _ question: DAppQuestion, with signer: any DAppSigning
    ) async throws(DAppError) -> DAppAnswer? {
        guard let frame = question.asker.frame else { throw .revoked }
        var isConnection = false
        if case .connect = question.subject { isConnection = true }
        let id = try queue.submit(question.asker, isConnection: isConnection)
        waiting[id] = Waiting(asker: question.asker)
        onChange()
        defer { finish(id) }
        guard await turn(of: id) else { throw .revoked }
        do throws(DAppError) {
            return try await carryOut(question, as: frame, in: id, with: signer)
        } catch {
            // A question that was closed because the permission is gone was refused by nobody.
            guard error.code == .refused, !isStillPermitted(question, id, on: signer.network) else { throw error }
            throw .revoked
        }
    }

    private func carryOut(
        _ question: DAppQuestion, as frame: DAppFrame, in id: DAppQueue.ID, with signer: any DAppSigning
    ) async throws(DAppError) -> DAppAnswer? {
        switch question.subject {
        case .connect(let key, let message):
            try await requireDefinedChain(of: signer)
            var wish = DAppWish(account: question.request.signer, key: key, message: message)
            wish.isFirstTime = question.isFirstTime
            return try await connect(question, wanting: wish, as: frame, in: id, with: signer)
        case .sign:
            try await requireDefinedChain(of: signer)
            let account = try await account(for: question, with: signer)
            let network = signer.network
            let origin = question.asker.origin
            let added = question.request.functionCallKeys(addedTo: account)
            // Only what is new now can be the site's, whatever becomes of the request.
            let new = added.isEmpty ? [] : await signer.new(added)
            do throws(DAppError) {
                let answer = try await signer.perform(
                    question.request, as: account, for: frame, within: question.policy
                ) { [weak self] in self?.isWanted(id, having: [account], on: network) ?? false }
                switch answer {
                case .outcomes(let outcomes, _):
                    // The chain has executed it, so its keys were new.
                    guard outcomes.allSatisfy(\.isSuccess) else { break }
                    note(added.filter { !signer.keeps($0.publicKey) }, of: origin, on: network)
                default: note(new, of: origin, on: network)
                }
                if case .deleteKeys(let keys) = question.request.operation {
                    note(keys, areDeleted: true, of: origin, on: network)
                }
                return answer
            } catch {
                if error.fate != nil { note(new, of: origin, on: network) }
                throw error
            }
        case .switchNetwork(let other):
            try await switchNetwork(to: other, from: signer.network, question.asker, as: frame) { isGone(id) }
            return nil
        case .addNetwork(let offer, let isUpdate):
            let isAdded = try await add(offer, isUpdate: isUpdate, of: question.asker, as: frame) { isGone(id) }
            return .flag(isAdded)
        }
    }

    private func isGone(_ id: DAppQueue.ID) -> Bool { waiting[id]?.isGone != false }

    private func connect(
        _ question: DAppQuestion, wanting wish: DAppWish, as frame: DAppFrame, in id: DAppQueue.ID,
        with signer: any DAppSigning
    ) async throws(DAppError) -> DAppAnswer {
        let asker = question.asker
        let network = signer.network
        let before = try await context(for: asker, with: signer).grant(on: network)?.accounts ?? []
        let needed = before.isEmpty ? nil : before.map(\.accountId)
        let connection = try await signer.connect(for: frame, wanting: wish) { [weak self] in
            self?.isWanted(id, having: needed, on: network) ?? false
        }
        guard !isGone(id), isWanted(id, having: needed, on: network) else {
            signer.forgetKeys(of: asker.origin)
            // The account has it all the same; a permission that is left, on another page, notes it.
            note(connection.key.map { [$0] } ?? [], of: asker.origin, on: network)
            throw .revoked
        }
        let chain = try await signer.chain()
        do throws(NEARError) {
            // A site that wants more with an account that it has keeps the others.
            let keeps = connection.accounts.allSatisfy(before.contains)
            try permissions.grant(
                keeps ? before : connection.accounts, to: asker.origin, on: signer.network, chain: chain)
            try permissions.add(
                connection.key.map { [$0] } ?? [], of: asker.origin, on: signer.network)
        } catch {
            throw DAppError(error)
        }
        lookForChanges()
        let context = try await context(for: asker, with: signer)
        let accounts = context.accounts(on: network)
        return connection.message.map { .accountsAndMessage(accounts, mark: context.mark, $0) }
            ?? .accounts(accounts, mark: context.mark)
    }

    /// Remembers which function-call keys a site has had added or deleted.
    private func note(
        _ keys: [SiteGrant.Key], areDeleted: Bool = false, of origin: SiteOrigin, on network: ExactText
    ) {
        do throws(NEARError) {
            if areDeleted { return try permissions.remove(keys, of: origin, on: network) }
            try permissions.add(keys, of: origin, on: network)
        } catch {
            onProblem(error)
        }
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

    private func end(
        _ leave: (inout DAppQueue) -> [DAppQueue.ID], where isMeant: (DAppAsker) -> Bool, isRevocation: Bool
    ) {
        for id in leave(&queue) { waiting[id]?.turn.take()?.resume(returning: false) }
        if let current = queue.current, isMeant(current.asker) {
            // What the user has approved goes on; a question that is still open closes.
            waiting[current.id]?.isGone = true
            if isRevocation { waiting[current.id]?.isRevoked = true }
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
