// SPDX-License-Identifier: MIT

internal import Foundation
internal import WebKitGTK

/// The table of rules in `Fixtures/Conformance`, run against one connector in a real page.
@MainActor
public final class ConformanceSuite {
    /// One rule, as its file states it.
    public struct Rule: Decodable, Sendable {
        /// The section of the protocol, and a name.
        public let id: String
        /// The rule in a sentence.
        public let says: String
        /// The number of loads of the page that the rule needs.
        public let loads: Int

        /// True if the rule is about a weakness of upstream, which upstream's connector is known to fail.
        public var isAboutWeakness: Bool {
            (id.hasPrefix("1.11 ") && !id.hasPrefix("1.11 16 "))
        }
        /// True if the rule is about an attack that no section names.
        public var isAttack: Bool { id.hasPrefix("attack ") }
    }

    /// The result of one rule.
    public struct Result: Sendable {
        /// The rule.
        public let rule: Rule
        /// The reason why the rule doesn't hold; `nil` if it does.
        public let fault: String?

        /// True if the rule doesn't hold because nothing happened.
        public var hangs: Bool { fault?.hasPrefix("nothing happened for ") == true }
    }

    private let page: ConnectorPage
    private let site: String

    /// - Parameters:
    ///   - source: The connector under test.
    ///   - site: The address that serves `Fixtures/Sites`: `http://127.0.0.1:<port>`, also reachable as `localhost`.
    public init(_ source: TestedConnector, site: String) {
        page = ConnectorPage(source, module: "Conformance/suite.js")
        self.site = site
    }

    /// Runs the rules that `isWanted` names.
    ///
    /// - Parameters:
    ///   - impatience: Milliseconds after which a rule counts as broken, for connectors that are known to hang. The
    ///     rules' own patience otherwise.
    /// - Throws: The error that keeps the page from loading.
    public func run(
        impatience: Int? = nil, where isWanted: (Rule) -> Bool = { _ in true }
    ) async throws -> [Result] {
        try await page.reload()
        let list = try await page.view.call("return module.list()")
        let rules = try JSONDecoder().decode([Rule].self, from: Data(list.utf8)).filter(isWanted)
        var faults: [String: String] = [:]
        let spanning = rules.filter { $0.loads > 1 }
        if !spanning.isEmpty {
            for rule in spanning {
                faults[rule.id] = try await run(rule, part: "before", impatience: impatience).map {
                    "in the first load: \($0)"
                }
            }
            try await page.reload()
        }
        var results: [Result] = []
        for rule in rules {
            let fault = try await run(rule, part: "check", impatience: impatience)
            results.append(Result(rule: rule, fault: faults[rule.id] ?? fault))
            page.closePopups()
        }
        return results
    }

    private func run(_ rule: Rule, part: String, impatience: Int?) async throws -> String? {
        let fault = try await page.view.call(
            "return await module.run(id, part, site, impatience === '' ? undefined : Number(impatience))",
            arguments: [
                "id": rule.id, "part": part, "site": site, "impatience": impatience.map { "\($0)" } ?? "",
            ])
        return fault.isEmpty ? nil : fault
    }
}

extension [ConformanceSuite.Result] {
    /// The results as a readable table: a line for each rule, faults below their rules.
    public var table: String {
        let lines = map { result in
            (result.fault == nil ? "holds   " : "BROKEN  ") + "\(result.rule.id): \(result.rule.says)"
                + (result.fault.map { "\n            \($0)" } ?? "")
        }
        let broken = filter { $0.fault != nil }.count
        return (lines + ["\(count) rules, \(broken) broken"]).joined(separator: "\n")
    }
}
