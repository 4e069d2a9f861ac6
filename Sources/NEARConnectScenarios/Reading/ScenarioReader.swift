// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Reads values of a scenario file; `docs/schemas/scenario.schema.json` describes it.
///
/// Nothing in it is passed over: a name that isn't known, a value of the wrong kind and a reference to nothing each
/// refuse the whole file, with the place and the word that was meant.
struct ScenarioReader {
    /// The most steps of a scenario.
    static let stepLimit = 1_000
    /// The most entries of any other list.
    static let listLimit = 1_000

    /// The file, as it was named.
    let file: String
    /// The values of `let` and of the matrix.
    var values = ScenarioValues()
    /// The names of results of the steps before.
    var results: Set<String> = []
    /// The names of the steps before that sign delegate actions.
    var delegates: Set<String> = []

    // MARK: Shapes

    /// Returns the fields of a mapping that may have these only.
    func fields(
        _ yaml: LocatedYAML, called name: String, known: [String]
    ) throws(ScenarioFileError) -> ScenarioFields {
        let members = try members(yaml, called: name)
        for member in members where !known.contains(where: { $0.hasSameBytes(as: member.name) }) {
            throw unknown(member.name, at: member.place, in: name, known: known)
        }
        return ScenarioFields(members: members, name: name, place: yaml.place, reader: self)
    }

    /// Returns the entries of a mapping with any names.
    func members(_ yaml: LocatedYAML, called name: String) throws(ScenarioFileError) -> [LocatedYAML.Member] {
        guard case .mapping(let members) = yaml.content else {
            throw error(
                yaml.place, localized("“%1$s” is no mapping", name),
                advice: localized("write names with their values below it, each “name: value”"))
        }
        guard members.count <= Self.listLimit else {
            throw error(
                members[Self.listLimit].place, localized("“%1$s” has %2$s entries", name, "\(members.count)"),
                advice: localized("write at most %1$s", "\(Self.listLimit)"))
        }
        return members
    }

    /// Returns a list's elements; an empty list is refused.
    func list(
        _ yaml: LocatedYAML, called name: String, limit: Int = listLimit
    ) throws(ScenarioFileError) -> [LocatedYAML] {
        guard case .list(let elements) = yaml.content else {
            throw error(
                yaml.place, localized("“%1$s” is no list", name), advice: localized("begin each entry with “- ”"))
        }
        guard !elements.isEmpty else {
            throw error(
                yaml.place, localized("“%1$s” is empty", name),
                advice: localized("write at least one entry, or leave it out"))
        }
        guard elements.count <= limit else {
            throw error(
                elements[limit].place, localized("“%1$s” has %2$s entries", name, "\(elements.count)"),
                advice: localized("write at most %1$s", "\(limit)"))
        }
        return elements
    }

    // MARK: Texts

    /// Returns a scalar's text as it stands in the file.
    func scalar(_ yaml: LocatedYAML, called name: String) throws(ScenarioFileError) -> String {
        guard case .scalar(let text, _) = yaml.content else {
            throw error(
                yaml.place, localized("“%1$s” is no text", name),
                advice: localized("write it on one line, after the colon"))
        }
        guard !yaml.isEmpty else {
            throw error(
                yaml.place, localized("“%1$s” has no value", name), advice: localized("write it after the colon"))
        }
        return text
    }

    /// Reads a text whose references may name results of earlier steps.
    func late<Value: ScenarioValue>(
        _ yaml: LocatedYAML, called name: String, as type: Value.Type = Value.self
    ) throws(ScenarioFileError) -> Late<Value> {
        let text = try text(yaml, called: name)
        let isOpen = text.references.contains { results.contains($0.name) }
        // Texts are put together when they are needed: each may be long, and there are many.
        if isOpen || (type == String.self && !text.references.isEmpty) { return .open(text) }
        return .known(
            try at(yaml.place) { () throws(ScenarioValueError) in try Value(scenario: text.resolved(values)) })
    }

    /// Reads a text that is known before any step runs.
    func fixed<Value: ScenarioValue>(
        _ yaml: LocatedYAML, called name: String, as type: Value.Type = Value.self
    ) throws(ScenarioFileError) -> Value {
        let text = try text(yaml, called: name)
        if let reference = text.references.first(where: { results.contains($0.name) }) {
            throw error(
                yaml.place, localized("“%1$s” is known only while the scenario runs", reference.text),
                advice: localized("name a value of “let” or “matrix”"))
        }
        return try at(yaml.place) { () throws(ScenarioValueError) in try Value(scenario: text.resolved(values)) }
    }

    /// Reads one of some words.
    func word(_ yaml: LocatedYAML, called name: String, known: [String]) throws(ScenarioFileError) -> String {
        let text = try fixed(yaml, called: name, as: String.self)
        guard known.contains(where: { $0.hasSameBytes(as: text) }) else {
            let meant = NearestName.of(text, in: known)
            throw error(
                yaml.place, localized("“%1$s” can’t be “%2$s”", name, YAMLParser.shown(text)),
                advice: meant.map { localized("did you mean “%1$s”?", $0) }
                    ?? localized("write one of: %1$s", known.joined(separator: ", ")))
        }
        return text
    }

    private func text(_ yaml: LocatedYAML, called name: String) throws(ScenarioFileError) -> ScenarioText {
        let scalar = try scalar(yaml, called: name)
        let text = try at(yaml.place) { () throws(ScenarioValueError) in try ScenarioText(scalar) }
        try check(text, at: yaml.place)
        return text
    }

    /// Refuses references to nothing.
    func check(_ text: ScenarioText, at place: PolicyError.Place) throws(ScenarioFileError) {
        for reference in text.references where !results.contains(reference.name) {
            guard reference.value(in: values) == nil else { continue }
            let known = values.names + results.sorted()
            let meant = values[reference.name] == nil ? NearestName.of(reference.name, in: known) : nil
            throw error(
                place, ScenarioValueError.unknown(reference).description,
                advice: meant.map { localized("did you mean “%1$s”?", $0) }
                    ?? ScenarioValueError.unknown(reference).advice)
        }
    }

    // MARK: Errors

    /// Gives an error of a value the place where the value stands.
    func at<Value>(
        _ place: PolicyError.Place, _ work: () throws(ScenarioValueError) -> Value
    ) throws(ScenarioFileError) -> Value {
        do throws(ScenarioValueError) {
            return try work()
        } catch {
            throw self.error(place, String(error.description.unicodeScalars.prefix(300)), advice: error.advice)
        }
    }

    /// Makes the error of a name that isn't known.
    func unknown(
        _ word: String, at place: PolicyError.Place, in name: String, known: [String]
    ) -> ScenarioFileError {
        error(
            place, localized("“%1$s” has no “%2$s”", name, YAMLParser.shown(word)),
            advice: NearestName.of(word, in: known).map { localized("did you mean “%1$s”?", $0) }
                ?? localized("write one of: %1$s", known.joined(separator: ", ")))
    }

    func error(_ place: PolicyError.Place, _ reason: String, advice: String) -> ScenarioFileError {
        ScenarioFileError(file: file, place: place, reason: reason, advice: advice)
    }
}

/// The fields of one mapping of a scenario file.
struct ScenarioFields {
    let members: [LocatedYAML.Member]
    let name: String
    let place: PolicyError.Place
    fileprivate let reader: ScenarioReader

    fileprivate init(members: [LocatedYAML.Member], name: String, place: PolicyError.Place, reader: ScenarioReader) {
        self.members = members
        self.name = name
        self.place = place
        self.reader = reader
    }

    subscript(_ field: String) -> LocatedYAML? { members.first { $0.name.hasSameBytes(as: field) }?.value }

    /// Returns the value of a field that must be there.
    func required(_ field: String) throws(ScenarioFileError) -> LocatedYAML {
        guard let value = self[field] else {
            throw reader.error(
                place, localized("“%1$s” has no “%2$s”, which it needs", name, field), advice: localized("add it"))
        }
        return value
    }
}
