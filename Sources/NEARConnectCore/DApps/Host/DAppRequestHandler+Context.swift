// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The things by which requests are decided about.
extension DAppRequestHandler {
    /// Returns the things by which a document's requests are decided about.
    ///
    /// - Parameters:
    ///   - asker: The document.
    ///   - signer: The signer for it.
    ///   - request: The request; networks are described only where it needs them, which most don't.
    func context(
        for asker: DAppAsker, with signer: any DAppSigning, deciding request: DAppRequest? = nil
    ) async throws(DAppError) -> DAppDecision.Context {
        try context(for: asker, with: signer, on: try await signer.chain(), deciding: request)
    }

    /// Returns the accounts that a page asks for, if it can be said at once which it may see.
    func knownAnswer(to request: DAppRequest, from asker: DAppAsker) throws(DAppError) -> DAppAnswer? {
        guard case .accounts = request.operation else { return nil }
        let signer = try signer(for: asker)
        guard let chain = signer.knownChain else { return nil }
        let context = try context(for: asker, with: signer, on: chain, deciding: request)
        switch DAppDecision(request, by: asker, in: context) {
        case .answer(let answer): return answer
        case .refuse(let error): throw error
        case .ask, .signOut, .park: return nil
        }
    }

    private func context(
        for asker: DAppAsker, with signer: any DAppSigning, on chain: ChainIdentity?, deciding request: DAppRequest?
    ) throws(DAppError) -> DAppDecision.Context {
        let site: Site?
        do throws(NEARError) {
            site = try isLocked ? nil : permissions.site(asker.origin)
        } catch {
            throw DAppError(error)
        }
        var context = DAppDecision.Context(site: site, network: signer.network, chain: chain, policy: signer.policy)
        let accounts = site?.grants[signer.network]?.accounts.map(\.accountId) ?? []
        context.absentAccounts = Set(accounts.filter { !signer.has($0) })
        if !accounts.isEmpty { context.labels = try labels(on: signer.network) }
        let given = context.grant(on: signer.network)
        context.mark = Self.mark(of: isPlaced(asker, by: given) ? context.accounts(on: signer.network) : [])
        if request?.needsNetworks(beside: signer.network) == true {
            try describeNetworks(in: &context, for: asker, with: signer)
        }
        return context
    }

    private func labels(on network: ExactText) throws(DAppError) -> [AccountId: ExactText] {
        do throws(NEARError) {
            return try labels?.labels(on: network) ?? [:]
        } catch {
            throw DAppError(error)
        }
    }

    /// Returns a number that is another one for other accounts; JavaScript has room for 53 bits.
    private static func mark(of accounts: [DAppAnswer.SiteAccount]) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(accounts)
        return UInt64(truncatingIfNeeded: hasher.finalize()) & (1 << 53 - 1)
    }

    /// Returns true if a document may ask where it stands.
    private func isPlaced(_ asker: DAppAsker, by grant: SiteGrant?) -> Bool {
        do throws(DAppError) {
            try asker.requirePlace(allowedInside: grant?.framesInside ?? [])
            return true
        } catch {
            return false
        }
    }

    /// Returns the account that signs: the one that the page names, or the first that it was given.
    func account(
        for question: DAppQuestion, with signer: any DAppSigning
    ) async throws(DAppError) -> AccountId {
        // The permission may have been taken away while the request waited.
        let grant = try await context(for: question.asker, with: signer).grant(on: signer.network)
        guard let grant, let first = grant.accounts.first else { throw .revoked }
        guard let named = question.request.signer else { return first.accountId }
        guard grant.accounts.contains(where: { $0.accountId == named }) else { throw .revoked }
        return named
    }
}

extension DAppRequest {
    /// Returns true if a request is about networks, or for another one than that on which its page works.
    fileprivate func needsNetworks(beside current: ExactText) -> Bool {
        switch operation {
        case .listMetadata, .provideMetadata, .networks: true
        default: (network ?? current) != current
        }
    }
}
