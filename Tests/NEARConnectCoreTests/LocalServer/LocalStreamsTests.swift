// SPDX-License-Identifier: MIT

import Glibc
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// A server over two pipes, as a process that was started has them.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct LocalStreamsTests {
    /// The client's ends of two pipes, and a server at the others.
    private final class Pipes {
        private(set) var toServer: CInt
        private(set) var fromServer: CInt
        let server: LocalServer

        init(_ methods: [LocalMethod] = LocalServerMethods().table) throws {
            var (first, second): ([CInt], [CInt]) = ([0, 0], [0, 0])
            guard pipe(&first) == 0, pipe(&second) == 0 else {
                throw SystemCallError(call: "pipe", path: "", errno: errno)
            }
            // A process that another test starts would keep them open.
            for number in first + second { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
            (toServer, fromServer) = (first[1], second[0])
            server = try LocalServer.open(
                over: LocalStreams(input: first[0], output: second[1], prepareThread: Self.blockPipeSignal), to: 7,
                role: .asks, methods: methods)
        }

        /// Blocks what a client's end would send, as the program does.
        private static func blockPipeSignal() {
            var pipe = sigset_t()
            sigemptyset(&pipe)
            sigaddset(&pipe, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &pipe, nil)
        }

        func send(_ line: String) {
            let bytes = Array("\(line)\n".utf8)
            #expect(write(toServer, bytes, bytes.count) == bytes.count)
        }

        func line() throws -> JSONValue? {
            var (bytes, byte): ([UInt8], UInt8) = ([], 0)
            while read(fromServer, &byte, 1) == 1 {
                if byte == 0x0A { return try JSONValue.parse(bytes) }
                bytes.append(byte)
            }
            return nil
        }

        func endSending() {
            close(toServer)
            toServer = -1
        }

        func endReading() {
            close(fromServer)
            fromServer = -1
        }

        deinit {
            if toServer >= 0 { close(toServer) }
            if fromServer >= 0 { close(fromServer) }
        }
    }

    @Test func aClientThatSendsNothingMoreGetsItsAnswers() async throws {
        let pipes = try Pipes()
        pipes.send(#"{"jsonrpc":"2.0","id":1,"method":"pid"}"#)
        #expect(try pipes.line()?["result"] == 7)
        // More than a pipe takes at once.
        pipes.send(#"{"jsonrpc":"2.0","id":2,"method":"large","params":[300000]}"#)
        pipes.endSending()
        #expect(try pipes.line()?["result"]?.stringValue?.utf8.count == 300_000)
        #expect(try pipes.line() == nil)
        await pipes.server.ended()
    }

    /// A pipe's reader is gone: its open call ends, and with it the server.
    @Test func aClientThatIsGoneEndsTheServer() async throws {
        let methods = LocalServerMethods()
        let pipes = try Pipes(methods.table)
        pipes.send(#"{"jsonrpc":"2.0","id":1,"method":"wait","params":{"key":"key"}}"#)
        pipes.send(#"{"jsonrpc":"2.0","id":2,"method":"pid"}"#)
        #expect(try pipes.line()?["id"] == 2)
        pipes.endReading()
        await methods.cancellation(of: "key")
        await pipes.server.ended()
    }

    @Test func aClientThatDoesNotReadIsStoppedAtABound() async throws {
        let pipes = try Pipes()
        _ = fcntl(pipes.toServer, F_SETFL, O_NONBLOCK)
        let call = Array(#"{"jsonrpc":"2.0","id":1,"method":"large","params":[100000]}"#.utf8) + [0x0A]
        // Where nobody reads answers, calls are taken only until they fill what lies between.
        var (sent, isFull) = (0, false)
        while !isFull, sent < 16 << 20 {
            var waits = [pollfd(fd: pipes.toServer, events: Int16(POLLOUT), revents: 0)]
            isFull = poll(&waits, 1, 1000) == 0 || waits[0].revents & Int16(POLLERR) != 0
            if !isFull { sent += max(0, write(pipes.toServer, call, call.count)) }
        }
        #expect(isFull)
        await pipes.server.close()
    }
}
