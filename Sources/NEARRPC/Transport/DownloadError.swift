// SPDX-License-Identifier: MIT

public import FoundationEssentials
import SafeText

/// The reason why a file could not be fetched.
public enum DownloadError: Error, Sendable, Hashable {
    /// The address is not an https one.
    ///
    /// Nothing was asked for.
    case insecureAddress(String)
    /// The server sent the request on to an address that is not an https one.
    ///
    /// It was not followed.
    case insecureRedirect(String)
    /// The server sent the request on to another site, which was not asked.
    case foreignRedirect(String)
    /// The server sent the request on more often than is followed.
    case tooManyRedirects(limit: Int)
    /// The server sent the request on without saying where to.
    case emptyRedirect(status: Int)
    /// The server answered with another status than success.
    case status(Int)
    /// The file is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The exchange failed; the error says how.
    case transport(RPCTransportError)
}

extension DownloadError: CustomStringConvertible, LocalizedError {
    /// The error, in a few words that go on after "could not be fetched:".
    public var description: String {
        switch self {
        case .insecureAddress(let address): localized("%1$s is not an https address", address)
        case .insecureRedirect(let address):
            localized("its server redirects to %1$s, which is not an https address", address)
        case .foreignRedirect(let address): localized("its server redirects to another site, %1$s", address)
        case .tooManyRedirects(let limit): localized("its server redirects more than %1$s times", "\(limit)")
        case .emptyRedirect(let status):
            localized("its server answered with HTTP status %1$s and no address", "\(status)")
        case .status(let status): localized("its server answered with HTTP status %1$s", "\(status)")
        case .tooLarge(let limit): localized("it is larger than %1$s bytes", "\(limit)")
        case .transport(let error): error.description
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
