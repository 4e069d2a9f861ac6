// SPDX-License-Identifier: MIT

package import NEARConnectCore
internal import SafeText

/// The reason why a scenario file isn't run, with the place in the file.
package struct ScenarioFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, as it was named.
    package let file: String
    /// The place; `nil` where the file as a whole can't be read.
    package let place: PolicyError.Place?
    /// The fault.
    package let reason: String
    /// The way to repair it.
    package let advice: String

    package init(file: String, place: PolicyError.Place?, reason: String, advice: String) {
        self.file = file
        self.place = place
        self.reason = reason
        self.advice = advice
    }

    /// The error in one line, as compilers write it: file, line, column, fault and advice.
    package var description: String {
        let name = place.map { "\(file):\($0.line):\($0.column)" } ?? file
        return DisplayText.name(localized("%1$s: %2$s; %3$s", name, reason, advice))
    }
}
