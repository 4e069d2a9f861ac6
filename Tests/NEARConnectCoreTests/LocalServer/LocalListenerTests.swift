// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// The socket's name: who may have it, who may open it, and what becomes of it.
@Suite(.ownThread, .timeLimit(.minutes(2)), .serialized) struct LocalListenerTests {
    private let folder = LocalServerFolder()

    /// The error of opening a server at `path`; `nil` if it opens.
    private func refusal(at path: String) async -> LocalServerError? {
        do throws(LocalServerError) {
            await (try LocalServer.open(at: path, role: .asks, methods: [])).close()
            return nil
        } catch {
            return error
        }
    }

    /// Leaves a socket that nobody listens on, as a killed server does.
    private func leaveStaleSocket(at path: String) throws {
        let path = try LocalSocketPath(path)
        let socket = try SocketDescriptor.make(for: path)
        try #require(path.withAddress { bind(socket.number, $0, $1) } == 0)
        try #require(listen(socket.number, 1) == 0)
    }

    private func makeFolder(mode: mode_t = 0o700) throws {
        try #require(mkdir(folder.path, 0o700) == 0)
        try #require(chmod(folder.path, mode) == 0)
    }

    @Test func onlyTheUserMayOpenFolderAndSocket() async throws {
        let mask = umask(0)
        defer { umask(mask) }
        let server = try await LocalServer.open(folder)
        #expect(LocalServerFolder.mode(folder.path) == 0o700)
        #expect(LocalServerFolder.mode(server.path) == 0o600)
        #expect(LocalServerFolder.mode(server.path + ".lock") == 0o600)
        await server.close()
    }

    @Test(arguments: [0o701, 0o710, 0o750, 0o777] as [mode_t])
    func aFolderThatLetsOthersInIsNotUsed(mode: mode_t) async throws {
        try makeFolder(mode: mode)
        guard case .folderNotPrivate? = await refusal(at: folder.socket) else {
            Issue.record("mode \(mode) was accepted")
            return
        }
        #expect(LocalServerFolder.mode(folder.path) == mode)
    }

    @Test func aLinkToAFolderIsNotUsed() async throws {
        try makeFolder()
        let link = LocalServerFolder()
        try #require(symlink(folder.path, link.path) == 0)
        guard case .folderNotPrivate? = await refusal(at: link.socket) else {
            Issue.record("a link was followed")
            return
        }
    }

    @Test func theNameIsRemovedWhenTheServerCloses() async throws {
        let server = try await LocalServer.open(folder)
        await server.close()
        #expect(LocalServerFolder.mode(server.path) == nil)
        await server.close()
        #expect(await refusal(at: folder.socket) == nil)
    }

    @Test func theLastReferenceClosesTheServer() async throws {
        let client: RawLocalClient
        do {
            let server = try await LocalServer.open(folder)
            client = try RawLocalClient(server.path)
        }
        #expect(try client.line() == nil)
        #expect(LocalServerFolder.mode(folder.socket) == nil)
    }

    @Test func aSocketThatNobodyListensOnIsReplaced() async throws {
        try makeFolder()
        try leaveStaleSocket(at: folder.socket)
        let server = try await LocalServer.open(folder)
        let client = try RawLocalClient(server.path)
        client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
        #expect(try client.json()?["id"] == 1)
        await server.close()
    }

    /// The second one fails, by the first one's number, and the first one serves on.
    @Test func ofTwoServersTheFirstHasThePath() async throws {
        let server = try await LocalServer.open(folder)
        guard case .inUse(let path, let pid)? = await refusal(at: folder.socket) else {
            Issue.record("two servers have one path")
            return
        }
        #expect(path == server.path)
        #expect(pid == getpid())
        let client = try RawLocalClient(server.path)
        client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
        #expect(try client.json()?["id"] == 1)
        await server.close()
    }

    @Test func ofManyThatStartAtOnceOneHasThePath() async throws {
        for _ in 0..<20 {
            try? FileManager.default.removeItem(atPath: folder.path)
            try makeFolder()
            try leaveStaleSocket(at: folder.socket)
            let servers = await withTaskGroup(of: LocalServer?.self) { group in
                for _ in 0..<8 {
                    group.addTask { [folder] in
                        do throws(LocalServerError) {
                            return try await LocalServer.open(at: folder.socket, role: .asks, methods: [])
                        } catch {
                            guard case .inUse = error else {
                                Issue.record(error)
                                return nil
                            }
                            return nil
                        }
                    }
                }
                return await group.reduce(into: [LocalServer]()) { if let server = $1 { $0.append(server) } }
            }
            #expect(servers.count == 1)
            _ = try RawLocalClient(folder.socket)
            for server in servers { await server.close() }
        }
    }

    /// A server whose name another one has by now leaves it alone when it closes.
    @Test func aServerRemovesItsOwnNameOnly() async throws {
        let first = try await LocalServer.open(folder)
        try #require(unlink(first.path) == 0)
        let second = try await LocalServer.open(folder)
        await first.close()
        let client = try RawLocalClient(second.path)
        client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
        #expect(try client.json()?["id"] == 1)
        await second.close()
    }

    @Test func whatIsNoSocketStays() async throws {
        try makeFolder()
        try #require(FileManager.default.createFile(atPath: folder.socket, contents: Data("mine".utf8)))
        guard case .occupied? = await refusal(at: folder.socket) else {
            Issue.record("a file was replaced")
            return
        }
        #expect(FileManager.default.contents(atPath: folder.socket) == Data("mine".utf8))
        try #require(unlink(folder.socket) == 0)
        // Nor does a link lead anywhere: not to a socket that is stale, either.
        try leaveStaleSocket(at: "\(folder.path)/t")
        try #require(symlink("t", folder.socket) == 0)
        guard case .occupied? = await refusal(at: folder.socket) else {
            Issue.record("a link was followed")
            return
        }
        #expect(LocalServerFolder.mode("\(folder.path)/t") != nil)
    }

    @Test(arguments: ["with spaces", "ünïcode 🧪", "quote'\"$(x)", "new\nline"])
    func aPathMayHaveAnyCharacters(name: String) async throws {
        let folder = LocalServerFolder("\(name) \(UInt32.random(in: .min ... .max))")
        let server = try await LocalServer.open(folder)
        let client = try RawLocalClient(server.path)
        client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#)
        #expect(try client.json()?["id"] == 1)
        await server.close()
        #expect(LocalServerFolder.mode(folder.socket) == nil)
    }

    @Test func aPathHasTheLengthThatTheSystemTakes() async throws {
        try makeFolder()
        let room = LocalSocketPath.limit - folder.path.utf8.count - 1
        #expect(LocalSocketPath.limit == 107)
        let longest = "\(folder.path)/\(String(repeating: "s", count: room))"
        #expect(await refusal(at: longest) == nil)
        for (path, expected) in [
            (longest + "s", LocalSocketPathError.tooLong(path: longest + "s", limit: 107)),
            ("s", .relative(path: "s")), ("/a\0b", .zeroByte(path: "/a\0b")),
        ] {
            guard case .path(let error)? = await refusal(at: path) else {
                Issue.record("\(path) was accepted")
                continue
            }
            #expect(error == expected)
            do throws(LocalClientError) {
                _ = try await LocalClient.connect(to: path, within: .seconds(1))
                Issue.record("\(path) was accepted")
            } catch {
                guard case .path(expected) = error else {
                    Issue.record(error)
                    continue
                }
            }
        }
    }
}
