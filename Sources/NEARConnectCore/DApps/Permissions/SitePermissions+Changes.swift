// SPDX-License-Identifier: MIT

internal import FoundationEssentials
public import NEARPrimitives
internal import SafeText

extension SitePermissions {
    /// Gives a site a permission, in place of what it had on the network.
    ///
    /// Frames and limits that the user has set stay.
    ///
    /// - Parameters:
    ///   - accounts: The accounts that the user has chosen, the first to sign by default.
    ///   - origin: The site.
    ///   - network: The network's id.
    ///   - chain: The chain that the network's nodes work for, if they have said it.
    /// - Throws: ``NEARError/storage(reason:)``; ``NEARError/invalidArgument(name:reason:)`` for pages that may have
    ///   no wallet, pages of this computer on mainnet, and no or too many accounts.
    public func grant(
        _ accounts: [SiteGrant.Account], to origin: SiteOrigin, on network: ExactText, chain: ChainIdentity?
    ) throws(NEARError) {
        guard origin.mayHaveWallet else {
            throw .invalidArgument(name: "origin", reason: localized("%1$s may have no wallet", "\(origin)"))
        }
        guard !origin.isLoopback || !Self.isMainnet(network, chain) else {
            throw .invalidArgument(
                name: "network",
                reason: localized(
                    "pages of this computer get no accounts of mainnet: any program can serve them at %1$s",
                    "\(origin)"))
        }
        guard (1...SiteFile.accountLimit).contains(accounts.count) else {
            throw .invalidArgument(
                name: "accounts", reason: localized("name 1 to %1$s accounts", "\(SiteFile.accountLimit)"))
        }
        let time = time
        try change(origin) { site throws(NEARError) in
            var grant = site.grants[network] ?? SiteGrant(accounts: accounts, since: time, lastUsed: time)
            grant.accounts = accounts
            grant.lastUsed = time
            guard site.grants[network] != nil || site.grants.count < SiteFile.networkLimit else {
                throw .storage(reason: localized("%1$s has permissions on too many networks", "\(origin)"))
            }
            site.grants[network] = grant
        }
    }

    /// Takes permissions of a site away; what else is known of the site stays.
    ///
    /// - Parameters:
    ///   - origin: The site.
    ///   - network: The network's id; `nil` for all networks.
    /// - Returns: The permissions that the site had, by the network's id.
    /// - Throws: ``NEARError/storage(reason:)``.
    @discardableResult
    public func revoke(_ origin: SiteOrigin, on network: ExactText? = nil) throws(NEARError) -> [ExactText: SiteGrant] {
        let had = try site(origin)?.grants.filter { network == nil || $0.key == network } ?? [:]
        try remove { sites in
            guard var site = sites[origin] else { return }
            site.grants = network.map { name in site.grants.filter { $0.key != name } } ?? [:]
            sites[origin] = site.grants.isEmpty && site.persona == nil ? nil : site
        }
        return had
    }

    /// Forgets a site altogether.
    ///
    /// - Returns: The permissions that the site had, by the network's id.
    /// - Throws: ``NEARError/storage(reason:)``.
    @discardableResult
    public func forget(_ origin: SiteOrigin) throws(NEARError) -> [ExactText: SiteGrant] {
        let had = try site(origin)?.grants ?? [:]
        try remove { $0[origin] = nil }
        return had
    }

    /// Notes that a site has used its permission; the file is written once a minute at most.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func touch(_ origin: SiteOrigin, on network: ExactText) throws(NEARError) {
        // What a user has written into the file for a page of this computer stays as it is.
        guard !origin.isLoopback || isOwn(origin, on: network) else { return }
        let time = time
        guard let grant = try site(origin)?.grants[network], abs(time.timeIntervalSince(grant.lastUsed)) >= 60 else {
            return
        }
        try changeGrant(of: origin, on: network) { grant in grant.lastUsed = time }
    }

    /// Has a site see this wallet as another one; `nil` for itself alone.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func setPersona(_ persona: SitePersona?, of origin: SiteOrigin) throws(NEARError) {
        let known = try site(origin)
        guard persona != nil || known != nil else { return }
        try change(origin) { site throws(NEARError) in site.persona = persona }
    }

    /// Sets the origins of pages inside which frames of a site may ask; the site needs a permission.
    ///
    /// - Throws: ``NEARError/storage(reason:)``, ``NEARError/invalidArgument(name:reason:)``.
    public func allowFrames(
        of origin: SiteOrigin, inside tops: Set<SiteOrigin>, on network: ExactText
    ) throws(NEARError) {
        guard tops.count <= SiteFile.frameLimit, tops.allSatisfy(\.mayHaveWallet) else {
            throw .invalidArgument(
                name: "framesInside",
                reason: localized("name at most %1$s pages that may have a wallet", "\(SiteFile.frameLimit)"))
        }
        try changeGrant(of: origin, on: network) { grant in grant.framesInside = tops }
    }

    /// Lets frames of a site ask inside the pages of another one, or not any more.
    ///
    /// - Parameters:
    ///   - origin: The site of the frames, which needs a permission.
    ///   - top: The origin of the outermost page.
    ///   - areAllowed: False to take it back.
    ///   - network: The network's id; `nil` for all on which the site has a permission.
    /// - Returns: False if nothing was changed: the site has no permission, or it was so before.
    /// - Throws: ``NEARError/storage(reason:)``; ``NEARError/invalidArgument(name:reason:)`` for too many pages, for
    ///   one that may have no wallet, and for the site itself.
    @discardableResult
    public func setFrames(
        of origin: SiteOrigin, inside top: SiteOrigin, areAllowed: Bool, on network: ExactText? = nil
    ) throws(NEARError) -> Bool {
        guard top.mayHaveWallet, top != origin else {
            throw .invalidArgument(
                name: "inside", reason: localized("name another site whose pages may have a wallet"))
        }
        let grants = try site(origin)?.grants.filter { network == nil || $0.key == network } ?? [:]
        let meant = grants.filter { $0.value.framesInside.contains(top) != areAllowed }
        guard !areAllowed || meant.values.allSatisfy({ $0.framesInside.count < SiteFile.frameLimit }) else {
            throw .invalidArgument(
                name: "inside",
                reason: localized("name at most %1$s pages that may have a wallet", "\(SiteFile.frameLimit)"))
        }
        for name in meant.keys.sorted() {
            try changeGrant(of: origin, on: name) { grant in
                if !areAllowed {
                    grant.framesInside.remove(top)
                } else if grant.framesInside.count < SiteFile.frameLimit {
                    grant.framesInside.insert(top)
                }
            }
        }
        return !meant.isEmpty
    }

    /// Sets which requests of a site are signed without a question; the site needs a permission.
    ///
    /// - Throws: ``NEARError/storage(reason:)``, ``NEARError/invalidArgument(name:reason:)``.
    public func setLimits(_ limits: SiteLimits?, of origin: SiteOrigin, on network: ExactText) throws(NEARError) {
        guard let asker = DAppFrame(origin: origin.text.text).map(Asker.dApp),
            limits?.rules.allSatisfy({ $0.askers == [asker] }) ?? true
        else {
            throw .invalidArgument(name: "limits", reason: localized("they are another site’s"))
        }
        try changeGrant(of: origin, on: network) { grant in grant.limits = limits }
    }

    /// Notes function-call keys that a site has had added; the oldest are forgotten where there are too many.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func add(_ keys: [SiteGrant.Key], of origin: SiteOrigin, on network: ExactText) throws(NEARError) {
        guard !keys.isEmpty else { return }
        try changeGrant(of: origin, on: network) { grant in
            for key in keys {
                grant.keys.removeAll { $0 == key }
                grant.keys.append(key)
            }
            grant.keys = Array(grant.keys.suffix(SiteFile.keyLimit))
        }
    }

    /// Notes that keys of a site are on no account any more.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func remove(_ keys: [SiteGrant.Key], of origin: SiteOrigin, on network: ExactText) throws(NEARError) {
        guard try site(origin)?.grants[network]?.keys.contains(where: keys.contains) == true else { return }
        try changeGrant(of: origin, on: network) { grant in grant.keys.removeAll(where: keys.contains) }
    }
}
