// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import Testing

@testable import NEARConnectScenarios

/// Scenario files as they are meant to be written.
struct ScenarioFileTests {
    static func read(_ text: String) throws(ScenarioFileError) -> [Scenario] {
        try ScenarioFile.scenarios(of: Array(text.utf8), file: "folder/shop.yaml")
    }

    @Test func aFileHasItsNameAndItsSteps() throws {
        let scenario = try #require(
            try Self.read(
                """
                version: 1
                devnet:
                  accounts:
                    alice.test.near: 20 NEAR
                    bob.test.near:
                  contracts:
                    token.test.near:
                      token: {owner: alice.test.near, supply: "1000"}
                deadline: 2 min
                steps:
                  - sign-in: keystore
                  - send: {to: bob.test.near, amount: 1.5 NEAR}
                    as: sent
                    expect: {gas-below: 1 Tgas}
                  - balance: bob.test.near
                    retries: 3
                    expect: {is: 10001.5 NEAR}
                """
            ).first)
        #expect(scenario.name == "shop")
        #expect(scenario.deadline == .seconds(120))
        #expect(scenario.steps.map(\.word) == ["sign-in", "send", "balance"])
        #expect(scenario.steps.map(\.place.line) == [11, 12, 15])
        #expect(scenario.steps[1].resultName == "sent")
        #expect(scenario.steps[2].retries == 3)
        guard case .devnet(let devnet) = scenario.chain else {
            Issue.record("no devnet")
            return
        }
        #expect(devnet.accounts.map(\.balance) == [try NEARToken("20 NEAR"), nil])
        guard case .send(.transfer(_, .known(let amount))) = scenario.steps[1].work else {
            Issue.record("no transfer")
            return
        }
        #expect(amount == (try NEARToken("1.5 NEAR")))
    }

    /// Nothing is taken for a date, a truth value or a number where a text is meant.
    @Test(arguments: ["2024-01-02", "no", "1_000", "12:30:45", "0x1F", "~", "1e3", "07", "=", ".inf"])
    func aTextStaysWhatStandsInTheFile(_ text: String) throws {
        let scenario = try #require(
            try Self.read(
                """
                version: 1
                steps:
                  - sign-message: {message: \(text), recipient: shop.example}
                """
            ).first)
        guard case .signMessage(.known(let message), _) = scenario.steps[0].work else {
            Issue.record("no message")
            return
        }
        #expect(message == text)
    }

    @Test func argumentsAreJSONWhereJSONWritesThemSo() throws {
        let scenario = try #require(
            try Self.read(
                """
                version: 1
                let: {limit: 10, digits: "10", more: [1, two]}
                steps:
                  - view:
                      contract: book.test.near
                      method: get
                      args:
                        a: 1
                        b: "1"
                        c: true
                        d: null
                        e: 2024-01-02
                        f: no
                        g: ${limit}
                        h: ${digits}
                        i: "${limit}"
                        j: [1, "x"]
                        k: {l: 0.5}
                        m: x${limit}
                        n: ${more}
                        o: $${limit}
                        p: 01
                        q: ''
                """
            ).first)
        guard case .view(let call) = scenario.steps[0].work else {
            Issue.record("no view")
            return
        }
        let expected = """
            {"a": 1, "b": "1", "c": true, "d": null, "e": "2024-01-02", "f": "no", "g": 10, "h": "10", "i": "10",
             "j": [1, "x"], "k": {"l": 0.5}, "m": "x10", "n": [1, "two"], "o": "${limit}", "p": "01", "q": ""}
            """
        #expect(try call.arguments.value(scenario.values) == JSONValue.parse(expected))
    }

    @Test func valuesReferToEachOtherInAnyOrder() throws {
        let scenario = try #require(
            try Self.read(
                """
                version: 1
                name: about ${shop}
                let:
                  shop: shop.${root}
                  root: ${base.name}
                  base: {name: test.near}
                steps:
                  - balance: ${shop}
                """
            ).first)
        #expect(scenario.name == "about shop.test.near")
        guard case .balance(.known(let account)) = scenario.steps[0].work else {
            Issue.record("no balance")
            return
        }
        #expect(account.text == "shop.test.near")
    }

    @Test func resultsOfStepsAreKnownLater() throws {
        let scenario = try #require(
            try Self.read(
                """
                version: 1
                steps:
                  - balance: bob.test.near
                    as: before
                  - balance: bob.test.near
                    expect: {at-least: "${before}"}
                """
            ).first)
        guard case .within(let amount?, nil) = scenario.steps[1].expectation.balance, case .open = amount else {
            Issue.record("no amount")
            return
        }
        #expect(try amount.value(ScenarioValues(["before": "5"])) == NEARToken(yoctoNEAR: 5))
        #expect(throws: ScenarioValueError.self) { try amount.value(ScenarioValues()) }
        #expect(throws: ScenarioValueError.self) { try amount.value(ScenarioValues(["before": "much"])) }
    }

    @Test func aMatrixMakesAScenarioOfEachCombination() throws {
        let scenarios = try Self.read(
            """
            version: 1
            name: pays
            matrix:
              to: [bob.test.near, carol.test.near]
              amount: [1 NEAR, 2 NEAR, 3 NEAR]
            let: {text: "${amount} for ${to}"}
            steps:
              - send: {to: "${to}", amount: "${amount}"}
            """)
        #expect(
            scenarios.map(\.name).prefix(4) == [
                "pays [to=bob.test.near, amount=1 NEAR]", "pays [to=bob.test.near, amount=2 NEAR]",
                "pays [to=bob.test.near, amount=3 NEAR]", "pays [to=carol.test.near, amount=1 NEAR]",
            ])
        #expect(scenarios.count == 6)
        #expect(scenarios[5].values["text"] == "3 NEAR for carol.test.near")
    }
}
