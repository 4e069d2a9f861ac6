// SPDX-License-Identifier: MIT

/// An address that may be handed to another program, exactly as it was asked for.
package struct ExternalLink: Hashable, Sendable {
    /// Why an address is not handed on.
    package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case notAnAddress
        case tooLong
        case refusedScheme(String)
        case nobody(scheme: String)
        case noOpener
        case notStarted(reason: String)
        case failed(status: Int32)
        case noAnswer(after: Duration)
        case portal(reason: String)

        package var description: String {
            switch self {
            case .notAnAddress: "The link is not an address that another program could open."
            case .tooLong: "The link is longer than programs take it (\(ExternalLink.limit / 1024) KB)."
            case .refusedScheme(let scheme):
                "Links of the scheme \u{201C}\(scheme)\u{201D} are never handed to other programs."
            case .nobody(let scheme): "No program on this computer opens \u{201C}\(scheme):\u{201D} links."
            case .noOpener: "xdg-open is not installed (Debian and Ubuntu: apt-get install xdg-utils)."
            case .notStarted(let reason): "xdg-open is installed, but does not start: \(reason)"
            case .failed(let status): "No program took the link (\(Self.meaning(of: status)))."
            case .noAnswer(let limit):
                "The desktop has said nothing for \(limit.components.seconds) s. If no program has come up by now, none will."
            case .portal(let reason): "The desktop portal did not open the link: \(reason)"
            }
        }

        /// xdg-open's exit codes, by its manual.
        private static func meaning(of status: Int32) -> String {
            switch status {
            case 2: "xdg-open found nothing at the address"
            case 3: "xdg-open lacks a tool that it needs"
            case 4: "xdg-open could not do it"
            case 128...: "xdg-open was ended by signal \(status - 128)"
            default: "xdg-open ended with \(status)"
            }
        }
    }

    /// The most bytes of a link: one argument of a program has room for twice that.
    static let limit = 64 * 1024

    /// The address exactly as the page asked for it.
    package let uri: String
    /// Its scheme in lower case.
    package let scheme: String

    /// - Throws: ``Refusal`` for what is not an address, and for schemes that reach into this machine.
    package init(_ uri: String) throws(Refusal) {
        guard let scheme = WebAddress.scheme(of: uri), !uri.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f })
        else {
            throw .notAnAddress
        }
        guard uri.utf8.count <= Self.limit else { throw .tooLong }
        guard !Self.refusedSchemes.contains(scheme) else { throw .refusedScheme(scheme) }
        self.uri = uri
        self.scheme = scheme
    }

    /// Schemes that reach into this machine or into a browser's own workings.
    package static let refusedSchemes: Set = [
        "file", "javascript", "data", "blob", "about", "vbscript", "view-source", "filesystem", "ftp", "webkit",
        "resource",
        InternalScheme.name,
    ]
}
