// SPDX-License-Identifier: MIT

internal import CGLib
internal import CSoup
internal import GLibRuntime
internal import WalletConnectSign

extension RelayFault {
    /// Tells why a proxy didn't lead to the relay; what is wrong with TLS is behind it.
    init(ofProxy error: GLibError, status: Int) {
        self =
            if error.domain == "g-tls-error-quark" {
                .tls(error.message)
            } else {
                .proxy(status > 0 ? "HTTP \(status)" : error.message)
            }
    }

    /// Tells why a connection couldn't be opened.
    ///
    /// - Parameters:
    ///   - error: What libsoup said.
    ///   - status: The status of HTTP that the relay answered the opening with, or 0.
    init(_ error: GLibError, status: Int) {
        self =
            switch error.domain {
            case "g-resolver-error-quark": .name(error.message)
            case "g-tls-error-quark": .tls(error.message)
            case "g-io-error-quark": Self.input(error)
            default: status > 0 && status != 101 ? .status(status) : .other(error.message)
            }
    }

    private static func input(_ error: GLibError) -> RelayFault {
        switch GIOErrorEnum(UInt32(truncatingIfNeeded: error.code)) {
        case G_IO_ERROR_PROXY_FAILED, G_IO_ERROR_PROXY_AUTH_FAILED, G_IO_ERROR_PROXY_NEED_AUTH,
            G_IO_ERROR_PROXY_NOT_ALLOWED:
            .proxy(error.message)
        case G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_NETWORK_UNREACHABLE:
            .refused(error.message)
        case G_IO_ERROR_HOST_NOT_FOUND: .name(error.message)
        case G_IO_ERROR_TIMED_OUT: .silent
        default: .other(error.message)
        }
    }
}
