// SPDX-License-Identifier: MIT

internal import SafeText

/// The reasons why a link is not handed to another program, or was handed on in vain.
package enum ExternalLinkError: Error, Hashable, Sendable, CustomStringConvertible {
    case notAnAddress
    case tooLong
    case refusedScheme(String)
    case nobody(scheme: String)
    case noOpener
    case notStarted(reason: String)
    case failed(status: Int32)
    case noAnswer(after: Duration)
    case portal(reason: String)

    /// A sentence for the user.
    package var description: String {
        switch self {
        case .notAnAddress: localized("The link is not an address that another program could open.")
        case .tooLong:
            localized("The link is longer than programs take it (%1$s KB).", "\(ExternalLink.limit / 1024)")
        case .refusedScheme(let scheme):
            localized("Links that begin with “%1$s:” are never handed to other programs.", scheme)
        case .nobody(let scheme): localized("No program on this computer opens “%1$s:” links.", scheme)
        case .noOpener:
            localized("xdg-open is not installed. On Debian and Ubuntu, run “apt-get install xdg-utils”.")
        case .notStarted(let reason): localized("xdg-open is installed, but does not start: %1$s", reason)
        case .failed(let status): Self.text(ofStatus: status)
        case .noAnswer(let limit):
            localized(
                "The desktop has said nothing for %1$s s. If no program has come up by now, none will.",
                "\(limit.components.seconds)")
        case .portal(let reason): localized("The desktop portal did not open the link: %1$s", reason)
        }
    }

    /// A sentence for one of xdg-open's exit codes, by its manual.
    private static func text(ofStatus status: Int32) -> String {
        switch status {
        case 2: localized("No program took the link (xdg-open found nothing at the address).")
        case 3: localized("No program took the link (xdg-open lacks a tool that it needs).")
        case 4: localized("No program took the link (xdg-open could not do it).")
        case 128...: localized("No program took the link (xdg-open was ended by signal %1$s).", "\(status - 128)")
        default: localized("No program took the link (xdg-open ended with %1$s).", "\(status)")
        }
    }
}
