// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A scenario file.
package enum ScenarioFile {
    /// The most bytes of a file.
    package static let sizeLimit = YAMLParser.sizeLimit

    private static let fields = [
        "version", "name", "devnet", "network", "wallets", "let", "matrix", "process", "deadline", "step-deadline",
        "steps",
    ]
    private static let nameLimit = 200

    /// Reads a file's scenarios, one for each combination of its matrix.
    ///
    /// - Parameters:
    ///   - text: The text, in UTF-8.
    ///   - file: The file's name in errors; its last part names the scenario where the file doesn't.
    /// - Throws: ``ScenarioFileError`` with line and column of the first fault.
    package static func scenarios(of text: [UInt8], file: String) throws(ScenarioFileError) -> [Scenario] {
        let yaml = try YAMLParser.parse(text, file: file)
        let reader = ScenarioReader(file: file)
        let fields = try reader.fields(yaml, called: "scenario", known: fields)
        let version = try fields.required("version")
        guard try reader.scalar(version, called: "version").hasSameBytes(as: "1") else {
            throw reader.error(
                version.place, localized("this version of the format isn’t known"),
                advice: localized("write “version: 1”, or use a newer program"))
        }
        var scenarios: [Scenario] = []
        for combination in try reader.combinations(fields["matrix"]) {
            var reader = reader
            reader.values = try reader.resolve(fields["let"], over: combination)
            scenarios.append(try scenario(fields, of: combination, by: &reader))
        }
        return scenarios
    }

    private static func scenario(
        _ fields: ScenarioFields, of combination: [Scenario.Assignment], by reader: inout ScenarioReader
    ) throws(ScenarioFileError) -> Scenario {
        let values = reader.values
        let title = try fields["name"].map { yaml throws(ScenarioFileError) in try name(yaml, reader) }
        let chain = try reader.chain(fields)
        let wallets = try reader.wallets(fields["wallets"], on: chain)
        let process = try fields["process"].map { yaml throws(ScenarioFileError) in
            try reader.word(yaml, called: "process", known: ["shared", "own"])
        }
        let deadline: Duration = try duration(fields["deadline"], called: "deadline", by: reader) ?? .seconds(120)
        let stepDeadline: Duration =
            try duration(fields["step-deadline"], called: "step-deadline", by: reader) ?? .seconds(30)
        var steps: [Scenario.Step] = []
        let list = try reader.list(fields.required("steps"), called: "steps", limit: ScenarioReader.stepLimit)
        for element in list { steps.append(try reader.step(element, on: chain, with: wallets)) }
        return Scenario(
            file: reader.file, title: title ?? baseName(of: reader.file), combination: combination, chain: chain,
            wallets: wallets, ownsProcess: process?.hasSameBytes(as: "own") ?? false, deadline: deadline,
            stepDeadline: stepDeadline, values: values, steps: steps)
    }

    private static func name(_ yaml: LocatedYAML, _ reader: ScenarioReader) throws(ScenarioFileError) -> String {
        let name = try reader.fixed(yaml, called: "name", as: String.self)
        guard !name.isEmpty, name.utf8.count <= nameLimit, DisplayText.line(name).hasSameBytes(as: name) else {
            throw reader.error(
                yaml.place, localized("the name isn’t one line of 1 to %1$s bytes", "\(nameLimit)"),
                advice: localized("write a short name"))
        }
        return name
    }

    private static func duration(
        _ yaml: LocatedYAML?, called name: String, by reader: ScenarioReader
    ) throws(ScenarioFileError) -> Duration? {
        try yaml.map { yaml throws(ScenarioFileError) in try reader.fixed(yaml, called: name) }
    }

    /// The last part of a path, without what stands behind its last point.
    private static func baseName(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let pieces = name.split(separator: ".")
        return pieces.count > 1 ? pieces.dropLast().joined(separator: ".") : name
    }
}
