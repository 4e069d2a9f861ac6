// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARShares

/// A person in one group of programs, as a request's token proves it.
struct ServiceVisitor: Sendable {
    /// The person: the share's name without its set.
    let person: CryptoHash
    private let claims: IDTokenClaims
    private let group: ExactText

    init(_ claims: IDTokenClaims, group: ExactText) {
        self.claims = claims
        self.group = group
        let nobody = ShareSetID(hash: .sha256([]))
        person = LoginShareName(issuer: claims.issuer, group: group, subject: claims.subject, set: nobody).hash
    }

    /// Returns the name of this person's share of a set.
    func name(of set: ShareSetID) -> LoginShareName {
        LoginShareName(issuer: claims.issuer, group: group, subject: claims.subject, set: set)
    }
}

/// The numbers of requests that came, so that none is taken twice.
struct ServiceProofs: Sendable {
    private static let limit = 200_000
    private var seen: [[UInt8]: Int64] = [:]

    /// Takes a request's number, once and within the time that clocks may differ by.
    mutating func take(_ nonce: [UInt8], time: Int64, now: Int64) throws(ShareServiceError) {
        guard abs(now - time) <= ShareServiceRequest.leeway else { throw .proof }
        if seen.count >= Self.limit {
            seen = seen.filter { abs(now - $0.value) <= ShareServiceRequest.leeway }
            guard seen.count < Self.limit else { throw .busy }
        }
        guard seen.updateValue(time, forKey: nonce) == nil else { throw .proof }
    }
}

/// The people who come: how often, with which keys, and whose tokens were ended.
struct ServicePeople: Sendable {
    private struct Record {
        var minute = 0
        var requests = 0
        var keys: Set<[UInt8]> = []
        var endedKeys: Set<[UInt8]> = []
        var ended = Date.distantPast
    }

    private static let keyLimit = 64
    private var records: [CryptoHash: Record] = [:]

    /// Counts a request, and refuses tokens that were ended.
    mutating func admit(
        _ person: CryptoHash, key: [UInt8], issued: Date, now: Date, _ settings: ShareServiceSettings
    ) throws(ShareServiceError) {
        var record = records[person] ?? Record()
        defer { records[person] = record }
        // A token may be as old as the second in which its person has signed out; its key tells then.
        guard issued >= record.ended, !record.endedKeys.contains(key) else { throw .token }
        let minute = Int(now.timeIntervalSince1970 / 60)
        if record.minute != minute { (record.minute, record.requests) = (minute, 0) }
        record.requests += 1
        guard record.requests <= settings.requestsPerMinute else { throw .busy }
        if record.keys.count >= Self.keyLimit { record.keys.removeAll() }
        record.keys.insert(key)
    }

    /// Ends all of a person's tokens.
    mutating func end(_ person: CryptoHash, now: Date) {
        var record = records[person] ?? Record()
        record.ended = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        record.endedKeys = record.keys
        records[person] = record
    }
}
