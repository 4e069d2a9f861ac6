// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText

/// The runs of a suite, in the order in which they are reported.
package struct ScenarioPlan: Sendable {
    /// One run of one scenario.
    package struct Run: Sendable {
        /// The position of the scenario among those of all files.
        package let position: Int
        /// The number of the repetition, from 1.
        package let repetition: Int
        /// The scenario.
        package let scenario: Scenario

        /// Creates a run.
        package init(position: Int, repetition: Int, scenario: Scenario) {
            self.position = position
            self.repetition = repetition
            self.scenario = scenario
        }

        /// True if it is the same scenario's same repetition.
        package func isSame(as other: Run) -> Bool {
            position == other.position && repetition == other.repetition
        }
    }

    /// The runs: all scenarios, and then all again, as often as wanted.
    package let runs: [Run]

    /// Chooses scenarios.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios of all files.
    ///   - words: Texts of which a name has one in it; empty for all names.
    ///   - shard: The part of what is left that is this machine's.
    ///   - repetitions: The number of times that each is run.
    package init(_ scenarios: [Scenario], only words: [String], shard: Shard, repetitions: Int) {
        let named = scenarios.enumerated().filter { _, scenario in
            words.isEmpty || words.contains { scenario.name.utf8.firstRange(of: $0.utf8) != nil }
        }
        let chosen = named.enumerated().filter { shard.has($0.offset) }.map(\.element)
        runs = (1...max(1, repetitions)).flatMap { repetition in
            chosen.map { Run(position: $0.offset, repetition: repetition, scenario: $0.element) }
        }
    }

    /// A plan of one run.
    package init(_ run: Run) { runs = [run] }

    /// Returns the first text that no name has in it, with the name that was meant, if one is near.
    package static func unknown(_ words: [String], among scenarios: [Scenario]) -> (word: String, meant: String?)? {
        for word in words where !scenarios.contains(where: { $0.name.utf8.firstRange(of: word.utf8) != nil }) {
            return (word, NearestName.of(word, in: scenarios.map(\.title)))
        }
        return nil
    }
}
