// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reports the state of each wallet of a profile.
extension WalletLibrary {
    /// One wallet of a profile.
    package struct Status: Sendable {
        /// The states of a wallet.
        ///
        /// The raw values are the command line's words, which don't change.
        package enum State: String, Sendable {
            /// It ships with the program.
            case packaged
            /// It is pinned, and runs from its stored code.
            case pinned = "trusted"
            /// It is pinned, and another version is offered.
            case updateOffered = "update-offered"
            /// A list names it; a user who signs in with it pins it.
            case listed
            /// It is pinned, and its stored files are missing or were changed: it doesn't run.
            case altered
        }

        /// The wallet's id.
        package let id: String
        /// The wallet's state.
        package let state: State
        /// The pinned entry, else the listed one; `nil` if that can't be read.
        package let manifest: WalletManifest?
        /// The pinned version.
        package let pinned: WalletLock.Pin?
        /// The offered version.
        package let offered: WalletLock.Pin?
        /// The offer's differences from the pinned version.
        package let difference: WalletDifference?
        /// True if a user has seen the offer and declined it.
        package var isDeclined = false
        /// The reason for which it doesn't run, if its state is ``State/altered``.
        package let problem: String?
    }

    /// Returns all wallets of the profile, in the order of the wallet list.
    ///
    /// Nothing is fetched.
    ///
    /// - Throws: ``WalletError``.
    package func statuses() throws(WalletError) -> [Status] {
        let lock = try lock()
        var result = try Self.packaged().map { Status(listed: $0, state: .packaged) }
        let taken = Set(result.map { $0.id.lowercased() })
        var rest = lock.wallets
        for manifest in listing().wallets where !taken.contains(manifest.id.lowercased()) {
            if let wallet = rest.removeValue(forKey: manifest.id) {
                result.append(status(of: manifest.id, wallet, .list))
            } else if !lock.wallets.keys.contains(where: { Self.isAlike($0, manifest.id) }) {
                result.append(Status(listed: manifest, state: .listed))
            }
        }
        result += rest.sorted { $0.key < $1.key }.map { status(of: $0.key, $0.value, .list) }
        result += lock.local.sorted { $0.key < $1.key }.map { status(of: $0.key, $0.value, .local) }
        return result
    }

    /// Returns one wallet of the profile.
    ///
    /// Nothing is fetched.
    ///
    /// - Throws: ``WalletError``; for an id that no wallet has, one that says which wallet may be meant.
    package func status(of id: String) throws(WalletError) -> Status {
        guard let status = try statuses().first(where: { $0.id == id }) else { throw unknown(id) }
        return status
    }

    /// Returns the error for an id that can't be used: users write names, and ids in another case.
    func unknown(_ id: String) -> WalletError {
        let all: [Status]
        do {
            all = try statuses()
        } catch {
            return error
        }
        if all.contains(where: { $0.id == id && $0.state == .packaged }) { return .packaged(id: id) }
        if all.contains(where: { $0.id == id && $0.pinned?.source == WalletLock.localSource }) {
            return .local(id: id)
        }
        let wanted = id.lowercased()
        guard
            let meant = all.first(where: { $0.id.lowercased() == wanted || $0.manifest?.name.lowercased() == wanted })
                ?? all.first(where: { $0.manifest?.name.lowercased().hasPrefix(wanted) == true })
        else { return .unknown(id: id) }
        guard meant.id != id else { return .unknown(id: id) }
        return .misnamed(id: id, meant: meant.id)
    }

    private func status(of id: String, _ wallet: WalletLock.Wallet, _ origin: WalletLock.Origin) -> Status {
        var known: WalletManifest?
        do {
            let manifest = try manifest(of: wallet.pinned, id: id)
            known = manifest
            _ = try executor(of: id, sha256: wallet.pinned.executor.sha256, from: origin)
            let difference = try difference(of: id)
            return Status(
                id: id, state: wallet.offered == nil ? .pinned : .updateOffered, manifest: manifest,
                pinned: wallet.pinned, offered: wallet.offered, difference: difference,
                isDeclined: wallet.isDeclined == true, problem: nil)
        } catch {
            return Status(
                id: id, state: .altered, manifest: known, pinned: wallet.pinned, offered: wallet.offered,
                difference: readableDifference(of: id), isDeclined: wallet.isDeclined == true,
                problem: error.description)
        }
    }

    /// Returns the differences of a damaged wallet's offer; `nil` if the offer is damaged too.
    private func readableDifference(of id: String) -> WalletDifference? {
        do {
            return try difference(of: id)
        } catch {
            return nil
        }
    }

    private static func packaged() throws(WalletError) -> [WalletManifest] {
        do {
            return try WalletManifestList(
                parsing: [UInt8](PackagedFile.text("Wallets/manifest.json").utf8), from: .packaged
            ).wallets
        } catch {
            throw .storage(reason: localized("the packaged wallets can’t be read (%1$s)", "\(error)"))
        }
    }
}

extension WalletLibrary.Status {
    /// A wallet of which nothing is pinned.
    fileprivate init(listed manifest: WalletManifest, state: State) {
        self.init(
            id: manifest.id, state: state, manifest: manifest, pinned: nil, offered: nil, difference: nil, problem: nil)
    }
}
