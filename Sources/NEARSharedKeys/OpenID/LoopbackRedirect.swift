// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Glibc
internal import NEARConnectCore
internal import SafeText
internal import Synchronization

/// The port on this computer to which the browser brings a login's answer (RFC 8252, 7.3).
///
/// It takes one request that has our state, and nothing else; then nobody listens there any more. Every program of this
/// computer, and every page in a browser, can send something to the port: whatever isn't the answer gets an error and
/// changes nothing.
final class LoopbackRedirect: Sendable {
    /// The port.
    let port: UInt16
    private let path: String
    private let listener: Mutex<SocketDescriptor?>
    private let waiting: SocketDescriptor
    private let ringing: SocketDescriptor

    /// Listens on a free port of 127.0.0.1.
    ///
    /// - Parameter path: The path of the address; it begins with a slash.
    /// - Throws: `LoginError.noBrowser(reason:)` where the system has no port.
    init(path: String) throws(LoginError) {
        let number = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw Self.failed("socket") }
        let socket = SocketDescriptor(owning: number)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(number, address, size) == 0 && listen(number, 16) == 0 && getsockname(number, address, &size) == 0
            }
        }
        guard isBound, socket.stopBlocking() else { throw Self.failed("bind") }
        var pair: (CInt, CInt) = (-1, -1)
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let isPaired = withUnsafeMutablePointer(to: &pair) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) == 0 }
        }
        guard isPaired else { throw Self.failed("socketpair") }
        port = UInt16(bigEndian: address.sin_port)
        self.path = path
        listener = Mutex(socket)
        (waiting, ringing) = (SocketDescriptor(owning: pair.0), SocketDescriptor(owning: pair.1))
    }

    /// The address to which the identity provider sends the browser.
    var address: String { "http://127.0.0.1:\(port)\(path)" }

    private typealias Outcome = Result<RedirectAnswer, LoginError>

    /// Waits for the answer; afterwards the port is closed, whatever came.
    ///
    /// - Throws: `LoginError.timedOut`, `.cancelled`.
    func answer(to state: String, within patience: Duration) async throws(LoginError) -> RedirectAnswer {
        guard let socket = listener.withLock({ $0.take() }) else { throw .timedOut }
        let loop = LoopbackRedirectLoop(
            listener: socket, wakeUp: waiting, path: path, port: port, state: state, end: .now + patience)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                DispatchQueue(label: "near-connect.login-redirect").async {
                    var loop = loop
                    continuation.resume(returning: loop.run())
                }
            }
        } onCancel: {
            _ = withUnsafeBytes(of: UInt8(1)) { ringing.send($0) }
        }
        return try result.get()
    }

    private static func failed(_ call: StaticString) -> LoginError {
        .noBrowser(
            reason: localized(
                "this computer has no port for its answer (%1$s: %2$s)", "\(call)",
                String(cString: strerror(errno))))
    }
}
