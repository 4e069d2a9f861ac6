// SPDX-License-Identifier: MIT

public import Foundation

/// Why a file could not be fetched.
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
        case .insecureAddress(let address): "\(address) is not an https address"
        case .insecureRedirect(let address): "its server sends on to \(address), which is not an https address"
        case .foreignRedirect(let address): "its server sends on to another site, \(address)"
        case .tooManyRedirects(let limit): "its server sends on more than \(limit) times"
        case .emptyRedirect(let status): "its server answered with status \(status) and no address"
        case .status(let status): "its server answered with status \(status)"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .transport(let error): "\(error)"
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
