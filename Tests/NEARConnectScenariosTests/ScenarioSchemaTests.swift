// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectScenarios

/// The schema of scenario files, the examples and the documentation, against the reader.
struct ScenarioSchemaTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: path)))
    }

    private static func schema() throws -> JSONValue {
        try JSONValue.parse(bytes("docs/schemas/scenario.schema.json"))
    }

    /// A file as an editor that knows the schema reads it.
    private static func json(_ yaml: LocatedYAML) -> JSONValue {
        switch yaml.content {
        case .scalar(let text, let isPlain): ScenarioJSON.scalar(text, isPlain: isPlain)
        case .list(let elements): .array(elements.map(json))
        case .mapping(let members):
            .object(JSONValue.Members(uniqueKeysWithValues: members.map { (ExactText($0.name), json($0.value)) }))
        }
    }

    private static func accepts(_ text: [UInt8]) throws -> Bool {
        try JSONSchema(schema()).accepts(json(try YAMLParser.parse(text, file: "case.yaml")))
    }

    @Test func theSchemaHasTheReadersWords() throws {
        let schema = try Self.schema()
        let step = try #require(schema["$defs"]?["step"]?["properties"]?.objectValue)
        let common = ["as", "expect", "deadline", "retries"]
        #expect(Set(step.keys.map(\.text)) == Set(ScenarioReader.words + common))
        let manual = String(decoding: try Self.bytes("docs/scenarios.md"), as: UTF8.self)
        for word in ScenarioReader.words + common { #expect(manual.contains("`\(word)`"), "\(word)") }
        for code in ScenarioErrorCode.all { #expect(manual.contains("`\(code)`"), "\(code)") }
        let expectation = try #require(schema["$defs"]?["expectation"]?["properties"]?.objectValue)
        for word in expectation.keys { #expect(manual.contains("`\(word.text)`"), "\(word.text)") }
        for method in ScriptMethod.all + ScriptMethod.phone { #expect(manual.contains("`\(method)`"), "\(method)") }
    }

    @Test(arguments: ["token-transfer", "own-contract", "wallet-refuses", "phone-wallet"])
    func theSchemaTakesTheExamples(_ name: String) throws {
        let text = try Self.bytes("Examples/scenarios/\(name).yaml")
        #expect(try Self.accepts(text))
        #expect(try !ScenarioFile.scenarios(of: text, file: "\(name).yaml").isEmpty)
    }

    /// Faults of the shape are found by the schema too; references and values of NEAR are the reader's alone.
    @Test func theSchemaRefusesFaultsOfTheShape() throws {
        for text in [
            "verison: 1\n", "version: 2\n", "version: 1\n", "version: 1\nsteps: []\n", "version: 1\nsteps: {}\n",
            "version: 1\nsteps: [{sing-in: keystore}]\n", "version: 1\nsteps: [{sign-out: now}]\n",
            "version: 1\nsteps: [{send: {to: bob.test.near}}]\n", "version: 1\ndeadline: 10\nsteps: [{restart: }]\n",
            "version: 1\ndevnet: {acounts: [a]}\nsteps: [{restart: }]\n",
        ] {
            #expect(try !Self.accepts(Array(text.utf8)), "\(text)")
        }
    }

    /// Every block of the documentation is read: whole files as they are, and steps below a sign-in.
    @Test func everyBlockOfTheDocumentationIsRead() throws {
        let manual = String(decoding: try Self.bytes("docs/scenarios.md"), as: UTF8.self)
        let blocks = manual.components(separatedBy: "```yaml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count >= 7)
        for block in blocks {
            let text = block.hasPrefix("version: 1\n") ? block : "version: 1\n" + block
            let whole = text.contains("\nsteps:\n") ? text : text + "steps:\n  - sign-in: keystore\n"
            do {
                _ = try ScenarioFile.scenarios(of: Array(whole.utf8), file: "docs.yaml")
            } catch {
                Issue.record("\(error)\n\(whole)")
            }
            #expect(try Self.accepts(Array(whole.utf8)), "\(whole)")
        }
    }
}
