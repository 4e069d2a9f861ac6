// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
package import NEARPrimitives
internal import SafeText

/// The networks on which sites work.
///
/// They are the signer's own, and those to which the user switches a site in a tab.
extension DAppRequestHandler {
    /// Returns the network on which a site works in a tab.
    ///
    /// It is the signer's where the user has switched to no other.
    package func network(for asker: DAppAsker) -> ExactText {
        places.network(for: asker).flatMap { signer(on: $0)?.network } ?? signer.network
    }

    /// Returns the network to which the user has switched a site in a view; `nil` for the signer's.
    package func switchedNetwork(of site: SiteOrigin, in view: DAppAsker.Token) -> ExactText? {
        places.network(of: site, in: view).flatMap { signer(on: $0)?.network }
    }

    /// Forgets on which networks sites work in a view, which was closed.
    package func forget(view: DAppAsker.Token) { places.forget(view) }

    /// Removes a network that a site has added; sites work on the signer's own again.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    package func removeNetwork(_ id: ExactText) throws(NEARError) {
        try networks.remove(id)
        places.leave(id)
        noteChange()
    }

    /// Forgets a site: its permissions, the networks that it has added, and where it was switched or refused.
    ///
    /// - Throws: ``DAppError`` where a file can't be written.
    func forget(_ site: SiteOrigin) throws(DAppError) {
        do throws(NEARError) {
            let granted = Set(try permissions.site(site)?.grants.keys.map { $0 } ?? []).union([signer.network])
            let added = try networks.all().filter { $0.provider == site }
            for network in granted.sorted() { try permissions.revoke(site, on: network) }
            try networks.removeAll(of: site)
            for network in added { places.leave(network.id) }
            for network in granted.sorted() { drop(site, on: network) }
        } catch {
            throw DAppError(error)
        }
        places.forget(site)
        noteChange()
    }

    /// Returns the signer for a document.
    func signer(for asker: DAppAsker) throws(DAppError) -> any DAppSigning {
        places.network(for: asker).flatMap { signer(on: $0) } ?? signer
    }

    /// Returns the signer for a network; `nil` where nothing can sign on it.
    func signer(on network: ExactText) -> (any DAppSigning)? {
        guard network != signer.network else { return signer }
        return others().first { $0.rawValue.hasSameBytes(as: network.text) }.flatMap { signer.signer(on: $0) }
    }

    /// Returns the networks besides the signer's: the public ones, and those that sites have added.
    private func others() -> [NEARNetwork] {
        // Under another name for one chain, there are no public ones beside it.
        let all = (pageNetwork == nil ? NEARNetwork.allCases : []) + added().compactMap(\.network)
        return all.filter { !$0.rawValue.hasSameBytes(as: signer.network.text) }
    }

    private func added() -> [SiteNetwork] {
        do throws(NEARError) {
            return try networks.all()
        } catch {
            logger.warning("networks of sites can't be read", metadata: ["code": "\(error.code)"])
            return []
        }
    }

    // MARK: What pages hear

    /// Fills in which networks there are.
    ///
    /// - Parameter active: The signer for the document.
    func describeNetworks(
        in context: inout DAppDecision.Context, for asker: DAppAsker, with active: any DAppSigning
    ) throws(DAppError) {
        let others = others()
        let usable = Set(others.filter { signer.signer(on: $0) != nil }.map { ExactText($0.rawValue) })
        context.otherNetworks = usable.union([signer.network]).subtracting([active.network])
        context.refusedNetworks = places.refusedNetworks(for: asker)
        context.refusedOffers = places.refusedOffers(of: asker)
        let added = added()
        var known: [DAppNetworkOffer.KnownNetwork] = []
        if let chain = active.network == signer.network ? context.chain : signer.knownChain {
            known.append(DAppNetworkOffer.KnownNetwork(id: signer.network, chain: chain))
        }
        let alias = pageNetwork.flatMap { name in
            known.first.map { DAppNetworkOffer.KnownNetwork(id: name, chain: $0.chain) }
        }
        for network in others {
            let id = ExactText(network.rawValue)
            if let chain = ChainIdentity(networkId: network.rawValue) {
                known.append(DAppNetworkOffer.KnownNetwork(id: id, chain: chain))
            } else if let site = added.first(where: { $0.id == id }) {
                known.append(site.known)
            }
        }
        context.offeredNetworks = (alias.map { [$0] } ?? []) + known
        context.knownNetworks = known.map { known in
            let signer = signer(on: known.id)
            // Of the user's own nodes no page hears: an address may be a secret.
            let urls = added.first { $0.id == known.id }?.rpcURLs ?? NEARNetwork(rawValue: known.id.text)?.rpcURLs ?? []
            let mayHear = context.grant(on: known.id) != nil || ChainIdentity(networkId: known.id.text) != nil
            return DAppAnswer.Network(
                id: known.id, chain: known.chain, protocolVersion: signer?.protocolVersion,
                contracts: sentences.count(of: asker.origin, on: known.id),
                nodeURL: mayHear ? Self.address(of: urls, for: asker.origin) : nil)
        }
    }

    /// Returns the first address of a node that a site may hear of.
    ///
    /// It has no place for a key, and it is none of the user's own network unless the site is of this computer.
    private static func address(of urls: [URL], for site: SiteOrigin) -> ExactText? {
        for url in urls {
            guard let address = WebAddress(url.absoluteString), address.isPlain, !address.hasUser,
                let origin = SiteOrigin(ofPage: url.absoluteString), ["", "/"].contains(address.path),
                !url.absoluteString.utf8.contains(UInt8(ascii: "?")),
                origin.host.reach == .publicNetwork || (site.isLoopback && origin.host.isTrustedLoopback)
            else { continue }
            return ExactText(url.absoluteString)
        }
        return nil
    }

    // MARK: Another network

    /// Has the user decide whether a site works on another network in its tab.
    ///
    /// - Parameter isGone: Returns true once the page can't hear the answer any more.
    /// - Throws: ``DAppError`` with `otherNetwork` where the user refuses, now or before.
    func switchNetwork(
        to other: ExactText, from current: ExactText, _ asker: DAppAsker, as frame: DAppFrame,
        isGone: () -> Bool
    ) async throws(DAppError) {
        // An answer that was given meanwhile, to another request of the page, counts.
        if network(for: asker) == other { return }
        let refused = DAppError(
            .otherNetwork, localized("The wallet works on %1$s, and not on %2$s.", current.text, other.text))
        guard !places.refusedNetworks(for: asker).contains(other), let wanted = signer(on: other), let questions else {
            throw refused
        }
        let question = SiteQuestion(
            asker: frame,
            subject: .switchNetwork(
                from: current, to: other, chain: wanted.knownChain ?? ChainIdentity(networkId: other.text)))
        guard await questions.decide(question) else {
            // A question that closed because its page is gone was refused by nobody.
            if !isGone() { places.refuse(other, for: asker) }
            throw refused
        }
        guard !isGone() else { throw .revoked }
        places.work(on: other == signer.network ? nil : other, for: asker)
        noteChange()
    }

    /// Checks that the nodes of a network that a site has added still work for the chain of its definition.
    ///
    /// - Throws: ``DAppError`` with `otherNetwork`.
    func requireDefinedChain(of active: any DAppSigning) async throws(DAppError) {
        guard let defined = added().first(where: { $0.id == active.network }), active.network != signer.network,
            try await active.chain() != defined.chain
        else { return }
        throw DAppError(
            .otherNetwork,
            localized(
                "The nodes of %1$s don’t say that they work for the chain that was added under this name.",
                DisplayText.name(defined.id.text)))
    }

    // MARK: Networks of sites

    /// Logs which fields of a definition mean nothing here.
    func note(_ request: DAppRequest, of asker: DAppAsker) {
        guard case .provideMetadata(let offer) = request.operation, !offer.ignored.isEmpty else { return }
        logger.info(
            "fields of a definition are passed over",
            metadata: [
                "site": "\(asker.origin)", "network": "\(DisplayText.name(offer.networkId.text))",
                "fields": "\(offer.ignored.joined(separator: ", "))",
            ])
    }

    /// Keeps what a site says of contracts, once its network is known.
    func noteAnswer(_ answer: DAppAnswer, to request: DAppRequest, of asker: DAppAsker) {
        guard case .provideMetadata(let offer) = request.operation, answer == .flag(true) else { return }
        sentences.note(offer, by: asker.origin)
    }

    /// Has the user decide about a network, asks its nodes which chain they work for, and adds it.
    ///
    /// - Parameter isGone: Returns true once the page can't hear the answer any more.
    /// - Returns: False if the user refuses.
    /// - Throws: ``DAppError`` where the nodes name another chain, or none.
    func add(
        _ offer: DAppNetworkOffer, isUpdate: Bool, of asker: DAppAsker, as frame: DAppFrame, isGone: () -> Bool
    ) async throws(DAppError) -> Bool {
        guard !places.refusedOffers(of: asker).contains(offer), let questions else { return false }
        guard await questions.decide(SiteQuestion(asker: frame, subject: .addNetwork(offer, isUpdate: isUpdate)))
        else {
            if !isGone() { places.refuse(offer, of: asker) }
            return false
        }
        guard !isGone() else { throw .revoked }
        let name = DisplayText.name(offer.networkId.text)
        do throws(NEARError) {
            let network = NEARNetwork.custom(try CustomNetwork(id: offer.networkId.text, rpcURLs: offer.rpcURLs))
            guard let named = try await NetworkIdentity(network).confirmed() else {
                throw .invalidArgument(
                    name: "rpcUrls", reason: localized("no node of %1$s says which chain it is", name))
            }
            guard offer.isConfirmed(by: named) else {
                throw .invalidArgument(
                    name: "genesisHash",
                    reason: localized("the nodes of %1$s work for the chain %2$s", name, named.genesis))
            }
            guard !isGone() else { throw NEARError.userCancelled }
            try networks.add(offer, by: asker.origin)
        } catch {
            logger.warning("a network wasn't added", metadata: ["network": "\(name)", "error": "\(error.code)"])
            switch error {
            case .invalidArgument(_, let reason): throw .invalid(reason)
            case .wrongChain: throw .invalid(localized("the nodes of %1$s work for different chains", name))
            default: throw DAppError(error)
            }
        }
        sentences.note(offer, by: asker.origin)
        noteChange()
        return true
    }
}
