// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectScenarios

/// The scenario that benches run.
enum BenchScenario {
    /// Writes a file with so many scenarios, which differ in one name.
    static func file(in folder: URL, count: Int) throws -> URL {
        let file = folder.appending(path: "bench-\(count).yaml")
        let text = """
            version: 1
            name: Bench
            matrix: {n: [\((1...count).map { "\($0)" }.joined(separator: ", "))]}
            devnet:
              accounts: [alice.test.near, bob.test.near]
              contracts: {book.test.near: guest-book}
            steps:
              - sign-in: keystore
              - send: {to: bob.test.near, amount: 1 NEAR}
              - sign-message: {message: hello, recipient: shop.example}
              - call: {contract: book.test.near, method: add_message, args: {text: hi}}
            """
        try Data(text.utf8).write(to: file)
        return file
    }

    /// Reads such a file.
    static func read(_ file: URL) throws -> [Scenario] {
        try ScenarioFile.scenarios(of: Array(try Data(contentsOf: file)), file: file.path)
    }
}
