// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import GuardedMemory
package import NEARPrimitives
package import NEARSharedKeys
internal import NEARShares

/// One share that a service holds.
struct ShareServiceEntry: Sendable {
    /// The login's share, compared with its set.
    var share: ProvenShare
    /// The person: the share's name without its set.
    let person: CryptoHash
    var state: ShareSetState
    /// The time since which it has this state.
    var since: Date

    /// The entry as the database has it.
    ///
    /// Here the share is in plain: a service with people's money seals it.
    func json(name: LoginShareName) -> JSONValue {
        [
            "name": .string(name.hash.description), "person": .string(person.description),
            "set": .string(Base58.encode(share.set.bytes)), "state": .string(state.rawValue),
            "since": .integer(Int128(since.timeIntervalSince1970)),
            "share": .string(share.share.packed.withUnsafeBytes { Base64.encode(Array($0)) }),
        ]
    }

    init(share: ProvenShare, person: CryptoHash, state: ShareSetState, since: Date) {
        (self.share, self.person, self.state, self.since) = (share, person, state, since)
    }

    /// Reads an entry of a database.
    ///
    /// - Throws: What its parts throw, which a damaged database makes.
    init(_ json: JSONValue) throws {
        guard let set = json["set"]?.stringValue, let person = json["person"]?.stringValue,
            let state = json["state"]?.stringValue.flatMap(ShareSetState.init),
            let since = json["since"]?.integerValue(as: Int64.self),
            let bytes = json["share"]?.stringValue.flatMap({ Base64.decode($0) })
        else { throw ShareServiceError.request }
        share = try ProvenShare(
            try KeyShare(packed: SecretBytes(copying: bytes)), of: try ShareSet(bytes: try Base58.decode(set)))
        self.person = try CryptoHash(person)
        self.state = state
        self.since = Date(timeIntervalSince1970: TimeInterval(since))
    }
}

/// One line of a service's audit list; nothing in it is secret.
package struct ShareServiceEvent: Hashable, Sendable {
    /// The time.
    package let time: Date
    /// The call's name; `?` for a request that couldn't be read.
    package let call: String
    /// The share's name; `nil` where the request didn't come so far.
    package let share: LoginShareName?
    /// The digest that was committed to or signed.
    package let digest: CryptoHash?
    /// Why it was refused; `nil` where it wasn't.
    package let refusal: ShareServiceError?

    /// The event as JSON.
    package var json: JSONValue {
        [
            "time": .string(time.formatted(.iso8601)), "call": .string(call),
            "share": share.map { .string($0.description) } ?? .null,
            "digest": digest.map { .string($0.description) } ?? .null,
            "refusal": refusal.map { .string($0.rawValue) } ?? .null,
        ]
    }
}
