// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// The reason why a page could not be shown.
///
/// The view goes on showing what it showed before.
public struct LoadFailure: Sendable, Hashable {
    /// The reason of a failed load.
    public enum Reason: Sendable, Hashable {
        /// The server's certificate is not valid for its name.
        ///
        /// There is no way around it.
        case certificate([CertificateFault])
        /// The page didn't load; the error has the network's own words.
        case network(GLibError)
    }

    /// The fault of a server's certificate.
    public enum CertificateFault: Sendable, Hashable, CaseIterable {
        /// No trusted authority has signed it.
        case unknownAuthority
        /// It belongs to another server.
        case otherName
        /// It isn't valid yet.
        case notYetValid
        /// It isn't valid any more.
        case expired
        /// It was revoked.
        case revoked
        /// It uses an algorithm that isn't secure any more.
        case insecure
        /// Anything else.
        case other
    }

    /// The address that was asked for.
    public let uri: String
    /// The reason of the failure.
    public let reason: Reason

    /// A failure as WebKit reported it, or as a test wants it.
    public init(uri: String, reason: Reason) {
        self.uri = uri
        self.reason = reason
    }
}

extension LoadFailure.CertificateFault {
    /// The faults among GIO's flags.
    static func faults(in flags: UInt32) -> [LoadFailure.CertificateFault] {
        let known: [(GTlsCertificateFlags, LoadFailure.CertificateFault)] = [
            (G_TLS_CERTIFICATE_UNKNOWN_CA, .unknownAuthority), (G_TLS_CERTIFICATE_BAD_IDENTITY, .otherName),
            (G_TLS_CERTIFICATE_NOT_ACTIVATED, .notYetValid), (G_TLS_CERTIFICATE_EXPIRED, .expired),
            (G_TLS_CERTIFICATE_REVOKED, .revoked), (G_TLS_CERTIFICATE_INSECURE, .insecure),
        ]
        let found = known.filter { flags & $0.0.rawValue != 0 }.map(\.1)
        return found.isEmpty ? [.other] : found
    }
}
