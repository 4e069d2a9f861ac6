// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import Glibc
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Both ends of many connections in one process.
///
/// `Scripts/test` runs this where no other test starts programs: `Process.run()` lists a process's descriptors, and
/// what it reads past the end of a full list of some 1,360 ended the process once.
@Suite(.ownThread) struct ManyClientsTests {
    /// A thousand connections that are open at the same time, each with a question.
    @Test func manyClientsAtOnceAreAllAnswered() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4_096))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try await withDevnet { devnet, _ in
            let port = UInt16(try #require(devnet.rpcURL.port))
            let body = #"{"jsonrpc":"2.0","id":1,"method":"status","params":[]}"#
            let request = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            let sockets = try (0..<1_000).map { _ in
                let socket = try Socket(domain: AF_INET)
                try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
                return socket
            }
            for socket in sockets { _ = try socket.write(Data(request.utf8)) }
            for socket in sockets {
                let answer = String(decoding: try socket.read(atMost: 4_096), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                try socket.close()
            }
        }
    }
}
