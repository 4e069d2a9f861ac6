// SPDX-License-Identifier: MIT

import ConnectorTesting
import Foundation

/// The page `docs/upstream-weaknesses.md`: the outcome of each rule about a weakness, on upstream's behaviour.
struct WeaknessPage {
    /// The ways in which a rule is broken.
    enum Fault: String {
        case hangs
        case otherwise = "does otherwise"
    }

    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../docs/upstream-weaknesses.md").standardizedFileURL
    private static let head = """
        # Upstream's weaknesses, and what proves that they are gone

        Each rule is run against the embedded connector, which keeps it, and as another bundle against `Fixtures/Reference`, which does what
        near-connect 0.11.4 is known to do and breaks it: it `hangs`, so that the caller hears nothing, or it `does otherwise`.
        `ConformanceTests` runs both in a real page, and checks that this page says the same. For a bundle of your own:
        `NEAR_CONNECT_CONNECTOR=FILE Scripts/test --filter ConformanceTests`.

        The numbers say what a rule is about: 1 and 2 who may ask and answer, 3 to 5 windows and frames that go elsewhere, 6 calls without an end, 7
        storage, 8 and 9 texts that become code or markup, 10 what may be opened, 11 `external`, 12 WalletConnect, 13 executors' code, 14 closed
        windows, 15 signing out, 17 actions of near-api-js, 18 which wallets there are and who is signed in. Excluding "hot-wallet", which upstream
        doesn't let a page do, and networks of a page's own are among the last: a page that relied on upstream's answer gets another one here.

        | rule | what holds with the embedded connector | upstream |
        | --- | --- | --- |

        """

    /// The page as it stands in the repository, as far as its table; what follows is about no rule.
    let text: String
    /// The page's words about each rule, by id.
    let faults: [String: Fault]

    /// - Throws: The file system's error.
    init() throws {
        let whole =
            FileManager.default.fileExists(atPath: Self.file.path)
            ? try String(contentsOf: Self.file, encoding: .utf8) : ""
        text = String(whole.prefix(upTo: whole.firstRange(of: "\n## ")?.lowerBound ?? whole.endIndex))
        faults = text.split(separator: "\n").reduce(into: [:]) { faults, line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if cells.count == 3, let fault = Fault(rawValue: cells[2]) { faults["1.11 \(cells[0])"] = fault }
        }
    }

    /// Returns the page as it should be.
    static func text(for results: [ConformanceSuite.Result]) -> String {
        head
            + results.map { result in
                let upstream = result.fault == nil ? "keeps it" : (result.hangs ? Fault.hangs : .otherwise).rawValue
                return "| \(result.rule.id.dropFirst("1.11 ".count)) | \(result.rule.says) | \(upstream) |\n"
            }.joined()
    }
}
