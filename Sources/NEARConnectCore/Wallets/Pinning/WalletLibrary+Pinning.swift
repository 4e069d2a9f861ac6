// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARPrimitives

/// Agreeing to wallets.
extension WalletLibrary {
    /// What an update found out about one wallet.
    public struct Update: Sendable {
        /// How it stands.
        public enum Outcome: Sendable {
            /// The web has what runs.
            case unchanged
            /// It wasn't agreed to before and is now, since it was named.
            case pinned(WalletLock.Pin)
            /// The web has another version, which waits to be agreed to.
            case offered(WalletLock.Pin, WalletDifference)
            /// It could not be looked at; what runs stays.
            case failed(WalletError)
        }

        /// The wallet's id.
        public let id: String
        /// How it stands.
        public let outcome: Outcome
    }

    /// Agrees to an entry: fetches its code and keeps both. One that was agreed to already stays what it is.
    ///
    /// - Parameters:
    ///   - source: The list that the entry came from.
    ///   - hashes: The version that is meant; another one is not agreed to. `nil` for whatever is there.
    /// - Returns: The version that runs from now on.
    /// - Throws: ``WalletError/replaced(wallet:)`` when another entry of this id was agreed to meanwhile.
    func pin(
        _ manifest: WalletManifest, source: String, matching hashes: WalletHashes? = nil
    ) async throws(WalletError) -> WalletLock.Pin {
        try await pin(manifest, try await fetchCode(of: manifest), source: source, matching: hashes)
    }

    /// The same with code that was fetched and checked before.
    package func pin(
        _ manifest: WalletManifest, _ code: [UInt8], source: String, matching hashes: WalletHashes? = nil
    ) async throws(WalletError) -> WalletLock.Pin {
        let fresh = Self.pin(manifest, code, source: source)
        try hashes?.check(fresh, of: manifest.name)
        let origin = WalletLock.Origin(source: source)
        return try await file.update { lock throws(WalletError) in
            if let known = lock[manifest.id, origin]?.accepted {
                if known.manifestSHA256 == fresh.manifestSHA256 { return known }
                // What the program itself brings is agreed to by bringing it.
                guard origin == .local else { throw .replaced(wallet: manifest.name) }
            } else if origin == .list, let known = lock.wallets.keys.first(where: { Self.isAlike($0, manifest.id) }) {
                throw .misnamed(id: manifest.id, meant: known)
            }
            try keep(manifest, code)
            lock[manifest.id, origin] = WalletLock.Wallet(accepted: fresh, offered: nil)
            return fresh
        }
    }

    /// Whether two ids differ, and only in their case: people can't tell them apart.
    static func isAlike(_ id: String, _ other: String) -> Bool {
        id != other && id.lowercased() == other.lowercased()
    }

    /// The version that an entry and its code make.
    static func pin(_ manifest: WalletManifest, _ code: [UInt8], source: String) -> WalletLock.Pin {
        let executor = WalletLock.Executor(
            url: manifest.executor, sha256: ContentHash.sha256(code).hex, size: code.count)
        return WalletLock.Pin(
            manifestSHA256: manifest.sha256, version: manifest.version, source: source, executor: executor,
            date: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)))
    }

    /// Writes the files that a pin names. Only while the lock is held: another process would take them for leftovers.
    private func keep(_ manifest: WalletManifest, _ code: [UInt8]) throws(WalletError) {
        try objects.keep(manifest.json.bytes)
        try objects.keep(code)
    }

    /// Compares what runs with what the web has now. Nothing that runs changes; what is new becomes an offer.
    ///
    /// - Parameters:
    ///   - ids: The wallets to look at, and to agree to where they weren't yet; without any, all that were agreed to.
    ///   - refreshing: Whether the list is fetched first; ``refresh()`` by itself says what of it was refused.
    ///   - agreeing: Whether wallets that are named and weren't agreed to are agreed to now. Only for what a person has asked for: one that was
    ///     removed meanwhile must not come back by itself.
    /// - Returns: One result a wallet, in the order of `ids`, else by id.
    /// - Throws: ``WalletError`` when the list or the lock can't be had at all.
    public func update(
        _ ids: [String] = [], refreshing: Bool = true, agreeing: Bool = true
    ) async throws(WalletError) -> [Update] {
        if refreshing { try await refresh() }
        let listed = listing()
        let lock = try lock()
        let known = lock.wallets
        var updates: [Update] = []
        for id in ids.isEmpty ? known.keys.sorted() : ids {
            do throws(WalletError) {
                if known[id] == nil {
                    if lock.local[id] != nil { throw WalletError.brought(id: id) }
                    guard agreeing else { throw WalletError.notTrusted(wallet: id) }
                }
                guard let entry = listed.entry(id) else {
                    if known[id] == nil { throw unknown(id) }
                    throw WalletError.codeUnavailable(wallet: id, reason: "the list doesn't name it any more")
                }
                updates.append(
                    Update(id: id, outcome: try await update(entry.manifest, entry.source, known[id]?.accepted)))
            } catch {
                updates.append(Update(id: id, outcome: .failed(error)))
            }
        }
        return updates
    }

    private func update(
        _ manifest: WalletManifest, _ source: String, _ accepted: WalletLock.Pin?
    ) async throws(WalletError) -> Update.Outcome {
        guard let accepted else {
            _ = try await pin(manifest, source: source)
            try await keepIcon(of: manifest.id)
            guard let pin = try lock().wallets[manifest.id]?.accepted else { throw .unknown(id: manifest.id) }
            return .pinned(pin)
        }
        let code = try await fetchCode(of: manifest)
        let fresh = Self.pin(manifest, code, source: source)
        guard !fresh.isSameVersion(as: accepted) else {
            try await confirm(manifest, code, accepted)
            try await keepIcon(of: manifest.id)
            return .unchanged
        }
        let picture = await fetchIcon(of: manifest)
        var offer = fresh
        // A server that doesn't give the picture just now has given it before.
        offer.icon = picture?.bytes == nil && accepted.icon?.url == manifest.icon ? accepted.icon : picture?.icon
        let stays = try await file.update { [offer] lock throws(WalletError) in
            // Whoever agreed to something meanwhile has seen what he agreed to.
            guard lock.wallets[manifest.id]?.accepted.isSameVersion(as: accepted) == true else { return false }
            try keep(manifest, code)
            if let bytes = picture?.bytes { try objects.keep(bytes) }
            if lock.wallets[manifest.id]?.offered?.isSameVersion(as: offer) != true {
                lock.wallets[manifest.id]?.isDeclined = nil
            }
            lock.wallets[manifest.id]?.offered = offer
            return true
        }
        guard stays else { return .unchanged }
        return .offered(offer, difference(from: accepted, to: offer, manifest))
    }

    /// The web has what runs, or has it again: what was offered is offered no more, and what was kept and damaged is put right. These are the bytes
    /// that were agreed to.
    private func confirm(
        _ manifest: WalletManifest, _ code: [UInt8], _ accepted: WalletLock.Pin
    ) async throws(WalletError) {
        let id = manifest.id
        let isWhole =
            objects.has(accepted.executor.sha256, limit: ExecutorRules.sizeLimit)
            && objects.has(accepted.manifestSHA256, limit: WalletManifestList.sizeLimit(.remote))
        try await file.update { lock throws(WalletError) in
            guard lock.wallets[id]?.accepted.isSameVersion(as: accepted) == true else { return }
            if !isWhole { try keep(manifest, code) }
            lock.wallets[id]?.offered = nil
            lock.wallets[id]?.isDeclined = nil
        }
    }

    /// Keeps the version that runs. What is offered goes on waiting, and is not announced any more.
    ///
    /// - Parameter expected: The offer that was shown.
    /// - Throws: ``WalletError/offerChanged(wallet:)`` when another one waits by now.
    public func decline(_ id: String, expecting expected: WalletLock.Pin) async throws(WalletError) {
        try await file.update { lock throws(WalletError) in
            guard lock.wallets[id]?.offered?.isSameVersion(as: expected) == true else {
                throw .offerChanged(wallet: id)
            }
            lock.wallets[id]?.isDeclined = true
        }
    }

    /// Agrees to what is offered of a wallet; to its current version when none was agreed to before.
    ///
    /// - Parameters:
    ///   - id: The wallet.
    ///   - allowsDowngrade: Whether the version may be lower than the one that runs.
    ///   - expected: What was shown to whoever agrees; another offer is not agreed to then. `nil` takes what is offered.
    ///   - hashes: The version that is meant, also of a wallet that wasn't agreed to before; another one is not agreed to. Where it runs
    ///     already, nothing changes.
    /// - Returns: The version that runs from now on.
    /// - Throws: ``WalletError``.
    @discardableResult
    public func trust(
        _ id: String, allowsDowngrade: Bool = false, expecting expected: WalletLock.Pin? = nil,
        matching hashes: WalletHashes? = nil
    ) async throws(WalletError) -> WalletLock.Pin {
        guard let wallet = try lock().wallets[id] else {
            if case .packaged(let id) = unknown(id) { throw .packaged(id: id) }
            try await refresh()
            guard let entry = listing().entry(id) else { throw unknown(id) }
            let pin = try await pin(entry.manifest, source: entry.source, matching: hashes)
            try await keepIcon(of: id)
            return try lock().wallets[id]?.accepted ?? pin
        }
        if hashes?.match(wallet.accepted) == true {
            _ = try manifest(of: wallet.accepted, id: id)
            _ = try executor(of: id, sha256: wallet.accepted.executor.sha256)
            return wallet.accepted
        }
        guard let offered = wallet.offered else { throw .nothingOffered(wallet: id) }
        try hashes?.check(offered, of: id)
        if let expected, !offered.isSameVersion(as: expected) { throw .offerChanged(wallet: id) }
        guard allowsDowngrade || !WalletDifference.isOlder(offered.version, than: wallet.accepted.version) else {
            throw .downgrade(wallet: id, from: wallet.accepted.version, to: offered.version)
        }
        // What was kept for the offer may be damaged; agreeing to that would leave a wallet that can't run.
        _ = try manifest(of: offered, id: id)
        _ = try content(offered.executor.sha256, of: id, what: "code", limit: ExecutorRules.sizeLimit)
        return try await file.update(
            { lock throws(WalletError) in
                // Only what was looked at is agreed to.
                guard lock.wallets[id]?.offered?.isSameVersion(as: offered) == true else {
                    throw .offerChanged(wallet: id)
                }
                lock.wallets[id] = WalletLock.Wallet(accepted: offered, offered: nil)
                return offered
            }, stored: clean)
    }

    /// Removes the files that a stored lock doesn't name. The lock comes first: one that names files which are gone would leave a wallet that
    /// can't run, while files too many are in nobody's way.
    private func clean(keeping lock: WalletLock) {
        logger.debug("kept files are being cleaned", metadata: ["step": "cleaning"])
        for problem in objects.clean(keeping: lock) {
            logger.warning("a kept file could not be removed", metadata: ["reason": "\(problem)"])
        }
        logger.debug("kept files were cleaned", metadata: ["step": "cleaned"])
    }

    /// Forgets a wallet: its code is removed, and it is agreed to anew or not at all.
    ///
    /// - Throws: ``WalletError/notAgreedTo(id:)`` for a wallet that is listed only, ``WalletError/unknown(id:)`` for one that isn't either.
    public func remove(_ id: String) async throws(WalletError) {
        try await file.update(
            { lock throws(WalletError) in
                let removed = [lock.wallets.removeValue(forKey: id), lock.local.removeValue(forKey: id)]
                guard removed.contains(where: { $0 != nil }) else {
                    throw listing().wallets.contains { $0.id == id } ? .notAgreedTo(id: id) : unknown(id)
                }
            }, stored: clean)
    }

    /// The accounts that are signed in with a wallet in this profile, each once. They stay when the wallet is removed, and can't sign until
    /// somebody signs in with it again.
    ///
    /// - Throws: ``WalletError/storage(reason:)`` when the accounts can't be read.
    public func accounts(of id: String) throws(WalletError) -> [String] {
        let store = AccountStore(folder: file.url.deletingLastPathComponent())
        do {
            return Set(try store.all().values.filter { $0.walletId == id }.map(\.accountId)).sorted()
        } catch {
            throw .storage(reason: error.errorDescription ?? error.code)
        }
    }

    /// What is different between the version of a wallet that runs and the one that is offered; `nil` without an offer.
    ///
    /// - Throws: ``WalletError``.
    public func difference(of id: String) throws(WalletError) -> WalletDifference? {
        guard let wallet = try lock().wallets[id], let offered = wallet.offered else { return nil }
        return difference(from: wallet.accepted, to: offered, try manifest(of: offered, id: id))
    }

    /// What is different in an offer. Where the entry that was agreed to is damaged, all of the offer's is.
    func difference(
        from accepted: WalletLock.Pin, to offered: WalletLock.Pin, _ manifest: WalletManifest
    ) -> WalletDifference {
        do {
            let old = try self.manifest(of: accepted, id: manifest.id)
            return WalletDifference(from: old, accepted.executor, to: manifest, offered.executor)
        } catch {
            return WalletDifference(fromUnreadable: accepted, to: manifest, offered.executor)
        }
    }
}
