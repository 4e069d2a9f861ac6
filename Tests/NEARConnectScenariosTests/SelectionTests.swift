// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectScenarios

/// The choice of the scenarios that run on a machine, and their order.
struct SelectionTests {
    private static func scenarios() throws -> [Scenario] {
        try ScenarioFileTests.read(
            "version: 1\nname: pays\nmatrix: {n: [1, 2, 3, 4, 5, 6, 7]}\nsteps: [{restart: }]\n")
    }

    private static func names(_ plan: ScenarioPlan) -> [String] {
        plan.runs.map { "\($0.scenario.combination[0].value.text).\($0.repetition)" }
    }

    @Test func shardsShareASuiteWithoutOverlap() throws {
        let scenarios = try Self.scenarios()
        var all: [String] = []
        for number in 1...3 {
            let shard = try #require(Shard("\(number)/3"))
            let names = Self.names(ScenarioPlan(scenarios, only: [], shard: shard, repetitions: 1))
            #expect([2, 3].contains(names.count))
            all += names
        }
        #expect(all.sorted() == (1...7).map { "\($0).1" })
        #expect(Self.names(ScenarioPlan(scenarios, only: [], shard: .all, repetitions: 1)).count == 7)
    }

    @Test(arguments: [
        "", "/", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/3", "01/3", "+1/3", " 1/3", "1/99999", "a/b", "1/x",
    ])
    func whatIsNoShardIsRefused(_ text: String) { #expect(Shard(text) == nil) }

    @Test func repetitionsComeAfterEachOther() throws {
        let scenarios = try Self.scenarios()
        let plan = ScenarioPlan(scenarios, only: ["n=2", "n=5"], shard: .all, repetitions: 2)
        #expect(Self.names(plan) == ["2.1", "5.1", "2.2", "5.2"])
        #expect(plan.runs.map(\.position) == [1, 4, 1, 4])
    }

    @Test func aNameThatNoScenarioHasIsFound() throws {
        let scenarios = try Self.scenarios()
        #expect(ScenarioPlan.unknown(["pays", "n=7"], among: scenarios) == nil)
        let unknown = try #require(ScenarioPlan.unknown(["pays", "pasy"], among: scenarios))
        #expect(unknown.word == "pasy" && unknown.meant == "pays")
    }
}
