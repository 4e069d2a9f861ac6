// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The files that the documents name: a document that sends its reader to a file that has moved is wrong.
@Suite struct DocumentationTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Folders of the repository that a path in backticks begins with.
    private static let folders = [
        "Sources", "Resources", "Tests", "Scripts", "Benchmarks", "Fuzzing", "Examples", "docs",
    ]

    /// The documents, by their paths in the repository.
    private static let documents: [String] = {
        let inFolder = FileManager.default.subpaths(atPath: root.appending(path: "docs").path) ?? []
        return ["README.md", "HACKING.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
            + inFolder.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" } + articles
    }()

    /// The articles of the library's documentation.
    private static let articles: [String] = {
        let folder = "Sources/NEARConnect/NEARConnect.docc"
        let files = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
        return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }()

    private static func text(of document: String) throws -> String {
        try String(contentsOf: root.appending(path: document), encoding: .utf8)
    }

    /// A document without its blocks of code, whose backticks would pair with those of the text.
    private static func prose(of document: String) throws -> String {
        try text(of: document).components(separatedBy: "```").enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    }

    private static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The paths among the words in backticks; patterns such as `Tests/*/Support` name no one file.
    private static func paths(in prose: String) -> [String] {
        prose.matches(of: /`([^`]+)`/).flatMap { $0.output.1.split(whereSeparator: \.isWhitespace) }
            .filter { word in folders.contains { word.hasPrefix($0 + "/") } && !word.contains(/[{}*?<>…]/) }
            .map { String($0.prefix { $0 != ":" && $0 != "#" && $0 != "," && $0 != ";" }) }
    }

    @Test func theDocumentsAreFound() {
        #expect(Self.documents.count >= 11 + Self.articles.count)
        #expect(Self.articles.count >= 12)
        let prose = "`swift test Tests/A.swift` `Scripts/{a,b}` `Sources/*/` `docs/b.md:3` Tests/C.swift"
        #expect(Self.paths(in: prose) == ["Tests/A.swift", "docs/b.md"])
    }

    @Test(arguments: documents) func theFilesThatADocumentNamesExist(document: String) throws {
        for path in Self.paths(in: try Self.prose(of: document)) {
            #expect(Self.exists(Self.root.appending(path: path)), "\(document) names \(path)")
        }
    }

    @Test(arguments: documents) func theFilesThatADocumentLinksToExist(document: String) throws {
        let folder = Self.root.appending(path: document).deletingLastPathComponent()
        for match in try Self.prose(of: document).matches(of: /\]\(([^):#]+)(?:#[^)]*)?\)/) {
            let target = folder.appending(path: String(match.output.1)).standardized
            #expect(Self.exists(target), "\(document) links to \(match.output.1)")
        }
    }

    /// The rows of HACKING's table of places: a file each, and what stands in it.
    @Test func whatHackingSaysAFileHoldsIsInIt() throws {
        let hacking = try Self.text(of: "HACKING.md")
        let section = try #require(hacking.components(separatedBy: "\n## ").first { $0.hasPrefix("Where is …\n") })
        let rows = section.matches(of: /\n\| [^|]*\? \| `([^`]+)` \| [^|`]*`([^`]+)`/)
        #expect(rows.count >= 16)
        #expect(rows.count == section.matches(of: /\n\| [^|]*\? \|/).count, "a row has no file or no name")
        for row in rows {
            let name = String(row.output.2.prefix { $0 != "(" }.split(separator: ".").last ?? "")
            let file = try Self.text(of: String(row.output.1))
            #expect(file.contains(name), "\(row.output.1) has no \(name)")
        }
    }

    /// The conformance rules cite sections of the wallet protocol by the numbers that their ids begin with.
    @Test func whatTheConformanceRulesCiteIsInTheProtocol() throws {
        let folder = "Tests/ConnectorTesting/Fixtures/Conformance/rules"
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: folder).path)
        let rules = try files.map { try Self.text(of: "\(folder)/\($0)") }.joined()
        let cited = Set(rules.matches(of: /\bid: ["`](1\.\d+)(?: (\d+))?\b/).map { [$0.output.1, $0.output.2 ?? ""] })
        #expect(cited.count >= 25)
        let lines = try Self.text(of: "docs/wallet-protocol.md").components(separatedBy: "\n")
        for section in cited {
            #expect(lines.contains { $0.hasPrefix("## \(section[0]) ") }, "there is no section \(section[0])")
            guard !section[1].isEmpty else { continue }
            #expect(lines.contains { $0.hasPrefix("\(section[1]). ") }, "there is no number \(section[1]) in 1.11")
        }
    }
}
