// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// The tables of `ComparedWithIOS.md` and what is compiled say the same.
final class IOSNamesTests: MainLoopTestCase {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The cells of each row of the tables under the headings that `isTaken` chooses.
    private static func rows(under isTaken: (String) -> Bool) throws -> [[String]] {
        var heading = ""
        var rows: [[String]] = []
        for line in try text("Sources/NEARConnect/NEARConnect.docc/ComparedWithIOS.md").split(separator: "\n") {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            guard line.hasPrefix("| `"), isTaken(heading) else { continue }
            rows.append(line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        return rows
    }

    private static let others: Set = ["Views", "Not here"]

    private static func unquoted(_ cell: String) -> String {
        cell.trimmingCharacters(in: CharacterSet(charactersIn: "`"))
    }

    /// The names on the lines of `IOSNames.swift`, as its compiler reads them.
    private static func compiledNames() throws -> [String] {
        let source = try text("Examples/IOSNames.swift")
        return source.matches(of: /\bname\(\s*\\?(NEAR[\w.]+)(\([\w:]*\))?(\s+as [^\n]*)?/).map { match in
            let name = String(match.1).replacing(/\.self$/, with: "")
            let isVerb = match.3?.contains("-> Verb<") == true
            return name + (match.2.map(String.init) ?? (isVerb ? "()" : ""))
        }
    }

    func testEachNameOfTheTableIsCompiledAndEachCompiledNameIsInTheTable() throws {
        let rows = try Self.rows { !Self.others.contains($0) }
        let (listed, compiled) = (rows.map { Self.unquoted($0[0]) }, try Self.compiledNames())
        XCTAssertEqual(Set(listed).subtracting(compiled).sorted(), [], "not compiled")
        XCTAssertEqual(Set(compiled).subtracting(listed).sorted(), [], "not in the table")
        XCTAssertEqual(listed.count, Set(listed).count)
        XCTAssertEqual(compiled.count, Set(compiled).count)
        for row in rows { XCTAssertTrue(row.count == 2 && !row[1].isEmpty, "\(row)") }
        // What the expression finds is what runs: nothing stands in a comment.
        try run {
            var count = 0
            nameAllOfIOS { _ in count += 1 }
            XCTAssertEqual(count, compiled.count)
        }
    }

    func testEachViewHasACounterpartThatSaysSo() throws {
        let rows = try Self.rows { $0 == "Views" }
        XCTAssertEqual(rows.count, 9)
        let widget = try Self.text("Sources/NEARConnect/Widgets/BridgeWidget.swift").split(
            separator: "\n", omittingEmptySubsequences: false)
        for row in rows {
            let (name, counterpart) = (Self.unquoted(row[0]), Self.unquoted(row[1]))
            let symbol = counterpart.split(separator: "/").last ?? ""
            let declaration = symbol.prefix { $0 != ":" && $0 != ")" }
            let index = try XCTUnwrap(
                widget.firstIndex { line in
                    line.contains("public ")
                        && ["class ", "var ", ""].contains { line.contains("\($0)\(declaration)") }
                }, counterpart)
            let comment = widget[..<index].reversed().prefix {
                $0.trimmingCharacters(in: .whitespaces).hasPrefix("///") || $0.hasPrefix("@MainActor")
            }
            let words = comment.reversed().joined(separator: " ")
            // `WalletBridgeSheet.init()` is said as both of its parts, a member of its own by its own name.
            let member = name.split(separator: ".", maxSplits: 1).last ?? ""
            XCTAssertTrue(
                words.contains("near-connect-ios") && words.contains("`\(member)`"), "\(counterpart): \(name)")
            XCTAssertFalse(row[2].isEmpty, name)
        }
    }

    func testWhatIsNotHereIsNowhere() throws {
        let rows = try Self.rows { $0 == "Not here" }
        XCTAssertEqual(rows.map { Self.unquoted($0[0]) }, ["ledgerBLE", "LedgerBLEManager", "LedgerBLEError"])
        let sources = Self.root.appendingPathComponent("Sources")
        let files = try XCTUnwrap(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for row in rows {
                XCTAssertFalse(row[1].isEmpty)
                let name = Self.unquoted(row[0])
                XCTAssertFalse(
                    ["class ", "enum ", "struct ", "var ", "let "].contains { text.contains($0 + name) },
                    "\(name) is in \(file.lastPathComponent): give it a row of its own")
            }
        }
    }
}
