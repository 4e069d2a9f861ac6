// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Servers and clients in processes of their own: killed ones, ones of another user, and idle ones.
@Suite(.ownThread, .timeLimit(.minutes(3)), .serialized) struct LocalServerProcessTests {
    private static let nobody = 65534

    private let folder = LocalServerFolder()

    /// `near-connect-test-child` with one of its commands.
    private final class Child {
        let process = Process()
        private let (input, output) = (Pipe(), Pipe())
        private var text: [UInt8] = []

        init(_ arguments: [String]) throws {
            let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            process.executableURL = folder.appendingPathComponent("near-connect-test-child")
            process.arguments = arguments
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        /// Returns the next line that it printed; `nil` at the end.
        func line() -> String? {
            while true {
                if let end = text.firstIndex(of: 0x0A) {
                    defer { text.removeFirst(end + 1) }
                    return String(decoding: text[..<end], as: UTF8.self)
                }
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { return nil }
                text += piece
            }
        }

        func kill() {
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// Closes its input, on which a server ends.
        func end() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    @Test func aKilledServerEndsOpenCallsAtOnceAndLeavesNothingInTheWay() async throws {
        let child = try Child(["local-server", folder.socket])
        #expect(child.line() == "listening")
        let client = try await LocalClient.connect(to: folder.socket, within: .seconds(20))
        let call = Task { () -> LocalClientError? in
            do throws(LocalClientError) {
                _ = try await client.call("wait", nil, within: .seconds(3600))
                return nil
            } catch {
                return error
            }
        }
        #expect(child.line() == "called")
        child.kill()
        guard case .ended? = await call.value else {
            Issue.record("the call didn't end with its server")
            return
        }
        #expect(LocalServerFolder.mode(folder.socket) != nil)
        let next = try Child(["local-server", folder.socket])
        #expect(next.line() == "listening")
        try next.end()
        #expect(LocalServerFolder.mode(folder.socket) == nil)
    }

    @Test func aSecondProcessFindsTheFirstOne() async throws {
        let first = try Child(["local-server", folder.socket])
        #expect(first.line() == "listening")
        let second = try Child(["local-server", folder.socket])
        #expect(second.line()?.contains("process \(first.process.processIdentifier) already listens") == true)
        try second.end()
        let client = try Child(["local-client", folder.socket])
        #expect(client.line() == #"["hello"]"#)
        try first.end()
    }

    /// A stopped server still has its path; a stopped process isn't a dead one.
    @Test func aStoppedServerKeepsItsPath() async throws {
        let first = try Child(["local-server", folder.socket])
        #expect(first.line() == "listening")
        #expect(Glibc.kill(first.process.processIdentifier, SIGSTOP) == 0)
        let second = try Child(["local-server", folder.socket])
        #expect(second.line()?.contains("already listens") == true)
        #expect(Glibc.kill(first.process.processIdentifier, SIGCONT) == 0)
        let client = try Child(["local-client", folder.socket])
        #expect(client.line() == #"["hello"]"#)
        try first.end()
    }

    /// With the modes taken away that keep the other user out, the kernel's word of who connects is left.
    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func anotherUsersClientIsClosedUnread() async throws {
        let server = try await LocalServer.open(folder)
        try #require(chmod(folder.path, 0o755) == 0 && chmod(server.path, 0o666) == 0)
        let stranger = try Child(["local-client", "--uid", "\(Self.nobody)", server.path])
        let said = stranger.line()
        // As a client it refuses a server that isn't its user's, before it sends anything.
        #expect(said?.contains("belongs to user 0") == true)
        try stranger.end()
        // And one that doesn't care, because it isn't ours, is not heard.
        let python = try Self.python(
            """
            import os, socket, sys
            os.setgroups([]); os.setgid(\(Self.nobody)); os.setuid(\(Self.nobody))
            s = socket.socket(socket.AF_UNIX); s.settimeout(20); s.connect(sys.argv[1])
            try:
                s.sendall(b'{"jsonrpc":"2.0","id":1,"method":"echo"}\\n')
                print(s.recv(1000))
            except (BrokenPipeError, ConnectionResetError):
                print(b'')
            """, server.path)
        #expect(python == "b''\n")
        let own = try RawLocalClient(server.path)
        own.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
        #expect(try own.json()?["id"] == 1)
        await server.close()
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func anotherUsersServerIsSentNothing() async throws {
        try #require(mkdir(folder.path, 0o700) == 0)
        try #require(chown(folder.path, uid_t(Self.nobody), gid_t(Self.nobody)) == 0)
        let child = try Child(["local-server", "--uid", "\(Self.nobody)", folder.socket])
        #expect(child.line() == "listening")
        do throws(LocalClientError) {
            _ = try await LocalClient.connect(to: folder.socket, within: .seconds(20))
            Issue.record("connected")
        } catch {
            guard case .otherUser(_, UInt32(Self.nobody)) = error else { throw error }
        }
        // Nor is the other user's folder used for a server of our own.
        do throws(LocalServerError) {
            _ = try await LocalServer.open(at: folder.socket, role: .asks, methods: [])
            Issue.record("opened")
        } catch {
            guard case .folderNotPrivate = error else { throw error }
        }
        try child.end()
    }

    /// After 200 connections, cut ones among them, as many descriptors are open as before.
    @Test func connectionsLeaveNoDescriptor() async throws {
        let child = try Child(["local-server", folder.socket])
        #expect(child.line() == "listening")
        func descriptors() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.process.processIdentifier)/fd").count
        }
        let probe = try RawLocalClient(folder.socket)
        func settle() throws {
            probe.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
            #expect(try probe.json()?["id"] == 1)
        }
        try settle()
        let before = try descriptors()
        for number in 0..<200 {
            let client = try RawLocalClient(folder.socket)
            switch number % 4 {
            case 0: client.finish()
            case 1: client.send(Array(#"{"jsonrpc""#.utf8))
            case 2: client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
            default:
                client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
                #expect(try client.json()?["id"] == 1)
            }
        }
        try settle()
        // The server's thread takes them one after the other; each answer to the probe is a turn further.
        let limit = ContinuousClock.now + .seconds(20)
        while try descriptors() > before, .now < limit { try settle() }
        #expect(try descriptors() == before)
        try child.end()
    }

    #if arch(x86_64)
        /// The server's thread waits in `poll` without a timeout, so that nothing wakes it up.
        @Test func anIdleServerSleepsWithoutATimer() async throws {
            let child = try Child(["local-server", folder.socket])
            #expect(child.line() == "listening")
            let client = try RawLocalClient(folder.socket)
            client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
            #expect(try client.json()?["id"] == 1)
            let tasks = "/proc/\(child.process.processIdentifier)/task"
            var isAsleep = false
            let limit = ContinuousClock.now + .seconds(20)
            while !isAsleep, .now < limit {
                for task in try FileManager.default.contentsOfDirectory(atPath: tasks) {
                    // "7 0x… 0x3 0xffffffff": poll of the wake-up, the listener and the client, without a timeout.
                    guard let call = KernelFile.text("\(tasks)/\(task)/syscall")?.split(separator: " "), call.count > 3
                    else { continue }
                    if call[0] == "7", call[2] == "0x3", call[3].hasSuffix("ffffffff") { isAsleep = true }
                }
            }
            #expect(isAsleep)
            try child.end()
        }
    #endif

    /// Runs a program of Python's and returns what it printed.
    private static func python(_ text: String, _ argument: String) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", text, argument]
        process.standardOutput = output
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
