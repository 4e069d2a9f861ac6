// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARConnectCore
package import NEARPrimitives
internal import NEARShares
internal import SafeText

/// The content of `shared-keys.json`; `docs/schemas/shared-keys.schema.json` describes it.
package enum ShareSetDocument: DocumentFormat {
    package static let name = "shared-keys"
    package static let schema: Int128 = 1
    package static let empty: [ShareSetRecord] = []
    /// The most sets that a profile has, those that were replaced among them.
    static let setLimit = 256
    package static var full: String {
        localized(
            "This profile has %1$s shared keys, those that were replaced included: there is no room for another. Use another profile for it; what was replaced goes 90 days afterwards.",
            "\(setLimit)")
    }

    package static func problem(_ reason: String, movedTo place: String) -> String {
        localized(
            "The records of shared keys can’t be read (%1$s). They are kept at %2$s. The shares are where they were: put the file right, or recover each account with its recovery words.",
            reason, place)
    }

    // MARK: Reading

    package static func content(_ fields: JSONFields) throws -> [ShareSetRecord] {
        var known: Set<ShareSetID> = []
        return try bounded(try fields.array("sets"), setLimit).map { element in
            let record = try record(try JSONFields(element, "set"))
            guard known.insert(record.id).inserted else {
                throw DocumentFormatError(reason: localized("a set stands twice"))
            }
            return record
        }
    }

    /// Reads the record of one set.
    ///
    /// - Throws: What its parts throw.
    static func record(_ fields: JSONFields) throws -> ShareSetRecord {
        let set = try ShareSet(bytes: try Base58.decode(try fields.string("set")))
        guard let state = ShareSetState(rawValue: try fields.string("state")) else {
            throw DocumentFormatError(reason: localized("a set has an unknown state"))
        }
        var holdings: [ShareHolder: ShareSetRecord.Holding] = [:]
        for element in try bounded(try fields.array("holders"), ShareHolder.allCases.count) {
            let fields = try JSONFields(element, "holder")
            guard let place = UInt8(exactly: try fields.integer("holder")), let holder = ShareHolder(rawValue: place),
                set.holders.contains(holder)
            else { throw DocumentFormatError(reason: localized("a holder isn’t one of the set’s")) }
            let holding = ShareSetRecord.Holding(
                place: try self.place(fields), since: try date(try fields.string("since")),
                proven: try fields.optionalString("proven").map { try date($0) })
            guard holdings.updateValue(holding, forKey: holder) == nil else {
                throw DocumentFormatError(reason: localized("a holder stands twice"))
            }
        }
        let here = fields.has("here") ? UInt8(exactly: try fields.integer("here")).flatMap(ShareHolder.init) : .device
        guard let here, here.isComputer, here == .device || set.holders.contains(here) else {
            throw DocumentFormatError(reason: localized("this computer isn’t one of the set’s holders"))
        }
        _ = try SharePlaces(holdings.mapValues(\.place), here: here)
        guard holdings.count == set.holders.count else {
            throw DocumentFormatError(reason: localized("a holder is missing"))
        }
        let retired = try fields.optionalString("retired").map { try date($0) }
        guard (state == .retired) == (retired != nil) else {
            throw DocumentFormatError(reason: localized("a set is retired without a date, or has one and isn’t"))
        }
        return ShareSetRecord(
            set: set, network: ExactText(try fields.string("network")),
            account: try AccountId(try fields.string("account")), state: state, holdings: holdings, retired: retired,
            successor: try fields.optionalString("successor").map { try CryptoHash($0) },
            witnesses: fields.has("witnesses") ? try witnesses(fields) : 0,
            dailyKeys: try dailyKeys(fields), here: here)
    }

    private static func witnesses(_ fields: JSONFields) throws -> Int {
        guard let count = Int(exactly: try fields.integer("witnesses")), (0...1000).contains(count) else {
            throw DocumentFormatError(
                reason: localized("the number of nodes that show the account without a set is impossible"))
        }
        return count
    }

    private static func dailyKeys(_ fields: JSONFields) throws -> [DailyKeyRecord] {
        guard fields.has("dailyKeys") else { return [] }
        return try bounded(try fields.array("dailyKeys"), DailyKeyRecord.limit).map { element in
            let fields = try JSONFields(element, "dailyKey")
            return DailyKeyRecord(
                publicKey: try PublicKey(try fields.string("key")),
                contractId: try AccountId(try fields.string("contract")), ends: try date(try fields.string("ends")),
                isHidden: fields.has("hidden") ? try fields.bool("hidden") : false)
        }
    }

    private static func place(_ fields: JSONFields) throws -> SharePlace {
        switch try fields.string("place") {
        case "service": .service(try fields.string("service"))
        case "keyring": .keyring
        case "sealed-file": .sealedFile
        case "words": .words
        case "app": .app
        case "elsewhere": .elsewhere
        case let other:
            throw DocumentFormatError(reason: localized("“%1$s” is no place of a share", DisplayText.name(other)))
        }
    }

    // MARK: Writing

    package static func fields(_ records: [ShareSetRecord]) -> JSONValue.Members {
        ["sets": .array(records.map(json))]
    }

    /// Returns the record of one set as the document has it.
    static func json(_ record: ShareSetRecord) -> JSONValue {
        var fields: JSONValue.Members = [
            "set": .string(Base58.encode(record.set.bytes)), "network": .string(record.network.text),
            "account": .string(record.account.text), "state": .string(record.state.rawValue),
            "holders": .array(
                record.set.holders.compactMap { holder in record.holdings[holder].map { json(holder, $0) } }),
        ]
        if record.here != .device { fields["here"] = .integer(Int128(record.here.rawValue)) }
        if let successor = record.successor { fields["successor"] = .string(successor.description) }
        if record.witnesses > 0 { fields["witnesses"] = .integer(Int128(record.witnesses)) }
        if let retired = record.retired { fields["retired"] = .string(text(retired)) }
        if !record.dailyKeys.isEmpty { fields["dailyKeys"] = .array(record.dailyKeys.map(json)) }
        return .object(fields)
    }

    private static func json(_ holder: ShareHolder, _ holding: ShareSetRecord.Holding) -> JSONValue {
        var fields: JSONValue.Members = [
            "holder": .integer(Int128(holder.rawValue)), "since": .string(text(holding.since)),
        ]
        if let proven = holding.proven { fields["proven"] = .string(text(proven)) }
        switch holding.place {
        case .service(let address):
            fields["place"] = "service"
            fields["service"] = .string(address)
        case .keyring: fields["place"] = "keyring"
        case .sealedFile: fields["place"] = "sealed-file"
        case .words: fields["place"] = "words"
        case .app: fields["place"] = "app"
        case .elsewhere: fields["place"] = "elsewhere"
        }
        return .object(fields)
    }

    private static func json(_ key: DailyKeyRecord) -> JSONValue {
        var fields: JSONValue.Members = [
            "key": .string("\(key.publicKey)"), "contract": .string(key.contractId.text),
            "ends": .string(text(key.ends)),
        ]
        if key.isHidden { fields["hidden"] = true }
        return .object(fields)
    }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
