// SPDX-License-Identifier: MIT

package import NEARConnectCore

/// The result of one run of one scenario.
package struct ScenarioResult: Sendable, Hashable {
    /// The file, as it was named.
    package let file: String
    /// The name, with the values of the matrix.
    package let name: String
    /// The number of the repetition, from 1.
    package let repetition: Int
    /// The steps in the order of the file; those behind a failed one are skipped.
    package let steps: [Step]
    /// The time from the start of the chain to the end of the last process.
    package let duration: Duration
    /// The failure of the scenario; `nil` if every expectation was met.
    package var failure: ScenarioRunError?
    /// The folder with what was found at the failure; `nil` where there is none.
    package var folder: String?

    package init(
        file: String, name: String, repetition: Int, steps: [Step], duration: Duration, failure: ScenarioRunError?,
        folder: String? = nil
    ) {
        self.file = file
        self.name = name
        self.repetition = repetition
        self.steps = steps
        self.duration = duration
        self.failure = failure
        self.folder = folder
    }

    /// True if every expectation was met.
    package var isSuccess: Bool { failure == nil }

    /// The result of one step.
    package struct Step: Sendable, Hashable {
        /// The word that names the step's kind.
        package let word: String
        /// The place of the step in the file.
        package let place: PolicyError.Place
        /// The end of the step.
        package let end: End
        /// The time that it took, with its checks.
        package let duration: Duration
        /// The findings in words.
        package let detail: String

        package init(word: String, place: PolicyError.Place, end: End, duration: Duration, detail: String) {
            self.word = word
            self.place = place
            self.end = end
            self.duration = duration
            self.detail = detail
        }
    }

    /// The end of a step.
    package enum End: String, Sendable, CaseIterable {
        /// Its expectation was met.
        case passed
        /// It wasn't.
        case failed
        /// A step before it failed.
        case skipped
    }
}

extension Collection where Element == ScenarioResult {
    /// The exit status of a run.
    ///
    /// It is that of the failures if they have one in common, and a plain failure otherwise.
    package var exitStatus: ExitStatus {
        let statuses = Set(compactMap { $0.failure?.status })
        guard let first = statuses.first else { return .success }
        return statuses.count == 1 ? first : .failure
    }
}
