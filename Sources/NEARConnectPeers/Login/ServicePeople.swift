// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARSharedKeys

/// The people who come: how often, with which keys, and whose tokens were ended.
struct ServicePeople: Sendable {
    private struct Record {
        var minute = 0
        var requests = 0
        /// The keys of tokens, each with the time at which its last token was issued.
        var keys: [[UInt8]: Date] = [:]
        var endedKeys: [[UInt8]: Date] = [:]
        var ended = Date.distantPast
    }

    private static let keyLimit = 64
    private var records: [CryptoHash: Record] = [:]

    init() {}

    /// Counts a request, and refuses tokens that were ended.
    mutating func admit(
        _ person: CryptoHash, key: [UInt8], issued: Date, now: Date, _ settings: ShareServiceSettings
    ) throws(ShareServiceError) {
        var record = records[person] ?? Record()
        defer { records[person] = record }
        // A token may be as old as the second in which its person has signed out; its key tells then.
        guard issued >= record.ended, record.endedKeys[key] == nil else { throw .token }
        let minute = Int(now.timeIntervalSince1970 / 60)
        if record.minute != minute { (record.minute, record.requests) = (minute, 0) }
        record.requests += 1
        guard record.requests <= settings.requestsPerMinute else { throw .busy }
        // A sign-out ends what was issued before it by its time alone.
        if record.keys.count >= Self.keyLimit { record.keys = record.keys.filter { $0.value >= now } }
        record.keys[key] = max(issued, record.keys[key] ?? issued)
    }

    /// Ends all of a person's tokens.
    mutating func end(_ person: CryptoHash, now: Date) {
        var record = records[person] ?? Record()
        let ended = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        record.ended = max(ended, record.ended)
        // An issuer's clock may be ahead: what ended before stays so.
        record.endedKeys = record.endedKeys.merging(record.keys) { max($0, $1) }.filter { $0.value >= record.ended }
        record.keys = [:]
        records[person] = record
    }

    // MARK: The database

    /// The people whose tokens were ended.
    var json: JSONValue {
        .array(
            records.filter { $0.value.ended != .distantPast }.map { person, record in
                [
                    "person": .string(person.description),
                    "ended": .integer(Int128(record.ended.timeIntervalSince1970)),
                    "keys": .array(
                        record.endedKeys.map { key, issued in
                            [
                                "key": .string(Base64.encode(key)),
                                "issued": .integer(Int128(issued.timeIntervalSince1970)),
                            ]
                        }),
                ]
            })
    }

    /// Reads them.
    ///
    /// - Throws: What their parts throw, which a damaged database makes.
    init(_ json: JSONValue) throws {
        guard let people = json.arrayValue else { throw ShareServiceError.request }
        for json in people {
            guard let person = json["person"]?.stringValue, let ended = json["ended"]?.integerValue(as: Int64.self),
                let keys = json["keys"]?.arrayValue
            else { throw ShareServiceError.request }
            var record = Record()
            record.ended = Date(timeIntervalSince1970: TimeInterval(ended))
            for json in keys {
                guard let key = json["key"]?.stringValue.flatMap({ Base64.decode($0) }),
                    let issued = json["issued"]?.integerValue(as: Int64.self)
                else { throw ShareServiceError.request }
                record.endedKeys[key] = Date(timeIntervalSince1970: TimeInterval(issued))
            }
            records[try CryptoHash(person)] = record
        }
    }
}

/// The numbers of requests that came, so that none is taken twice.
struct ServiceProofs: Sendable {
    private static let limit = 200_000
    private var seen: [[UInt8]: Int64] = [:]
    /// Those of requests that change something, which a restart doesn't forget.
    private var kept: [[UInt8]: Int64] = [:]

    init() {}

    /// Takes a request's number, once and within the time that clocks may differ by.
    ///
    /// - Parameter isKept: True for a request that changes something.
    mutating func take(_ nonce: [UInt8], time: Int64, now: Int64, isKept: Bool) throws(ShareServiceError) {
        guard Self.isTimely(time, now) else { throw .proof }
        if seen.count >= Self.limit {
            seen = seen.filter { Self.isTimely($0.value, now) }
            guard seen.count < Self.limit else { throw .busy }
        }
        guard seen.updateValue(time, forKey: nonce) == nil else { throw .proof }
        guard isKept else { return }
        kept = kept.filter { Self.isTimely($0.value, now) }
        kept[nonce] = time
    }

    private static func isTimely(_ time: Int64, _ now: Int64) -> Bool {
        abs(now - time) <= ShareServiceRequest.leeway
    }

    // MARK: The database

    /// The numbers of requests that changed something.
    var json: JSONValue {
        .array(kept.map { ["nonce": .string(Base64.encode($0.key)), "time": .integer(Int128($0.value))] })
    }

    /// Reads them.
    ///
    /// - Throws: `ShareServiceError.request`, which a damaged database makes.
    init(_ json: JSONValue) throws {
        guard let proofs = json.arrayValue else { throw ShareServiceError.request }
        for json in proofs {
            guard let nonce = json["nonce"]?.stringValue.flatMap({ Base64.decode($0) }),
                let time = json["time"]?.integerValue(as: Int64.self)
            else { throw ShareServiceError.request }
            kept[nonce] = time
        }
        seen = kept
    }
}

/// The amounts that were spent with each share on one day.
struct ServiceSpending: Sendable {
    private var day = 0
    private var spent: [LoginShareName: UInt128] = [:]

    init() {}

    /// Counts an amount, if the day's limit allows it.
    mutating func count(
        _ amount: UInt128, of name: LoginShareName, limit: UInt128, now: Date
    ) throws(ShareServiceError) {
        let today = Int(now.timeIntervalSince1970 / 86_400)
        if today != day { (day, spent) = (today, [:]) }
        let (sum, isTooMuch) = (spent[name] ?? 0).addingReportingOverflow(amount)
        guard !isTooMuch, sum <= limit else { throw .limit }
        spent[name] = sum
    }

    // MARK: The database

    /// The amounts, in yoctoNEAR, and the day.
    var json: JSONValue {
        [
            "day": .integer(Int128(day)),
            "spent": .array(
                spent.map { ["name": .string($0.key.hash.description), "amount": .string("\($0.value)")] }),
        ]
    }

    /// Reads them.
    ///
    /// - Throws: What their parts throw, which a damaged database makes.
    init(_ json: JSONValue) throws {
        guard let day = json["day"]?.integerValue(as: Int.self), let spent = json["spent"]?.arrayValue else {
            throw ShareServiceError.request
        }
        self.day = day
        for json in spent {
            guard let name = json["name"]?.stringValue, let amount = json["amount"]?.stringValue.flatMap(UInt128.init)
            else { throw ShareServiceError.request }
            self.spent[LoginShareName(hash: try CryptoHash(name))] = amount
        }
    }
}
