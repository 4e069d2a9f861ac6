// SPDX-License-Identifier: MIT

import Dispatch
import Glibc
import NEARConnectCore

/// A connection to a port of this computer, with bytes of a test's own.
final class RawConnection: Sendable {
    private let socket: SocketDescriptor

    /// Connects; `nil` where nobody listens.
    init?(port: UInt16) {
        let number = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        socket = SocketDescriptor(owning: number)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return nil }
    }

    func send(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { socket.send($0) } }

    /// Reads to the end of the connection.
    func readAll() -> String {
        var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while case let count = socket.receive(into: &buffer), count > 0 { all += buffer[..<count] }
        return String(decoding: all, as: UTF8.self)
    }

    /// Sends a request and returns the answer; empty where nobody listens.
    ///
    /// It waits on a thread of its own: servers answer on Swift's, of which there are as few as processors.
    static func ask(_ port: UInt16, _ text: String) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                guard let connection = RawConnection(port: port) else { return continuation.resume(returning: "") }
                connection.send(text)
                continuation.resume(returning: connection.readAll())
            }
        }
    }

    /// Returns the head of a GET, as a browser writes it.
    static func get(_ target: String, port: UInt16, host: String? = nil) -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nAccept: */*\r\n\r\n"
    }
}
