// SPDX-License-Identifier: MIT

internal import Foundation
internal import Glibc

/// A port that nobody answers at, and that knows whether anybody has come.
///
/// It is for servers that must not hear of something.
package final class Doorbell {
    package enum PortError: Error {
        case noPort
    }

    private let descriptor: Int32
    /// The address of a server that would be asked here.
    package let origin: String

    package init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let opened = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard opened else { throw PortError.noPort }
        origin = "https://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    deinit {
        close(descriptor)
    }

    /// Returns whether anybody has come since this was asked last.
    package func hasRung() -> Bool {
        var rang = false
        while true {
            let visitor = accept(descriptor, nil, nil)
            guard visitor >= 0 else { return rang }
            rang = true
            close(visitor)
        }
    }
}
