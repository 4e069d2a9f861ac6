// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import NEARConnectCore
internal import NEARConnectScenarios
internal import NEARPrimitives
internal import SafeText

/// The folder of one run's pictures, and of what was found when it failed.
///
/// It is made when it is needed, and new: nothing that stands in the folder of the results is replaced.
@MainActor
final class ResultFolder {
    /// The most folders for one scenario.
    private static let limit = 10_000

    /// The folder; `nil` until it is made.
    private(set) var url: URL?

    private let root: URL
    private let name: String

    /// Names a folder in `root` like the scenario.
    init(in root: URL, for scenario: Scenario) {
        self.root = root
        name = Self.name(of: scenario.name)
    }

    /// Makes the folder, unless it is there.
    ///
    /// - Throws: An error of the file system.
    func make() throws -> URL {
        if let url { return url }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for number in 1...Self.limit {
            let url = root.appendingPathComponent(number == 1 ? name : "\(name)-\(number)")
            // The folder is made by whoever comes first, of all processes of a run.
            if mkdir(url.path, 0o777) == 0 {
                self.url = url
                return url
            }
            guard errno == EEXIST else { break }
        }
        throw ScenarioRunError(
            code: "results", sentence: localized("No folder can be made in %1$s.", root.path), status: .failure)
    }

    /// Letters of ASCII and digits of a name, with a hyphen between words.
    private static func name(of scenario: String) -> String {
        var words = ""
        for scalar in scenario.lowercased().unicodeScalars {
            if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
                words.unicodeScalars.append(scalar)
            } else if !words.isEmpty, words.last != "-" {
                words += "-"
            }
        }
        var name = String(words.prefix(80))
        if name.last == "-" { name.removeLast() }
        return name.isEmpty ? "scenario" : name
    }

    /// Writes a file.
    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: try make().appendingPathComponent(name))
    }

    /// Writes the result, the trace, the scenario and the page that shows all of it.
    func write(_ result: ScenarioResult, trace: [TraceEntry], picture: String?, state: String?) throws {
        try write(JSONReport.json(result).text + "\n", to: "result.json")
        try write(trace.map { $0.json.text + "\n" }.joined(), to: "trace.jsonl")
        let bytes = try RegularFile.read(
            URL(fileURLWithPath: result.file), limit: ScenarioFile.sizeLimit, followsLinks: true)
        let source = String(decoding: bytes ?? [], as: UTF8.self)
        let page = HTMLReport(result: result, source: source, trace: trace, picture: picture, state: state)
        try write(page.html, to: "index.html")
    }
}
