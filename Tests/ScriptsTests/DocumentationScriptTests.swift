// SPDX-License-Identifier: MIT

import Foundation
import XCTest

/// Provokes `Scripts/python/documentation.py` with a module `Shop` that re-exports `Money`.
final class DocumentationScriptTests: XCTestCase {
    private static let shop = "Sources/Shop/Shop.swift"

    /// The files of the modules and their catalogue.
    private static let sources = [
        "Sources/Money/Money.swift": """
        /// An amount.
        public struct Amount {
            /// The amount in cents.
            public let cents: Int
        }

        """,
        shop: """
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
    /// - Parameter changes: A file each, a text that is in it, and what stands there instead.
    private func document(
        _ changes: [(path: String, old: String, new: String)] = [], file: StaticString = #filePath, line: UInt = #line
    ) throws -> (code: Int32, findings: [String]) {
        let scratch = Scratch()
        try scratch.write("", to: "products/Modules/.keep")
        var sources = Self.sources
        for change in changes {
            let text = try XCTUnwrap(sources[change.path], file: file, line: line)
            XCTAssertTrue(text.contains(change.old), "\(change.path) has no \(change.old)", file: file, line: line)
            sources[change.path] = text.replacingOccurrences(of: change.old, with: change.new)
        }
        for (path, text) in sources { try scratch.write(text, to: path) }
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
                "--module", "Shop", "--catalogue", "Shop.docc", "--sources", "Sources", "--products", "products",
                "--output", "pages",
            ], in: scratch.url)
        if run.code == 0 {
            let page = scratch.url.appendingPathComponent("pages/documentation/shop/store/index.html")
            XCTAssertTrue(FileManager.default.fileExists(atPath: page.path), file: file, line: line)
        }
        return (run.code, run.output.split(separator: "\n").map(String.init))
    }

    private func assertFinds(
        _ findings: [String], changing changes: [(String, String, String)], file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let run = try document(changes, file: file, line: line)
        XCTAssertEqual(run.findings, findings, file: file, line: line)
        XCTAssertEqual(run.code, 1, file: file, line: line)
    }

    func testNothingIsFoundWhereNothingIsWrong() throws {
        let run = try document()
        XCTAssertEqual(run.findings, [])
        XCTAssertEqual(run.code, 0)
    }

    func testDeadLinksAreFoundInArticlesAndInComments() throws {
        try assertFinds(
            [
                "Shop.docc/Hours.md:3: 'isShut' doesn't exist at '/Shop/Store'",
                "Shop.docc/Shop.md:3: 'Directions' doesn't exist at '/Shop'",
                "Sources/Shop/Shop.swift:3: 'francs' doesn't exist at '/Shop/Store/Amount'",
            ],
            changing: [
                ("Shop.docc/Hours.md", "isOpen", "isShut"),
                ("Shop.docc/Shop.md", "See <doc:Hours>", "See <doc:Directions>"),
                (Self.shop, "``Amount/cents``", "``Amount/francs``"),
            ])
    }

    func testPublicSymbolsWithoutACommentAreFoundInEitherModule() throws {
        try assertFinds(
            [
                "Sources/Money/Money.swift:3: Amount.cents is public and has no comment",
                "Sources/Shop/Shop.swift:12: Store.pay(_:) is public and has no sentence before the list in its comment",
                "Sources/Shop/Shop.swift:22: Payment.cash is public and has no comment",
            ],
            changing: [
                ("Sources/Money/Money.swift", "    /// The amount in cents.\n", ""),
                (Self.shop, "    /// Pays.\n    ///\n", ""),
                (Self.shop, "    /// Coins and notes.\n", ""),
            ])
    }

    func testListsThatAreNotWhatTheySeemAreFound() throws {
        try assertFinds(
            [
                "Sources/Shop/Shop.swift:10: Parameter 'price' not found in instance method declaration; "
                    + "Remove 'price' parameter documentation",
                "Sources/Shop/Shop.swift:12: Parameter 'amount' is missing documentation; Document 'amount' parameter",
                "Sources/Shop/Shop.swift:12: this line becomes part of the list above it; put an empty line between",
            ],
            changing: [
                (Self.shop, "nothing.\n    ///\n", "nothing.\n"),
                (Self.shop, "Parameter amount:", "Parameter price:"),
            ])
    }

    func testTypesInNoTopicGroupOrInTwoAreFound() throws {
        try assertFinds(
            [
                "Shop.docc/Shop.md:12: Store stands in a topic group already: Shop.docc/Shop.md:10",
                "Sources/Shop/Shop.swift:23: Payment is public and stands in no topic group of Shop.docc",
            ],
            changing: [
                ("Shop.docc/Shop.md", "- ``Payment``\n", ""),
                ("Shop.docc/Shop.md", "- ``Amount``\n", "- ``Amount``\n- ``Store``\n"),
            ])
    }
}
