// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives

/// One scenario as it is run: a file, with one combination of its matrix.
package struct Scenario: Sendable {
    /// The file, as it was named.
    package let file: String
    /// The name of the file's scenario.
    package let title: String
    /// The values of the matrix in their order; empty without one.
    package let combination: [Assignment]
    /// The chain.
    package var chain: ScenarioChain
    /// The wallets.
    package let wallets: ScenarioWallets
    /// True if it is run by a process of its own.
    package let ownsProcess: Bool
    /// The longest time of the whole scenario.
    package let deadline: Duration
    /// The longest time of a step that names none.
    package let stepDeadline: Duration
    /// The values of `let` and of the matrix.
    package let values: ScenarioValues
    /// The steps in their order.
    package let steps: [Step]

    /// A value of the matrix.
    package struct Assignment: Sendable, Hashable {
        /// The name.
        package let name: String
        /// The value.
        package let value: JSONValue
    }

    /// The name with the values of the matrix, which no other scenario of the file has.
    package var name: String {
        guard !combination.isEmpty else { return title }
        let values = combination.map { "\($0.name)=\($0.value.stringValue ?? $0.value.text)" }
        return "\(title) [\(values.joined(separator: ", "))]"
    }

    /// True if a step restarts the program, so that pages' data has to outlive them.
    package var restarts: Bool {
        steps.contains { step in
            if case .restart = step.work { true } else { false }
        }
    }

    /// A step of a scenario.
    package struct Step: Sendable {
        /// The place of the step in the file.
        package let place: PolicyError.Place
        /// The word that names the step's kind.
        package let word: String
        /// The work.
        package let work: ScenarioWork
        /// The name for the result; `nil` where nobody refers to it.
        package let resultName: String?
        /// The expected result.
        package let expectation: ScenarioExpectation
        /// The longest time of the step; `nil` for the scenario's.
        package let deadline: Duration?
        /// The number of times that a read is repeated whose expectation isn't met; zero for all that signs.
        package let retries: Int
    }
}
