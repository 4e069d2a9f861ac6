// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives

/// The failure of a scenario.
package struct ScenarioRunError: Error, Sendable, Hashable {
    /// The code of an expectation that isn't met.
    package static let expectationCode = "expectation"

    /// A name for programs.
    package let code: String
    /// A sentence for the user.
    package let sentence: String
    /// The exit status that belongs to it.
    package let status: ExitStatus
    /// The place of the step; `nil` where no step had begun.
    package var place: PolicyError.Place?
    /// The error of the node or the chain behind it, as it came; `nil` where there is none.
    package var nodeError: JSONValue?

    package init(code: String, sentence: String, status: ExitStatus, place: PolicyError.Place? = nil) {
        self.code = code
        self.sentence = sentence
        self.status = status
        self.place = place
    }

    /// The failure of an expectation.
    package init(expectation sentence: String) {
        self.init(code: Self.expectationCode, sentence: sentence, status: .failure)
    }

    /// The failure that an error is.
    package init(_ error: any Error) {
        if let failure = error as? ScenarioRunError {
            self = failure
            return
        }
        if let error = error as? ScenarioValueError {
            self.init(expectation: error.description)
            return
        }
        let report = ErrorReport(error)
        self.init(code: report.code, sentence: report.sentence, status: report.status)
        nodeError = report.nodeError
    }
}
