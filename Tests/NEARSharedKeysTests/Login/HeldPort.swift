// SPDX-License-Identifier: MIT

import Glibc

/// A loopback port that nobody else is given while a server of the test's stops and starts on it.
///
/// The socket is bound and doesn't listen, so a server that sets `SO_REUSEADDR` may listen on its port, as
/// `LoopbackWebServer` does; the kernel gives the port to no connection and to no server that asks for any.
struct HeldPort: ~Copyable {
    struct SystemError: Error {
        let number = errno
    }

    let port: UInt16
    private let socket: CInt

    init() throws(SystemError) {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw SystemError() }
        var (on, length) = (CInt(1), socklen_t(MemoryLayout<sockaddr_in>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size)) == 0
                && bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
        }
        guard isBound else {
            let error = SystemError()
            close(socket)
            throw error
        }
        self.socket = socket
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(socket) }
}
