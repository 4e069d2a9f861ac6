// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARSharedKeys

/// The people who come: how often, with which keys, and whose tokens were ended.
struct ServicePeople: Sendable {
    private struct Record {
        var minute = 0
        var requests = 0
        /// The keys of tokens, each with the time at which its last token was issued; the last ones.
        var keys: [[UInt8]: Date] = [:]
        var endedKeys: [[UInt8]: Date] = [:]
        var ended = Date.distantPast
    }

    private static let keyLimit = 64
    private static let endedKeyLimit = 1_024
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
        record.keys[key] = max(issued, record.keys[key] ?? issued)
        record.keys = Self.newest(record.keys, Self.keyLimit)
    }

    /// Returns the keys with the newest tokens, as many as are kept.
    private static func newest(_ keys: [[UInt8]: Date], _ limit: Int) -> [[UInt8]: Date] {
        guard keys.count > limit else { return keys }
        return Dictionary(uniqueKeysWithValues: Array(keys.sorted { $0.value > $1.value }.prefix(limit)))
    }

    /// Ends all of a person's tokens, and the keys that came with them.
    ///
    /// A session that a computer keeps gets fresh tokens with its old key.
    mutating func end(_ person: CryptoHash, now: Date) {
        var record = records[person] ?? Record()
        record.ended = max(now.wholeSecond, record.ended)
        record.endedKeys = Self.newest(
            record.endedKeys.merging(record.keys) { max($0, $1) }, Self.endedKeyLimit)
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

extension Date {
    /// The second in which the time is, as tokens have it.
    fileprivate var wholeSecond: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
