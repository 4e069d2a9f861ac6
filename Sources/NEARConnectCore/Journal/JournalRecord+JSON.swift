// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

extension JournalRecord {
    /// The version of the format; lines of other versions are left alone.
    static let version = 1

    /// The reason why a line can't be read.
    struct UnreadableError: Error, CustomStringConvertible {
        let description: String
    }

    private static let sumName: ExactText = "sum"
    /// The bytes before a checksum in a line, where fields are in order: none of this version's comes before `id`.
    private static let sumField = Array(#","sum":""#.utf8)

    /// The line without its line break.
    package var line: [UInt8] { line(isChecked: true) }

    /// Returns the line, with the checksum of its content or, as the first versions wrote it, without.
    func line(isChecked: Bool) -> [UInt8] {
        var fields = json
        if isChecked { fields[Self.sumName] = Self.sum(of: fields) }
        return JSONValue.object(fields).bytes
    }

    /// Returns the first eight bytes of the SHA-256 of a line's other fields.
    ///
    /// They show damage only: an attacker who changes a line can compute them, too.
    private static func sum(of fields: JSONValue.Members) -> JSONValue { sum(ofBytes: JSONValue.object(fields).bytes) }

    private static func sum(ofBytes bytes: [UInt8]) -> JSONValue {
        .string(Hexadecimal.encode(CryptoHash.sha256(bytes).bytes.prefix(8)))
    }

    /// Returns the checksum of a line that is as this program writes it; `nil` for others.
    ///
    /// Writing the fields again takes more time than all else that reading a line does.
    private static func sum(ofLine line: [UInt8]) -> JSONValue? {
        // Few bytes come behind it. Quotation marks in texts are escaped, so this is a field; one of another object
        // gives another checksum.
        var start = line.count - sumField.count
        while start >= 0, !line[start...].starts(with: sumField) { start -= 1 }
        guard start >= 0, let end = line[(start + sumField.count)...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return sum(ofBytes: Array(line[..<start] + line[(end + 1)...]))
    }

    /// The record's fields as JSON.
    private var json: JSONValue.Members {
        var fields: JSONValue.Members = ["v": .integer(Int128(Self.version)), "id": .string(id)]
        switch self {
        case .intent(let intent):
            fields["type"] = "intent"
            fields["time"] = .integer(Int128(intent.time))
            fields["request"] = .string(intent.request)
            fields["kind"] = .string(intent.kind.rawValue)
            fields["network"] = .string(intent.network)
            if let genesis = intent.genesis { fields["genesis"] = .string(genesis) }
            fields["signerId"] = .string(intent.signerId.text)
            fields["walletId"] = .string(intent.walletId)
            fields["parts"] = .array(
                intent.parts.map { part in
                    ["receiverId": .string(part.receiverId.text), "actions": .array(part.actions.map(\.json))]
                })
            if let asker = intent.asker { fields["asker"] = .string(asker.text) }
            if let key = intent.idempotencyKey { fields[IdempotencyKey.fieldName] = .string(key.text) }
            fields["process"] = [
                "pid": .integer(Int128(intent.process.pid)), "start": .integer(Int128(intent.process.startTicks)),
                "boot": .string(intent.process.boot),
                "namespace": intent.process.namespace.map { .string($0) } ?? .null,
            ]
        case .keys(_, let keys):
            fields["type"] = "keys"
            fields["height"] = .integer(Int128(keys.height))
            fields["nonces"] = .object(
                Dictionary(
                    uniqueKeysWithValues: keys.nonces.map {
                        (ExactText($0.key.description), .integer(Int128($0.value)))
                    }))
        case .signed(_, let signature):
            fields["type"] = "signed"
            fields["part"] = .integer(Int128(signature.part))
            if let hash = signature.hash { fields["hash"] = .string(hash.description) }
            if let key = signature.key {
                fields["publicKey"] = .string(key.publicKey.description)
                fields["nonce"] = .integer(Int128(key.nonce))
                fields["height"] = .integer(Int128(key.height))
            }
        case .left(_, let reason):
            fields["type"] = "left"
            fields["reason"] = .string(reason)
        case .checked(_, let height):
            fields["type"] = "checked"
            fields["height"] = .integer(Int128(height))
        case .state(_, let part, let state, let isSettled, let isOwn):
            fields["type"] = "state"
            fields["part"] = .integer(Int128(part))
            fields["state"] = .string(state.code)
            fields["settled"] = .bool(isSettled)
            if isOwn { fields["own"] = true }
            if !state.detail.isEmpty { fields["detail"] = .string(state.detail) }
            switch state {
            case .confirmed(let hash?), .failed(let hash?, _): fields["hash"] = .string(hash.description)
            default: break
            }
        }
        return fields
    }

    /// Reads one line.
    ///
    /// - Returns: The record, and whether the line has the checksum of its content; the first versions wrote none.
    /// - Throws: ``UnreadableError``.
    static func read(_ line: some Sequence<UInt8>) throws(UnreadableError) -> (record: JournalRecord, isChecked: Bool) {
        do {
            let bytes = Array(line)
            let value = try JSONValue.parse(bytes)
            let fields = try JSONFields(value, "record")
            let version = try fields.integer("v")
            guard version == Self.version else {
                throw UnreadableError(description: localized("it is of version %1$s", "\(version)"))
            }
            var content = value.objectValue ?? [:]
            let sum = content.removeValue(forKey: sumName)
            guard sum == nil || sum == Self.sum(ofLine: bytes) || sum == Self.sum(of: content) else {
                throw UnreadableError(description: localized("its checksum doesn’t match: it was damaged or changed"))
            }
            return (try record(fields, type: fields.string("type"), id: fields.string("id")), sum != nil)
        } catch let error as UnreadableError {
            throw error
        } catch {
            throw UnreadableError(description: "\(error)")
        }
    }

    private static func record(_ fields: JSONFields, type: String, id: String) throws -> JournalRecord {
        switch type {
        case "intent": return .intent(try intent(id, fields))
        case "keys":
            var nonces: [PublicKeyHandle: UInt64] = [:]
            for (key, nonce) in try fields.value("nonces").objectValue ?? [:] {
                nonces[try PublicKeyHandle(key.text)] = try number(nonce, "nonces")
            }
            return .keys(id: id, JournalKeys(height: try number(fields.value("height"), "height"), nonces: nonces))
        case "signed":
            let key = try fields.optionalString("publicKey").map { text in
                JournalSignature.SignedNonce(
                    publicKey: try PublicKeyHandle(text), nonce: try number(fields.value("nonce"), "nonce"),
                    height: try number(fields.value("height"), "height"))
            }
            let hash = try fields.optionalString("hash").map { try CryptoHash($0) }
            return .signed(id: id, JournalSignature(part: try part(fields), hash: hash, key: key))
        case "left": return .left(id: id, reason: try fields.string("reason"))
        case "checked": return .checked(id: id, height: try number(fields.value("height"), "height"))
        case "state":
            return .state(
                id: id, part: try part(fields), try state(fields), isSettled: try fields.bool("settled"),
                isOwn: fields.has("own") ? try fields.bool("own") : false)
        default: throw UnreadableError(description: localized("its type is unknown"))
        }
    }

    private static func intent(_ id: String, _ fields: JSONFields) throws -> JournalIntent {
        guard let kind = JournalEntry.Kind(rawValue: try fields.string("kind")) else {
            throw UnreadableError(description: localized("its kind is unknown"))
        }
        let parts = try fields.array("parts").map { value in
            let part = try JSONFields(value, "part")
            return JournalIntent.Part(
                receiverId: try AccountId(part.string("receiverId")),
                actions: try part.array("actions").map { try JournalAction(json: $0) })
        }
        guard !parts.isEmpty else { throw UnreadableError(description: localized("it has no parts")) }
        let process = try JSONFields(fields.value("process"), "process")
        return JournalIntent(
            id: id, time: try number(fields.value("time"), "time"), request: try fields.string("request"), kind: kind,
            network: try fields.string("network"), genesis: try fields.optionalString("genesis"),
            signerId: try AccountId(fields.string("signerId")), walletId: try fields.string("walletId"), parts: parts,
            process: ProcessIdentity(
                pid: try number(process.value("pid"), "pid"), startTicks: try number(process.value("start"), "start"),
                boot: try process.string("boot"), namespace: try process.optionalString("namespace")),
            asker: try fields.optionalString("asker").map { ExactText($0) },
            idempotencyKey: try fields.optionalString(IdempotencyKey.fieldName.text).map { ExactText($0) })
    }

    private static func state(_ fields: JSONFields) throws -> JournalEntry.State {
        let hash = try fields.optionalString("hash").map { try CryptoHash($0) }
        let detail = try fields.optionalString("detail") ?? ""
        switch try fields.string("state") {
        case "signed": return .signed
        case "confirmed": return .confirmed(hash: hash)
        case "failed": return .failed(hash: hash, reason: detail)
        case "not-sent": return .notSent(reason: detail)
        case "refused": return .refused(reason: detail)
        case "unknown": return .unknown(howToCheck: detail)
        default: throw UnreadableError(description: localized("its state is unknown"))
        }
    }

    private static func part(_ fields: JSONFields) throws -> Int {
        let part = try fields.integer("part")
        guard part >= 0 else { throw UnreadableError(description: localized("its part is negative")) }
        return part
    }

    private static func number<Integer: FixedWidthInteger>(_ value: JSONValue, _ name: String) throws -> Integer {
        guard let number = value.integerValue(as: Integer.self) else {
            throw UnreadableError(description: localized("%1$s isn’t a whole number that fits", name))
        }
        return number
    }
}
