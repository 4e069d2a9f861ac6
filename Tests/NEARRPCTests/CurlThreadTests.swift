// SPDX-License-Identifier: MIT

import Foundation
import NEARRPC
import Testing

/// A process that exits while libcurl has a thread.
@Suite(.timeLimit(.minutes(5))) struct CurlThreadTests {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    /// OpenSSL's tables are freed by `exit`, and by the end of each thread that used them: never both at once.
    @Test(arguments: ["waiting", "idle", "released"])
    func itEndsBeforeTheProcessFreesWhatItUses(moment: String) async throws {
        try await RawServer.run { connection, count in
            try await connection.readRequest()
            count()
            if moment != "waiting" { try await connection.write(Self.answer) }
            await connection.waitForClose()
        } _: { server in
            let child = Process()
            child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("near-connect-test-child")
            child.arguments = ["exit", "--url", server.endpoint.url.absoluteString, "--moment", moment]
            let status = try await withCheckedThrowingContinuation { continuation in
                child.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do {
                    try child.run()
                } catch {
                    continuation.resume(throwing: error)
                }
            }
            #expect(status == 0)
        }
    }
}
