// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Glibc

/// Two descriptors over which one client speaks with a server, such as a process's standard streams.
///
/// Descriptors that a process was given may be shared with others, which read and write them too: they are never made
/// non-blocking. A thread of their own carries bytes between them and a socket of the server's.
package final class LocalStreams: Sendable {
    private let input: SocketDescriptor
    private let output: SocketDescriptor
    private let prepareThread: @Sendable () -> Void

    /// Takes over two descriptors.
    ///
    /// - Parameters:
    ///   - input: The descriptor that the client writes to.
    ///   - output: The descriptor that the client reads from.
    ///   - prepareThread: Called first on the thread that writes to the client. The program blocks SIGPIPE there, so
    ///     that a client that is gone is an error of `write` and not the end of the process.
    package init(input: CInt, output: CInt, prepareThread: @escaping @Sendable () -> Void) {
        self.input = SocketDescriptor(owning: input)
        self.output = SocketDescriptor(owning: output)
        self.prepareThread = prepareThread
    }

    /// Takes this process's standard streams away from everything else.
    ///
    /// What is printed from now on goes to standard error, and programs that are started have neither of them: the
    /// client sees the end of this process, and nobody else writes into its lines.
    ///
    /// - Parameter prepareThread: As for ``init(input:output:prepareThread:)``.
    /// - Throws: `SystemCallError` where a stream is closed.
    package static func takeStandard(
        prepareThread: @escaping @Sendable () -> Void
    ) throws(SystemCallError) -> LocalStreams {
        fflush(nil)
        let streams = LocalStreams(
            input: try copy(STDIN_FILENO), output: try copy(STDOUT_FILENO), prepareThread: prepareThread)
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw SystemCallError(call: "dup2", path: "/dev/null", errno: errno)
        }
        close(nothing)
        return streams
    }

    private static func copy(_ number: CInt) throws(SystemCallError) -> CInt {
        // Not 0, 1 or 2, where those are closed.
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemCallError(call: "fcntl", path: "/dev/fd/\(number)", errno: errno) }
        return copy
    }

    /// Starts the thread, and returns the server's end of the socket.
    func connect() throws(SystemCallError) -> SocketDescriptor {
        let (own, servers) = try SocketDescriptor.pair(CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue))
        guard servers.stopBlocking() else { throw SystemCallError(call: "fcntl", path: "", errno: errno) }
        DispatchQueue(label: "near-connect.local-streams").async { [self] in carry(own) }
        return servers
    }

    /// Carries bytes both ways until nobody reads any more, or the server has ended the connection.
    private func carry(_ socket: SocketDescriptor) {
        prepareThread()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var hasInput = true
        while true {
            var waits = [
                pollfd(fd: hasInput ? input.number : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
                // Only an end is waited for.
                pollfd(fd: output.number, events: 0, revents: 0),
            ]
            guard poll(&waits, nfds_t(waits.count), -1) > 0 else {
                if errno == EINTR { continue }
                return
            }
            guard waits[2].revents == 0 else { return }
            if waits[1].revents != 0 {
                let count = socket.receive(into: &buffer)
                guard count > 0, Self.write(buffer[..<count], { Glibc.write(output.number, $0, $1) }) else { return }
            }
            guard waits[0].revents != 0 else { continue }
            let count = read(input.number, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count > 0 {
                guard Self.write(buffer[..<count], { send(socket.number, $0, $1, CInt(MSG_NOSIGNAL)) }) else { return }
            } else {
                // The client sends nothing any more; it may still wait for answers.
                hasInput = false
                shutdown(socket.number, CInt(SHUT_WR))
            }
        }
    }

    /// Writes all of it; false if nobody reads.
    private static func write(_ bytes: ArraySlice<UInt8>, _ write: (UnsafeRawPointer, Int) -> Int) -> Bool {
        bytes.withUnsafeBytes { all in
            var start = 0
            while let base = all.baseAddress, start < all.count {
                let count = write(base + start, all.count - start)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                start += count
            }
            return true
        }
    }
}
