// SPDX-License-Identifier: MIT

internal import NEARPrimitives
public import NEARShares
public import NEARVault

/// A place that gives one holder's share.
public protocol ShareSource: Sendable {
    /// The holder whose share this is.
    var holder: ShareHolder { get }

    /// Returns the share, not yet compared with the set.
    ///
    /// - Throws: ``SharedKeyError/missing(_:)``, ``SharedKeyError/vault(_:)``, ``SharedKeyError/share(_:)``.
    func share(of set: ShareSetID) async throws(SharedKeyError) -> KeyShare
}

/// A share in a vault of this computer.
public struct VaultShare: ShareSource, ShareReceiver {
    /// The vault.
    public let vault: any SecretVault
    /// The holder.
    public let holder: ShareHolder

    /// Names the place of a share.
    ///
    /// - Throws: ``SharedKeyError/noVault(_:)`` for a login and a program, whose shares are elsewhere.
    public init(_ holder: ShareHolder, in vault: any SecretVault) throws(SharedKeyError) {
        guard holder == .recovery || holder.isComputer else { throw .noVault(holder) }
        self.holder = holder
        self.vault = vault
    }

    /// Reads the share.
    public func share(of set: ShareSetID) async throws(SharedKeyError) -> KeyShare {
        let packed: SecretBytes?
        do throws(VaultError) {
            packed = try await vault.secret(named: try name(of: set))
        } catch {
            throw .vault(error)
        }
        guard let packed else { throw .missing(holder) }
        do throws(KeyShareError) {
            let share = try KeyShare(packed: packed)
            // A vault's names aren't secret, and what stands under one is input.
            guard share.holder == holder else { throw KeyShareError.foreign(holder) }
            return share
        } catch {
            throw .share(error)
        }
    }

    /// Stores a share, reads it back, and compares it with its set.
    ///
    /// - Throws: ``SharedKeyError/vault(_:)``, ``SharedKeyError/missing(_:)`` for a vault that has lost it at once,
    ///   ``SharedKeyError/share(_:)`` for another share than this, ``SharedKeyError/onePlace(_:_:)`` for a vault that
    ///   has another holder's share of the set, whichever profile has put it there.
    public func store(_ share: ProvenShare) async throws(SharedKeyError) {
        guard share.holder == holder else { throw .share(.foreign(holder)) }
        try await requireNoOther(of: share.set.id)
        do throws(VaultError) {
            try await vault.store(share.share.packed, as: try name(of: share.set.id))
        } catch {
            throw .vault(error)
        }
        let kept = try await self.share(of: share.set.id)
        do throws(KeyShareError) {
            _ = try ProvenShare(kept, of: share.set)
        } catch {
            throw .share(error)
        }
        do throws(SharedKeyError) {
            // Another program may have been between the first look and the write. Both look once more, so one of the
            // two sees the other's share, or each does.
            try await requireNoOther(of: share.set.id)
        } catch {
            try await erase(share.set.id)
            throw error
        }
    }

    /// Refuses a vault that has another holder's share of the set.
    private func requireNoOther(of set: ShareSetID) async throws(SharedKeyError) {
        if let other = try await holders(of: set).first(where: { $0 != holder }) { throw .onePlace(other, holder) }
    }

    /// Erases the share; does nothing if it isn't there.
    ///
    /// - Throws: ``SharedKeyError/vault(_:)``.
    public func erase(_ set: ShareSetID) async throws(SharedKeyError) {
        do throws(VaultError) {
            try await vault.remove(try name(of: set))
        } catch {
            throw .vault(error)
        }
    }

    /// Returns the holders of whom the vault has shares of a set, those of all profiles among them, in order.
    func holders(of set: ShareSetID) async throws(SharedKeyError) -> [ShareHolder] {
        do throws(VaultError) {
            let names = Set(try await vault.namesOfAllProfiles())
            var holders: [ShareHolder] = []
            for holder in ShareHolder.allCases where names.contains(try Self.name(of: set, holder)) {
                holders.append(holder)
            }
            return holders
        } catch {
            throw .vault(error)
        }
    }

    /// Returns this holder's shares of all sets that the profile has in the vault, but damaged ones.
    ///
    /// - Throws: ``SharedKeyError/missing(_:)`` where there is none; what ``share(of:)`` throws where none can be read.
    func allShares() async throws(SharedKeyError) -> [KeyShare] {
        let names: [SecretName]
        do throws(VaultError) {
            names = try await vault.names()
        } catch {
            throw .vault(error)
        }
        var shares: [KeyShare] = []
        var fault = SharedKeyError.missing(holder)
        for name in names {
            guard let set = set(in: name) else { continue }
            do throws(SharedKeyError) {
                shares.append(try await share(of: set))
            } catch {
                fault = error
            }
        }
        guard !shares.isEmpty else { throw fault }
        return shares
    }

    /// Returns the set in a name of this holder's shares; `nil` for another name.
    private func set(in name: SecretName) -> ShareSetID? {
        let parts = name.id.split(separator: "/", omittingEmptySubsequences: false)
        guard name.purpose == .keyShare, parts.count == 2, parts[1] == "\(holder.rawValue)" else { return nil }
        do {
            return ShareSetID(hash: try CryptoHash(String(parts[0])))
        } catch {
            return nil
        }
    }

    private func name(of set: ShareSetID) throws(VaultError) -> SecretName { try Self.name(of: set, holder) }

    private static func name(of set: ShareSetID, _ holder: ShareHolder) throws(VaultError) -> SecretName {
        try SecretName(.keyShare, id: "\(set)/\(holder.rawValue)")
    }
}

/// A share that was handed over: typed words, or what a service has released.
public struct HandedShare: ShareSource {
    private let given: KeyShare

    /// The holder whose share was given.
    public var holder: ShareHolder { given.holder }

    /// Takes a share.
    public init(_ share: KeyShare) {
        given = share
    }

    /// Takes the share that words stand for.
    public init(_ words: ShareWords) {
        given = words.share
    }

    /// Returns the share that was given, whatever set is meant; the comparison with it comes afterwards.
    public func share(of set: ShareSetID) async throws(SharedKeyError) -> KeyShare { given }
}
