// SPDX-License-Identifier: MIT

import Foundation
import XCTest

/// `Scripts/python/documentation.py`, which the check "documentation" runs, over a module `Shop` that re-exports `Money`.
final class DocumentationScriptTests: XCTestCase {
    /// What the modules and their catalogue are made of, by file.
    private static let sources = [
        "Sources/Money/Money.swift": """
        /// An amount.
        public struct Amount {
            /// The amount in cents.
            public let cents: Int
        }

        """,
        "Sources/Shop/Shop.swift": """
        @_exported public import Money

        /// A shop that takes ``Amount/cents``.
        public struct Store: Hashable {
            /// True if somebody is there.
            public var isOpen = false

            /// Pays.
            ///
            /// - Parameter amount: The amount, which
            ///   may be nothing.
            ///
            /// Nobody gives change.
            public func pay(_ amount: Money.Amount) {}

            /// The payments of a day.
            public struct Amount: Hashable {}

            var till = 0
        }

        /// The ways to pay.
        public enum Payment: String {
            /// Coins and notes.
            case cash
        }

        """,
        "Shop.docc/Shop.md": """
        # ``Shop``

        Buying things. See <doc:Hours>.

        ## Topics

        ### Buying

        - <doc:Hours>
        - ``Store``
        - ``Payment``
        - ``Amount``

        """,
        // The members of a type: this `Amount` is another one than the module's.
        "Shop.docc/Store.md": """
        # ``Shop/Store``

        ## Topics

        ### Paying

        - ``pay(_:)``
        - ``Amount``

        """,
        "Shop.docc/Hours.md": """
        # Hours

        Early and late: ``Store/isOpen``.

        """,
    ]

    /// Builds the modules and their pages, and returns what the script says of them.
    ///
    /// - Parameter changes: By file: a text that is in it, and what stands there instead.
    private func document(
        _ changes: [String: (String, String)] = [:], file: StaticString = #filePath, line: UInt = #line
    ) throws -> (code: Int32, findings: [String]) {
        let scratch = Scratch()
        try scratch.write("", to: "products/Modules/.keep")
        for (path, source) in Self.sources {
            var text = source
            if let (old, new) = changes[path] {
                XCTAssertTrue(text.contains(old), "\(path) has no \(old)", file: file, line: line)
                text = text.replacingOccurrences(of: old, with: new)
            }
            try scratch.write(text, to: path)
        }
        for module in ["Money", "Shop"] {
            let built = try Repository.execute(
                [
                    "swiftc", "-emit-module", "-swift-version", "6", "-module-name", module, "-I", "products/Modules",
                    "-emit-module-path", "products/Modules/\(module).swiftmodule", "Sources/\(module)/\(module).swift",
                ], in: scratch.url)
            XCTAssertEqual(built.code, 0, built.output, file: file, line: line)
        }
        let run = try Repository.run(
            "Scripts/python/documentation.py",
            [
                "--module", "Shop", "--catalogue", "Shop.docc", "--sources", "Sources/Shop", "--products", "products",
                "--output", "pages",
            ], in: scratch.url)
        if run.code == 0 {
            let page = scratch.url.appendingPathComponent("pages/documentation/shop/store/index.html")
            XCTAssertTrue(FileManager.default.fileExists(atPath: page.path), file: file, line: line)
        }
        return (run.code, run.output.split(separator: "\n").map(String.init))
    }

    private func assertFinds(
        _ findings: [String], in path: String, changing old: String, to new: String, file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let run = try document([path: (old, new)], file: file, line: line)
        XCTAssertEqual(run.findings, findings, file: file, line: line)
        XCTAssertEqual(run.code, 1, file: file, line: line)
    }

    func testNothingIsFoundWhereNothingIsWrong() throws {
        let run = try document()
        XCTAssertEqual(run.findings, [])
        XCTAssertEqual(run.code, 0)
    }

    func testADeadLinkIsFoundInAnArticleAndInAComment() throws {
        try assertFinds(
            ["Shop.docc/Hours.md:3: 'isShut' doesn't exist at '/Shop/Store'"], in: "Shop.docc/Hours.md",
            changing: "isOpen", to: "isShut")
        try assertFinds(
            ["Shop.docc/Shop.md:3: 'Directions' doesn't exist at '/Shop'"], in: "Shop.docc/Shop.md",
            changing: "See <doc:Hours>", to: "See <doc:Directions>")
        try assertFinds(
            ["Sources/Shop/Shop.swift:3: 'francs' doesn't exist at '/Shop/Store/Amount'"],
            in: "Sources/Shop/Shop.swift",
            changing: "``Amount/cents``", to: "``Amount/francs``")
    }

    func testAPublicSymbolWithoutACommentIsFoundInEitherModule() throws {
        try assertFinds(
            ["Sources/Money/Money.swift:3: Amount.cents is public and has no comment"], in: "Sources/Money/Money.swift",
            changing: "    /// The amount in cents.\n", to: "")
        try assertFinds(
            ["Sources/Shop/Shop.swift:24: Payment.cash is public and has no comment"], in: "Sources/Shop/Shop.swift",
            changing: "    /// Coins and notes.\n", to: "")
    }

    func testACommentThatIsAListOnlyIsFound() throws {
        try assertFinds(
            ["Sources/Shop/Shop.swift:12: Store.pay(_:) is public and has no sentence before the list in its comment"],
            in: "Sources/Shop/Shop.swift", changing: "    /// Pays.\n    ///\n", to: "")
    }

    func testAParagraphThatBelongsToAParameterIsFound() throws {
        try assertFinds(
            ["Sources/Shop/Shop.swift:12: this line becomes part of the list above it; put an empty line between"],
            in: "Sources/Shop/Shop.swift", changing: "nothing.\n    ///\n", to: "nothing.\n")
    }

    func testAParameterThatIsNoneIsFound() throws {
        try assertFinds(
            [
                "Sources/Shop/Shop.swift:10: Parameter 'price' not found in instance method declaration; "
                    + "Remove 'price' parameter documentation",
                "Sources/Shop/Shop.swift:12: Parameter 'amount' is missing documentation; Document 'amount' parameter",
            ],
            in: "Sources/Shop/Shop.swift", changing: "Parameter amount:", to: "Parameter price:")
    }

    func testATypeThatStandsInNoTopicGroupOrInTwoIsFound() throws {
        try assertFinds(
            ["Sources/Shop/Shop.swift:23: Payment is public and stands in no topic group of Shop.docc"],
            in: "Shop.docc/Shop.md", changing: "- ``Payment``\n", to: "")
        try assertFinds(
            ["Shop.docc/Shop.md:13: Store stands in a topic group already: Shop.docc/Shop.md:10"],
            in: "Shop.docc/Shop.md", changing: "- ``Amount``\n", to: "- ``Amount``\n- ``Store``\n")
    }
}
