// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reads a policy file's text; `docs/schemas/policy.schema.json` describes it.
///
/// A policy moves money without a user, so nothing in it is passed over: a field that isn't known, a name that stands
/// twice and a value of the wrong kind each refuse the whole file.
struct PolicyReader {
    /// The most bytes of a file.
    static let sizeLimit = 64 << 10
    /// The most rules of a file.
    static let ruleLimit = 64
    /// The most entries of a list.
    static let listLimit = 256
    /// The most bytes of a rule's name.
    static let nameLimit = 64

    private let file: String
    private let text: [UInt8]

    init(_ text: [UInt8], file: String) {
        self.text = text
        self.file = file
    }

    /// Reads the rules.
    func rules() throws(PolicyError) -> [ApprovalPolicy.Rule] {
        guard text.count <= Self.sizeLimit else {
            throw error(
                at: nil, localized("the file has %1$s bytes", "\(text.count)"),
                localized("write at most %1$s", "\(Self.sizeLimit)"))
        }
        let json: LocatedJSON
        do throws(JSONParsingError) {
            json = try LocatedJSON(text)
        } catch {
            throw self.error(at: Self.offset(of: error, in: text), Self.words(error), localized("write JSON"))
        }
        let fields = try object(json, called: "policy", known: ["$schema", "version", "rules"])
        if let schema = fields["$schema"] { _ = try string(schema, limit: 1024) }
        let version = try fields.required("version")
        guard case .scalar(.integer(1)) = version.content else {
            throw error(
                at: version.offset, localized("this version of the format isn’t known"),
                localized("write \"version\": 1, or use a newer program"))
        }
        let list = try elements(fields.required("rules"), limit: Self.ruleLimit)
        var names: Set<ExactText> = []
        var rules: [ApprovalPolicy.Rule] = []
        for element in list {
            let rule = try rule(element)
            guard names.insert(ExactText(rule.name ?? "")).inserted else {
                throw error(
                    at: element.offset, localized("two rules have the name “%1$s”", rule.name ?? ""),
                    localized("give each rule a name of its own"))
            }
            rules.append(rule)
        }
        return rules
    }

    // MARK: Values

    /// Returns the fields of an object that may have these only.
    func object(_ json: LocatedJSON, called name: String, known: [String]) throws(PolicyError) -> PolicyFields {
        guard case .object(let members) = json.content else {
            throw error(at: json.offset, localized("“%1$s” is no object", name), localized("write { … }"))
        }
        var fields: [ExactText: LocatedJSON] = [:]
        for member in members {
            guard known.contains(where: { ExactText($0) == member.name }) else {
                let meant = NearestName.of(member.name.text, in: known)
                throw error(
                    at: member.offset, localized("“%1$s” has no field “%2$s”", name, shown(member.name.text)),
                    meant.map { localized("did you mean “%1$s”?", $0) }
                        ?? localized("write one of: %1$s", known.joined(separator: ", ")))
            }
            guard fields.updateValue(member.value, forKey: member.name) == nil else {
                throw error(
                    at: member.offset, localized("the field “%1$s” stands twice", member.name.text),
                    localized("remove one of the two"))
            }
        }
        return PolicyFields(fields: fields, name: name, offset: json.offset, reader: self)
    }

    /// Returns a list's elements; an empty list is refused, since it may be meant as all or as none.
    func elements(_ json: LocatedJSON, limit: Int = listLimit) throws(PolicyError) -> [LocatedJSON] {
        guard case .array(let elements) = json.content else {
            throw error(at: json.offset, localized("this is no list"), localized("write [ … ]"))
        }
        guard !elements.isEmpty else {
            throw error(
                at: json.offset, localized("the list is empty"), localized("write at least one entry, or leave it out"))
        }
        guard elements.count <= limit else {
            throw error(
                at: elements[limit].offset, localized("the list has %1$s entries", "\(elements.count)"),
                localized("write at most %1$s", "\(limit)"))
        }
        return elements
    }

    /// Returns a text that isn't empty.
    func string(_ json: LocatedJSON, limit: Int) throws(PolicyError) -> String {
        guard case .scalar(.string(let text)) = json.content else {
            throw error(at: json.offset, localized("this is no text"), localized("write it in quotation marks"))
        }
        guard !text.isEmpty, text.utf8.count <= limit else {
            throw error(
                at: json.offset, localized("the text has %1$s bytes", "\(text.utf8.count)"),
                localized("write 1 to %1$s", "\(limit)"))
        }
        return text
    }

    /// Returns `true` or `false`.
    func bool(_ json: LocatedJSON) throws(PolicyError) -> Bool {
        guard case .scalar(.bool(let flag)) = json.content else {
            throw error(
                at: json.offset, localized("this is neither true nor false"), localized("write true or false"))
        }
        return flag
    }

    // MARK: Errors

    /// Makes an error of the byte at `offset`.
    func error(at offset: Int?, _ reason: String, _ advice: String) -> PolicyError {
        PolicyError(file: file, place: offset.map(place), reason: reason, advice: advice)
    }

    func place(_ offset: Int) -> PolicyError.Place {
        let before = text.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count
        return .init(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column + 1)
    }

    /// Names come from the file, and may be long.
    func shown(_ text: String) -> String { String(text.unicodeScalars.prefix(64)) }

    private static func offset(of error: JSONParsingError, in text: [UInt8]) -> Int {
        switch error {
        case .endOfInput: text.count
        case .unexpectedByte(let offset, _), .invalidNumber(let offset), .invalidString(let offset),
            .tooDeep(let offset), .trailingBytes(let offset):
            offset
        }
    }

    private static func words(_ error: JSONParsingError) -> String {
        switch error {
        case .endOfInput: localized("the text ends within a value")
        case .unexpectedByte: localized("this character can’t stand here")
        case .invalidNumber: localized("this is no number")
        case .invalidString: localized("this text isn’t written as JSON writes texts")
        case .tooDeep: localized("values stand too deep in one another")
        case .trailingBytes: localized("something follows the policy")
        }
    }
}

/// The fields of one object of a policy file.
struct PolicyFields {
    fileprivate let fields: [ExactText: LocatedJSON]
    fileprivate let name: String
    fileprivate let offset: Int
    fileprivate let reader: PolicyReader

    subscript(_ field: String) -> LocatedJSON? { fields[ExactText(field)] }

    /// Returns the value of a field that must be there.
    func required(_ field: String) throws(PolicyError) -> LocatedJSON {
        guard let value = self[field] else {
            throw reader.error(
                at: offset, localized("“%1$s” has no field “%2$s”, which it needs", name, field), localized("add it"))
        }
        return value
    }
}
