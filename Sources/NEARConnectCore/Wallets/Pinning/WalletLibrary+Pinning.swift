// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARPrimitives
internal import SafeText

/// Pins wallets, and removes them.
extension WalletLibrary {
    /// Pins an entry: fetches its code and stores both.
    ///
    /// An entry that is pinned already stays as it is.
    ///
    /// - Parameters:
    ///   - manifest: The entry.
    ///   - source: The list that the entry came from.
    ///   - hashes: The version to pin, if the caller names one; any other version is refused.
    /// - Returns: The pinned version.
    /// - Throws: ``WalletError/replaced(wallet:)`` if another entry of this id was pinned meanwhile.
    func pin(
        _ manifest: WalletManifest, source: String, matching hashes: WalletHashes? = nil
    ) async throws(WalletError) -> WalletLock.Pin {
        try await pin(manifest, code: try await fetchCode(of: manifest), source: source, matching: hashes)
    }

    /// Pins an entry with code that was fetched and checked before.
    package func pin(
        _ manifest: WalletManifest, code: [UInt8], source: String, matching hashes: WalletHashes? = nil
    ) async throws(WalletError) -> WalletLock.Pin {
        let fresh = Self.makePin(manifest, code: code, source: source)
        try hashes?.check(fresh, of: manifest.name)
        let origin = WalletLock.Origin(source: source)
        return try await file.update { lock throws(WalletError) in
            if let known = lock[manifest.id, origin]?.pinned {
                if known.manifestSHA256 == fresh.manifestSHA256 { return known }
                // The program's own manifests need no approval.
                guard origin == .local else { throw .replaced(wallet: manifest.name) }
            } else if origin == .list, let known = lock.wallets.keys.first(where: { Self.isAlike($0, manifest.id) }) {
                throw .misnamed(id: manifest.id, meant: known)
            }
            try store(manifest, code)
            lock[manifest.id, origin] = WalletLock.Wallet(pinned: fresh, offered: nil)
            return fresh
        }
    }

    /// Returns true if two ids differ, and only in their case: users can't tell them apart.
    static func isAlike(_ id: String, _ other: String) -> Bool {
        id != other && id.lowercased() == other.lowercased()
    }

    /// Returns the version that an entry and its code make.
    static func makePin(_ manifest: WalletManifest, code: [UInt8], source: String) -> WalletLock.Pin {
        let executor = WalletLock.Executor(
            url: manifest.executor, sha256: ContentHash.sha256(code).hex, size: code.count)
        return WalletLock.Pin(
            manifestSHA256: manifest.sha256, version: manifest.version, source: source, executor: executor,
            date: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)))
    }

    /// Writes the files that a pin names.
    ///
    /// Call it only while the lock is held: another process would take the files for leftovers.
    func store(_ manifest: WalletManifest, _ code: [UInt8]) throws(WalletError) {
        try objects.store(manifest.json.bytes)
        try objects.store(code)
    }

    /// Pins the offered version of a wallet, or the current version of a list's wallet that isn't pinned.
    ///
    /// - Parameters:
    ///   - id: The wallet.
    ///   - allowsDowngrade: True if the offered version may be lower than the pinned one.
    ///   - expected: The offer that was shown; any other offer is refused. `nil` takes whatever is offered.
    ///   - hashes: The version to pin, also of a wallet that isn't pinned; any other version is refused. Nothing
    ///     changes
    ///     if that version is pinned already.
    /// - Returns: The pinned version.
    /// - Throws: ``WalletError``.
    @discardableResult
    package func pin(
        _ id: String, allowsDowngrade: Bool = false, expecting expected: WalletLock.Pin? = nil,
        matching hashes: WalletHashes? = nil
    ) async throws(WalletError) -> WalletLock.Pin {
        guard let wallet = try lock().wallets[id] else {
            if case .packaged(let id) = unknown(id) { throw .packaged(id: id) }
            try await fetchLists()
            guard let entry = listing().entry(id) else { throw unknown(id) }
            let pin = try await pin(entry.manifest, source: entry.source, matching: hashes)
            try await storeIcon(of: id)
            return try lock().wallets[id]?.pinned ?? pin
        }
        if hashes?.match(wallet.pinned) == true {
            _ = try manifest(of: wallet.pinned, id: id)
            _ = try executor(of: id, sha256: wallet.pinned.executor.sha256)
            return wallet.pinned
        }
        guard let offered = wallet.offered else { throw .nothingOffered(wallet: id) }
        try hashes?.check(offered, of: id)
        if let expected, !offered.isSameVersion(as: expected) { throw .offerChanged(wallet: id) }
        guard allowsDowngrade || !WalletDifference.isOlder(offered.version, than: wallet.pinned.version) else {
            throw .downgrade(wallet: id, from: wallet.pinned.version, to: offered.version)
        }
        // The offer's stored files may be damaged; pinning them would leave a wallet that can't run.
        _ = try manifest(of: offered, id: id)
        _ = try code(offered.executor.sha256, of: id)
        return try await file.update(
            { lock throws(WalletError) in
                // Another process may have changed the offer meanwhile.
                guard lock.wallets[id]?.offered?.isSameVersion(as: offered) == true else {
                    throw .offerChanged(wallet: id)
                }
                lock.wallets[id] = WalletLock.Wallet(pinned: offered, offered: nil)
                return offered
            }, stored: removeUnusedFiles)
    }

    /// Removes the files that a stored lock doesn't name.
    ///
    /// The lock is stored first: a lock that names missing files would leave a wallet that can't run, while files that
    /// no lock names do no harm.
    private func removeUnusedFiles(of lock: WalletLock) {
        logger.debug("unused wallet files are being removed", metadata: ["step": "cleaning"])
        for problem in objects.removeUnused(by: lock) {
            logger.warning("an unused wallet file could not be removed", metadata: ["reason": "\(problem)"])
        }
        logger.debug("unused wallet files were removed", metadata: ["step": "cleaned"])
    }

    /// Removes a wallet's pin and its code.
    ///
    /// - Throws: ``WalletError/notPinned(id:)`` for a wallet that a list names, ``WalletError/unknown(id:)`` for any
    ///   other id that isn't pinned.
    package func remove(_ id: String) async throws(WalletError) {
        try await file.update(
            { lock throws(WalletError) in
                let removed = [lock.wallets.removeValue(forKey: id), lock.local.removeValue(forKey: id)]
                guard removed.contains(where: { $0 != nil }) else {
                    throw listing().wallets.contains { $0.id == id } ? .notPinned(id: id) : unknown(id)
                }
            }, stored: removeUnusedFiles)
    }

    /// Returns the accounts that are signed in with a wallet in this profile, each once.
    ///
    /// They stay when the wallet is removed, and can't sign until their user signs in with it again.
    ///
    /// - Throws: ``WalletError/storage(reason:)`` if the accounts can't be read.
    package func accounts(of id: String) throws(WalletError) -> [String] {
        let store = AccountStore(folder: file.url.deletingLastPathComponent())
        do {
            return Set(try store.all().values.filter { $0.walletId == id }.map(\.accountId)).sorted()
        } catch {
            throw .storage(reason: error.errorDescription ?? error.code)
        }
    }
}
