// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARSharedKeys

/// All that a share service keeps, also over a restart.
struct ServiceRecords: Sendable {
    private static let version: JSONValue = 1

    /// The shares, by their names.
    var shares: [LoginShareName: ShareServiceEntry] = [:]
    var people = ServicePeople()
    var spending = ServiceSpending()
    var proofs = ServiceProofs()

    init() {}

    /// Reads a database; parts that an older one doesn't have are empty.
    ///
    /// - Throws: What its parts throw, which a damaged database makes, and `ShareServiceError.request`.
    init(database: [UInt8]) throws {
        let json = try JSONValue.parse(database)
        guard json["version"] == Self.version, let shares = json["shares"]?.arrayValue else {
            throw ShareServiceError.request
        }
        for share in shares {
            guard let name = share["name"]?.stringValue else { throw ShareServiceError.request }
            self.shares[LoginShareName(hash: try CryptoHash(name))] = try ShareServiceEntry(share)
        }
        if let people = json["people"] { self.people = try ServicePeople(people) }
        if let spending = json["spending"] { self.spending = try ServiceSpending(spending) }
        if let proofs = json["proofs"] { self.proofs = try ServiceProofs(proofs) }
    }

    /// The database.
    var database: [UInt8] {
        JSONValue.object([
            "version": Self.version, "shares": .array(shares.map { $0.value.json(name: $0.key) }),
            "people": people.json, "spending": spending.json, "proofs": proofs.json,
        ]).bytes
    }
}
