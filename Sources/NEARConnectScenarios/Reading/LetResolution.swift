// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Finds an order in which the values of `let` are known when others refer to them.
struct LetResolution {
    private let reader: ScenarioReader
    private let members: [String: LocatedYAML.Member]
    private let names: [String]
    private var values: ScenarioValues
    /// The names that are being resolved, the first one first.
    private var open: [String] = []

    init(reader: ScenarioReader, members: [LocatedYAML.Member], values: ScenarioValues) {
        var reader = reader
        // References to values of `let` are looked up here, in turn.
        reader.results.formUnion(members.map(\.name))
        reader.values = values
        self.reader = reader
        self.members = Dictionary(members.map { ($0.name, $0) }) { first, _ in first }
        names = members.map(\.name)
        self.values = values
    }

    /// Resolves all values.
    ///
    /// - Throws: ``ScenarioFileError`` at the value that refers to itself, by way of others or not.
    mutating func run() throws(ScenarioFileError) -> ScenarioValues {
        for name in names { try resolve(name) }
        return values
    }

    private mutating func resolve(_ name: String) throws(ScenarioFileError) {
        guard values[name] == nil, let member = members[name] else { return }
        if let start = open.firstIndex(of: name) {
            let circle = (open[start...] + [name]).prefix(12).joined(separator: " → ")
            throw reader.error(
                member.place, localized("the value refers to itself: %1$s", circle),
                advice: localized("give one of them a value of its own"))
        }
        open.append(name)
        let json = try reader.json(member.value)
        for reference in json.references where members[reference.name] != nil { try resolve(reference.name) }
        values[name] = try reader.at(member.value.place) { () throws(ScenarioValueError) in try json.value(values) }
        open.removeLast()
    }
}
