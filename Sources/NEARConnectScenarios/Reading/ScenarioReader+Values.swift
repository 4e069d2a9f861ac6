// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// JSON, `let` and `matrix`.
extension ScenarioReader {
    /// The most combinations of a matrix.
    static let combinationLimit = 256

    /// Reads a JSON value with references.
    func json(_ yaml: LocatedYAML) throws(ScenarioFileError) -> ScenarioJSON {
        switch yaml.content {
        case .scalar(let scalar, let isPlain):
            let text = try at(yaml.place) { () throws(ScenarioValueError) in try ScenarioText(scalar) }
            try check(text, at: yaml.place)
            if isPlain, let reference = text.soleReference { return .reference(reference) }
            guard text.references.isEmpty else { return .text(text) }
            let plain = try at(yaml.place) { () throws(ScenarioValueError) in try text.resolved(values) }
            return .value(ScenarioJSON.scalar(plain, isPlain: isPlain))
        case .list(let elements):
            var result: [ScenarioJSON] = []
            for element in elements { result.append(try json(element)) }
            return .list(result)
        case .mapping(let members):
            var result: [ExactText: ScenarioJSON] = [:]
            for member in members { result[ExactText(member.name)] = try json(member.value) }
            return .object(result)
        }
    }

    /// Reads the lists of a matrix, and returns its combinations, the last name's values first through.
    func combinations(_ yaml: LocatedYAML?) throws(ScenarioFileError) -> [[Scenario.Assignment]] {
        guard let yaml else { return [[]] }
        var combinations: [[Scenario.Assignment]] = [[]]
        for member in try members(yaml, called: "matrix") {
            try checkName(member)
            var longer: [[Scenario.Assignment]] = []
            let elements = try list(member.value, called: member.name)
            guard combinations.count * elements.count <= Self.combinationLimit else {
                throw error(
                    member.place, localized("the matrix has more than %1$s combinations", "\(Self.combinationLimit)"),
                    advice: localized("leave values out, or split the scenario"))
            }
            var seen: Set<JSONValue> = []
            var assignments: [Scenario.Assignment] = []
            for element in elements {
                let json = try json(element)
                let value = try at(element.place) { () throws(ScenarioValueError) in try json.value(values) }
                guard seen.insert(value).inserted else {
                    throw error(
                        element.place, localized("this value stands twice in its list"),
                        advice: localized("remove one of the two"))
                }
                assignments.append(.init(name: member.name, value: value))
            }
            for combination in combinations {
                for assignment in assignments { longer.append(combination + [assignment]) }
            }
            combinations = longer
        }
        return combinations
    }

    /// Resolves the values of `let`, which may refer to each other and to the matrix in any order.
    func resolve(_ yaml: LocatedYAML?, over matrix: [Scenario.Assignment]) throws(ScenarioFileError) -> ScenarioValues {
        var known = ScenarioValues()
        for assignment in matrix { known[assignment.name] = assignment.value }
        guard let yaml else { return known }
        let members = try members(yaml, called: "let")
        for member in members {
            try checkName(member)
            guard known[member.name] == nil else {
                throw error(
                    member.place, localized("“%1$s” is a value of the matrix", member.name),
                    advice: localized("give one of the two another name"))
            }
        }
        var resolution = LetResolution(reader: self, members: members, values: known)
        return try resolution.run()
    }

    private func checkName(_ member: LocatedYAML.Member) throws(ScenarioFileError) {
        guard ScenarioText.isName(member.name) else {
            throw error(
                member.place, ScenarioValueError.notAName(member.name).description,
                advice: localized("begin with a letter, and write letters, digits, - and _"))
        }
    }
}
