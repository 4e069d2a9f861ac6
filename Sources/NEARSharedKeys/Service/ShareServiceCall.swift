// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives
package import NEARShares

/// A call of a share service; docs/share-service.md describes each.
package enum ShareServiceCall: Sendable {
    /// The sets of which the service has this login's share.
    case sets
    /// The login's share, sealed to a key.
    case share(ShareSetID, to: BoxPublicKey)
    /// A commitment for a digest.
    case commit(ShareSetID, digest: CryptoHash)
    /// A part of a signature.
    case sign(ShareSetID, SigningSubject, list: [SigningCommitment])
    /// The end of a commitment that won't be used.
    case discard(ShareSetID, SigningCommitment)
    /// A step of a replacement; the share comes with the first one.
    case replace(ShareSetID?, by: ShareSet, phase: ReplacePhase, share: SealedShare?)
    /// The end of all of the person's tokens.
    case signOut

    /// The name that the call has in the protocol.
    package var name: String {
        switch self {
        case .sets: "sets"
        case .share: "share"
        case .commit: "commit"
        case .sign: "sign"
        case .discard: "discard"
        case .replace: "replace"
        case .signOut: "sign-out"
        }
    }

    /// The set that it is about; of a replacement, the new one.
    package var set: ShareSetID? {
        switch self {
        case .share(let set, _), .commit(let set, _), .sign(let set, _, _), .discard(let set, _): set
        case .replace(_, let set, _, _): set.id
        case .sets, .signOut: nil
        }
    }

    // MARK: JSON

    var parameters: JSONValue {
        switch self {
        case .share(let set, let key):
            ["set": .string(set.description), "to": .string(Base64.encode(key.bytes))]
        case .commit(let set, let digest):
            ["set": .string(set.description), "digest": .string(digest.description)]
        case .sign(let set, let subject, let list):
            [
                "set": .string(set.description), "subject": subject.serviceJSON,
                "commitments": .array(list.map { .string(Base64.encode($0.bytes)) }),
            ]
        case .discard(let set, let commitment):
            ["set": .string(set.description), "commitment": .string(Base64.encode(commitment.bytes))]
        case .replace(let old, let set, let phase, let share):
            [
                "old": old.map { .string($0.description) } ?? .null, "set": .string(Base58.encode(set.bytes)),
                "phase": .string(phase.rawValue),
                "share": share.map { .string(Base64.encode($0.bytes)) } ?? .null,
            ]
        case .sets, .signOut: [:]
        }
    }

    /// Reads a call; `nil` for one that isn't of the protocol.
    ///
    /// - Parameter ours: A function that returns the commitment of these bytes, if the reader has made it.
    init?(name: String?, _ json: JSONValue, ours: ([UInt8]) -> SigningCommitment?) {
        func commitment(_ json: JSONValue?) throws(CoSigningError) -> SigningCommitment {
            let bytes = Self.bytes(json) ?? []
            if let known = ours(bytes) { return known }
            return try SigningCommitment(bytes: bytes)
        }
        do {
            switch name {
            case "share":
                guard let set = try Self.set(json["set"]), let key = Self.bytes(json["to"]).flatMap(BoxPublicKey.init)
                else { return nil }
                self = .share(set, to: key)
            case "commit":
                guard let set = try Self.set(json["set"]), let digest = json["digest"]?.stringValue else { return nil }
                self = .commit(set, digest: try CryptoHash(digest))
            case "sign":
                guard let set = try Self.set(json["set"]), let subject = SigningSubject(serviceJSON: json["subject"]),
                    let list = json["commitments"]?.arrayValue, list.count == 2
                else { return nil }
                self = .sign(set, subject, list: try list.map { try commitment($0) })
            case "discard":
                guard let set = try Self.set(json["set"]) else { return nil }
                self = .discard(set, try commitment(json["commitment"]))
            case "replace":
                guard let text = json["set"]?.stringValue, text.utf8.count <= 128, json["old"] != nil,
                    json["share"] != nil,
                    let phase = json["phase"]?.stringValue.flatMap(ReplacePhase.init)
                else { return nil }
                let share = Self.bytes(json["share"]).flatMap(SealedShare.init)
                let old = try Self.set(json["old"])
                let (namesOld, hasShare) = (Self.isThere(json["old"]), Self.isThere(json["share"]))
                guard namesOld == (old != nil), hasShare == (share != nil), hasShare == (phase == .prepare) else {
                    return nil
                }
                self = .replace(
                    old, by: try ShareSet(bytes: try Base58.decode(text)), phase: phase, share: share)
            case "sets": self = .sets
            case "sign-out": self = .signOut
            default: return nil
            }
        } catch {
            return nil
        }
    }

    private static func isThere(_ json: JSONValue?) -> Bool { json.map { !$0.isNull } ?? false }

    private static func set(_ json: JSONValue?) throws -> ShareSetID? {
        try json?.stringValue.map { ShareSetID(hash: try CryptoHash($0)) }
    }

    private static func bytes(_ json: JSONValue?) -> [UInt8]? {
        json?.stringValue.flatMap { Base64.decode($0) }
    }
}
