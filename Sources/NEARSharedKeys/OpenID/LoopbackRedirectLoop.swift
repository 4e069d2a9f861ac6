// SPDX-License-Identifier: MIT

internal import CLocalSocket
internal import Glibc
internal import NEARConnectCore
internal import SafeText

/// The work of a redirect's thread: reads each visitor's request until one is the answer.
struct LoopbackRedirectLoop: Sendable {
    /// A connection, and what has come by it.
    private struct Visitor: Sendable {
        let socket: SocketDescriptor
        let end: ContinuousClock.Instant
        var head: [UInt8] = []
    }

    /// The most bytes of a request's head.
    static let headLimit = 32 << 10
    /// The most connections at once; browsers open some that say nothing.
    static let visitorLimit = 32
    /// The time for a request to come.
    static let visit = Duration.seconds(10)

    private let listener: SocketDescriptor
    private let wakeUp: SocketDescriptor
    private let path: String
    private let port: UInt16
    private let state: String
    private let end: ContinuousClock.Instant
    private var visitors: [Visitor] = []

    init(
        listener: SocketDescriptor, wakeUp: SocketDescriptor, path: String, port: UInt16, state: String,
        end: ContinuousClock.Instant
    ) {
        self.listener = listener
        self.wakeUp = wakeUp
        self.path = path
        self.port = port
        self.state = state
        self.end = end
    }

    /// Returns the answer, or why there is none.
    mutating func run() -> Result<RedirectAnswer, LoginError> {
        // Nobody listens any more once this has returned, whoever still has a reference to the descriptor.
        defer { shutdown(listener.number, CInt(SHUT_RDWR)) }
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while true {
            let now = ContinuousClock.now
            guard now < end else { return .failure(.timedOut) }
            visitors.removeAll { $0.end <= now }
            let next = visitors.map(\.end).reduce(end, min)
            var waits = [listener, wakeUp].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
            waits += visitors.map { pollfd(fd: $0.socket.number, events: Int16(POLLIN), revents: 0) }
            let pause = min((next - now) / .milliseconds(1) + 1, Double(Int32.max))
            guard poll(&waits, nfds_t(waits.count), CInt(pause)) > 0 else { continue }
            if waits[1].revents != 0 { return .failure(.cancelled) }
            var staying: [Visitor] = []
            for (index, visitor) in visitors.enumerated() {
                var visitor = visitor
                guard waits[index + 2].revents != 0 else {
                    staying.append(visitor)
                    continue
                }
                switch read(&visitor, &buffer) {
                case .answer(let answer): return .success(answer)
                case .more: staying.append(visitor)
                case .ended: break
                }
            }
            visitors = staying
            if waits[0].revents != 0 { accept() }
        }
    }

    private mutating func accept() {
        while true {
            let number = near_connect_accept(listener.number)
            guard number >= 0 else { return }
            let socket = SocketDescriptor(owning: number)
            // The oldest makes room for the newest: a full table must not keep the answer out.
            if visitors.count >= Self.visitorLimit { visitors.removeFirst() }
            visitors.append(Visitor(socket: socket, end: .now + Self.visit))
        }
    }

    private enum Reading {
        case answer(RedirectAnswer)
        case more
        case ended
    }

    private func read(_ visitor: inout Visitor, _ buffer: inout [UInt8]) -> Reading {
        let count = visitor.socket.receive(into: &buffer)
        if count < 0 && errno == EAGAIN { return .more }
        guard count > 0 else { return .ended }
        visitor.head += buffer[..<count]
        guard let length = Self.headLength(visitor.head) else {
            guard visitor.head.count <= Self.headLimit else {
                Self.send("431 Request Header Fields Too Large", "", to: visitor.socket)
                return .ended
            }
            return .more
        }
        do throws(RedirectAnswer.RefusalError) {
            let answer = try RedirectAnswer(
                head: Array(visitor.head[..<length]), path: path, port: port, state: state)
            Self.send(
                "200 OK", localized("You can close this page now and go back to the program."), to: visitor.socket)
            return .answer(answer)
        } catch {
            switch error {
            case .notOurs: Self.send("404 Not Found", "", to: visitor.socket)
            case .state:
                Self.send(
                    "400 Bad Request", localized("This isn’t the login that the program waits for."),
                    to: visitor.socket)
            }
            return .ended
        }
    }

    /// Returns the number of bytes before the empty line; `nil` if it hasn't come yet.
    private static func headLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual("\r\n\r\n".utf8) }
    }

    private static func send(_ status: StaticString, _ text: String, to socket: SocketDescriptor) {
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: text/plain; charset=utf-8", "Content-Length: \(text.utf8.count)",
            "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'", "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff", "Cache-Control: no-store", "Connection: close", "", "",
        ]
        // Nothing is sent here that doesn't fit into an empty socket's buffer.
        _ = Array((head.joined(separator: "\r\n") + text).utf8).withUnsafeBytes { socket.send($0) }
        shutdown(socket.number, CInt(SHUT_WR))
    }
}
