// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARShares

extension ShareService {
    /// The recipient of the one message that a set signs before it counts: a site that can't exist.
    private static let drill = ExactText("share-drill.invalid")

    func perform(_ call: ShareServiceCall, _ visitor: ServiceVisitor) throws(ShareServiceError) -> JSONValue {
        let now = settings.now()
        switch call {
        case .sets:
            let own = entries.values.filter { $0.person == visitor.person }.sorted { $0.since < $1.since }
            return [
                "sets": .array(
                    own.map { entry in
                        ["set": .string(Base58.encode(entry.share.set.bytes)), "state": .string(entry.state.rawValue)]
                    })
            ]
        case .share(let set, let key):
            let (_, entry) = try entry(of: set, visitor, for: .release)
            guard let sealed = SealedShare(entry.share.share, to: key) else { throw .request }
            return ["share": .string(Base64.encode(sealed.bytes))]
        case .commit(let set, let digest):
            let (name, entry) = try entry(of: set, visitor, for: .coSign)
            let commitment = try commitments.commit(name, entry.share, to: digest, now: now)
            return ["commitment": .string(Base64.encode(commitment.bytes))]
        case .sign(let set, let subject, let list):
            let (name, entry) = try entry(of: set, visitor, for: .coSign)
            return ["part": .string(Base64.encode(try sign(subject, list, by: entry, named: name, at: now).bytes))]
        case .discard(let set, let commitment):
            commitments.discard(commitment, visitor.name(of: set))
            return [:]
        case .replace(let old, let set, let phase, let share):
            try replace(old, by: set, phase: phase, share: share, visitor)
            return [:]
        case .signOut:
            try endTokens(of: visitor.person)
            return [:]
        }
    }

    private func entry(
        of set: ShareSetID, _ visitor: ServiceVisitor, for mode: LoginShareMode
    ) throws(ShareServiceError) -> (LoginShareName, ShareServiceEntry) {
        guard settings.modes.contains(mode) else { throw .mode }
        let name = visitor.name(of: set)
        guard let entry = entries[name] else { throw .unknownSet }
        return (name, entry)
    }

    // MARK: Signing

    private func sign(
        _ subject: SigningSubject, _ list: [SigningCommitment], by entry: ShareServiceEntry,
        named name: LoginShareName, at now: Date
    ) throws(ShareServiceError) -> SignatureShare {
        guard let own = list.first(where: { $0.holder == .login }) else { throw .signing }
        // The digest is computed here, from what is shown to be signed.
        let digest = subject.hash
        let nonces = try commitments.take(own, name, digest: digest, now: now)
        defer { nonces.discard(own) }
        try allow(subject, of: entry, named: name, at: now)
        do throws(CoSigningError) {
            let package = try nonces.signingPackage(
                list, for: SubjectDigest(digest), of: entry.share.set, with: own)
            return try nonces.sign(package, with: own)
        } catch {
            throw .signing
        }
    }

    private func allow(
        _ subject: SigningSubject, of entry: ShareServiceEntry, named name: LoginShareName, at now: Date
    ) throws(ShareServiceError) {
        if let key = subject.publicKey, key != entry.share.set.publicKey { throw .otherSubject }
        if case .message(let payload) = subject, payload.recipient == Self.drill { return }
        // No account counts on a set whose shares are still on their way.
        guard entry.state != .pending, let amount = settings.limits.amount(of: subject) else { throw .limit }
        var spending = records.spending
        try spending.count(amount, of: name, limit: settings.limits.perDay.yoctoNEAR, now: now)
        // Kept before the signature leaves: a restart doesn't give the day's limit again.
        if amount > 0 { try keep { $0.spending = spending } }
    }

    // MARK: Replacing

    private func replace(
        _ old: ShareSetID?, by set: ShareSet, phase: ReplacePhase, share: SealedShare?, _ visitor: ServiceVisitor
    ) throws(ShareServiceError) {
        let name = visitor.name(of: set.id)
        let oldName = old.map { visitor.name(of: $0) }
        if let oldName, entries[oldName] == nil { throw .unknownSet }
        guard name != oldName else { throw .replacement }
        switch phase {
        case .prepare:
            guard let share, let proven = open(share, of: set) else { throw .request }
            // A share is compared with its set, so one that is here already is this one.
            if entries[name] != nil { return }
            try makeRoom(for: visitor)
            let entry = ShareServiceEntry(share: proven, person: visitor.person, state: .pending, since: settings.now())
            try keep { $0.shares[name] = entry }
        case .commit:
            // One that was retired too: a node had lied about a rotation, or its other steps were never taken.
            guard let entry = entries[name], let share = Self.adding(set.holders, to: entry.share) else {
                throw .unknownSet
            }
            let now = settings.now()
            try keep { records in
                records.shares[name]?.share = share
                records.shares[name]?.state = .active
                if let oldName, records.shares[oldName]?.state != .retired {
                    records.shares[oldName]?.state = .retired
                    records.shares[oldName]?.since = now
                }
            }
        case .abandon:
            guard let entry = entries[name] else { return }
            guard entry.state == .pending else { throw .replacement }
            try keep { $0.shares[name] = nil }
        }
    }

    /// Returns the share with the holders of further computers, whose shares lie on the same line.
    private static func adding(_ holders: [ShareHolder], to share: ProvenShare) -> ProvenShare? {
        do throws(KeyShareError) {
            return try ProvenShare(share.share, of: holders.reduce(share.set) { $0.adding($1) })
        } catch {
            return nil
        }
    }

    private func open(_ sealed: SealedShare, of set: ShareSet) -> ProvenShare? {
        do throws(KeyShareError) {
            guard let share = try box.open(sealed), share.holder == .login else { return nil }
            return try ProvenShare(share, of: set)
        } catch {
            return nil
        }
    }

    /// Erases what was retired long ago where a person has as many sets as there may be.
    private func makeRoom(for visitor: ServiceVisitor) throws(ShareServiceError) {
        let own = entries.filter { $0.value.person == visitor.person }
        guard own.count >= settings.setsPerPerson else { return }
        let retention = TimeInterval(ShareSetRecord.retention.components.seconds)
        let oldest = own.filter { $0.value.state == .retired }.min { $0.value.since < $1.value.since }
        guard let oldest, settings.now().timeIntervalSince(oldest.value.since) > retention else { throw .limit }
        try keep { $0.shares[oldest.key] = nil }
    }
}
