// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Foundation
internal import SafeText

/// The option by which commands that ask a network get a deadline.
package struct TimeoutOption: ParsableArguments {
    @Option(
        name: .customLong("timeout"),
        help: help(
            "How long the network may take as a whole, for example 10, 2.5 or 10s; 30 by default.",
            valueName: "seconds"), transform: { try Self.duration($0) })
    package var chosen: Duration?

    package init() {}

    /// The time that the network has.
    package var duration: Duration { chosen ?? Self.standard }

    /// The time without the option.
    package static let standard = Duration.seconds(30)

    /// Reads a number of seconds, with or without the unit.
    ///
    /// - Throws: `ValidationError`.
    package static func duration(_ text: String) throws -> Duration {
        let number = text.hasSuffix("s") ? String(text.dropLast()) : text
        // Digits and a point only: `Double` takes “nan” and “0x1p3”, too.
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let seconds = Double(number), (0.001...86400).contains(seconds)
        else {
            throw ValidationError(
                localized(
                    "%1$s is no time. Write seconds from 0.001 to 86400, for example --timeout 10.",
                    DisplayText.quotation(text, limit: 60)))
        }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
