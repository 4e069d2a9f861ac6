// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Compares pinned versions with the web's, and notes other versions as offers.
extension WalletLibrary {
    /// The result of comparing one wallet.
    package struct Update: Sendable {
        /// The kinds of result.
        package enum Outcome: Sendable {
            /// The web has the pinned version.
            case unchanged
            /// The wallet wasn't pinned before and is now, because the caller named it.
            case pinned(WalletLock.Pin)
            /// The web has another version, which is offered now.
            case offered(WalletLock.Pin, WalletDifference)
            /// The comparison failed; the pinned version stays.
            case failed(WalletError)
        }

        /// The wallet's id.
        package let id: String
        /// The result.
        package let outcome: Outcome
    }

    /// Compares pinned versions with the web's.
    ///
    /// No pin changes; another version becomes an offer.
    ///
    /// - Parameters:
    ///   - ids: The wallets to compare, and to pin if they aren't; without any, all pinned wallets.
    ///   - fetchingLists: True if the lists are fetched first; ``fetchLists()`` by itself also tells what was refused.
    ///   - pinsNamed: True if named wallets that aren't pinned are pinned now. Only for what a user has asked for: a
    ///     wallet that was removed meanwhile must not come back by itself.
    /// - Returns: One result a wallet, in the order of `ids`, else by id.
    /// - Throws: ``WalletError`` if the lists or the lock can't be read at all.
    package func checkForUpdates(
        of ids: [String] = [], fetchingLists: Bool = true, pinsNamed: Bool = true
    ) async throws(WalletError) -> [Update] {
        if fetchingLists { try await fetchLists() }
        let listed = listing()
        let lock = try lock()
        let known = lock.wallets
        var updates: [Update] = []
        for id in ids.isEmpty ? known.keys.sorted() : ids {
            do throws(WalletError) {
                if known[id] == nil {
                    if lock.local[id] != nil { throw WalletError.local(id: id) }
                    guard pinsNamed else { throw WalletError.pinRequired(wallet: id) }
                }
                guard let entry = listed.entry(id) else {
                    if known[id] == nil { throw unknown(id) }
                    throw WalletError.codeUnavailable(
                        wallet: id, reason: localized("the list no longer names this wallet"))
                }
                updates.append(Update(id: id, outcome: try await compare(entry, with: known[id]?.pinned)))
            } catch {
                updates.append(Update(id: id, outcome: .failed(error)))
            }
        }
        return updates
    }

    private func compare(
        _ entry: WalletListing.Entry, with pinned: WalletLock.Pin?
    ) async throws(WalletError) -> Update.Outcome {
        let (manifest, source) = (entry.manifest, entry.source)
        guard let pinned else {
            _ = try await pin(manifest, source: source)
            try await storeIcon(of: manifest.id)
            guard let pin = try lock().wallets[manifest.id]?.pinned else { throw .unknown(id: manifest.id) }
            return .pinned(pin)
        }
        let code = try await fetchCode(of: manifest)
        let fresh = Self.makePin(manifest, code: code, source: source)
        guard !fresh.isSameVersion(as: pinned) else {
            try await dropOffer(of: manifest, code: code, pinned: pinned)
            try await storeIcon(of: manifest.id)
            return .unchanged
        }
        let picture = await fetchIcon(of: manifest)
        var offer = fresh
        // A server that doesn't send the icon now may have sent it for the pinned version.
        offer.icon = picture?.bytes == nil && pinned.icon?.url == manifest.icon ? pinned.icon : picture?.icon
        let isOffered = try await file.update { [offer] lock throws(WalletError) in
            // Another process has pinned another version meanwhile: that is newer than this comparison.
            guard lock.wallets[manifest.id]?.pinned.isSameVersion(as: pinned) == true else { return false }
            try store(manifest, code)
            if let bytes = picture?.bytes { try objects.store(bytes) }
            if lock.wallets[manifest.id]?.offered?.isSameVersion(as: offer) != true {
                lock.wallets[manifest.id]?.isDeclined = nil
            }
            lock.wallets[manifest.id]?.offered = offer
            return true
        }
        guard isOffered else { return .unchanged }
        return .offered(offer, difference(from: pinned, to: offer, manifest))
    }

    /// Drops the offer of a wallet whose server has the pinned version, and restores damaged files with its bytes.
    private func dropOffer(
        of manifest: WalletManifest, code: [UInt8], pinned: WalletLock.Pin
    ) async throws(WalletError) {
        let id = manifest.id
        let isWhole =
            objects.has(pinned.executor.sha256, limit: ExecutorRules.sizeLimit)
            && objects.has(pinned.manifestSHA256, limit: WalletManifestList.sizeLimit(.remote))
        try await file.update { lock throws(WalletError) in
            guard lock.wallets[id]?.pinned.isSameVersion(as: pinned) == true else { return }
            if !isWhole { try store(manifest, code) }
            lock.wallets[id]?.offered = nil
            lock.wallets[id]?.isDeclined = nil
        }
    }

    /// Declines an offer: the pinned version stays, and the offer is no longer announced.
    ///
    /// - Parameters:
    ///   - id: The wallet.
    ///   - expected: The offer that was shown.
    /// - Throws: ``WalletError/offerChanged(wallet:)`` if another version is offered by now.
    package func decline(_ id: String, expecting expected: WalletLock.Pin) async throws(WalletError) {
        try await file.update { lock throws(WalletError) in
            guard lock.wallets[id]?.offered?.isSameVersion(as: expected) == true else {
                throw .offerChanged(wallet: id)
            }
            lock.wallets[id]?.isDeclined = true
        }
    }

    /// Returns the differences of a wallet's offer from the pinned version; `nil` without an offer.
    ///
    /// - Throws: ``WalletError``.
    package func difference(of id: String) throws(WalletError) -> WalletDifference? {
        guard let wallet = try lock().wallets[id], let offered = wallet.offered else { return nil }
        return difference(from: wallet.pinned, to: offered, try manifest(of: offered, id: id))
    }

    /// Returns the differences of an offer.
    ///
    /// If the pinned entry is damaged, all of the offer counts as new.
    func difference(
        from pinned: WalletLock.Pin, to offered: WalletLock.Pin, _ manifest: WalletManifest
    ) -> WalletDifference {
        do {
            let old = try self.manifest(of: pinned, id: manifest.id)
            return WalletDifference(from: old, pinned.executor, to: manifest, offered.executor)
        } catch {
            return WalletDifference(fromUnreadable: pinned, to: manifest, offered.executor)
        }
    }
}
