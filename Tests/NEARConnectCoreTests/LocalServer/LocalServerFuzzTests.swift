// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Lines that were damaged at random: each is answered or ends its connection, and the server serves on.
///
/// `Scripts/soak local-lines` sends a million; a failure names its seed.
@Suite(.ownThread, .timeLimit(.minutes(60))) struct LocalServerFuzzTests {
    private static let count = SoakCount.full(or: 20_000)

    private static let seeds = [
        #"{"jsonrpc":"2.0","id":1,"method":"echo","params":[1,2,3]}"#,
        #"{"jsonrpc":"2.0","id":"a","method":"fail","params":{"code":5}}"#,
        #"{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}"#,
        #"{"jsonrpc":"2.0","id":null,"method":"pid"}"#,
        #"[{"jsonrpc":"2.0","id":1,"method":"echo"}]"#,
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#, "", "{", "\u{0}", #""\ud800""#,
        String(repeating: "[", count: 200),
    ]

    private static func line(_ texts: inout DamagedText) -> [UInt8] { texts.next().filter { $0 != 0x0A } }

    /// Reading never traps; what was read is written as the same message.
    @Test func everyLineIsAMessageOrAnErrorOfTheProtocol() {
        var texts = DamagedText(Self.seeds, seed: 2210)
        for number in 0..<Self.count {
            let line = Self.line(&texts)
            do throws(LocalCallError) {
                let message = try LocalMessage(line: line)
                #expect((try? LocalMessage(line: message.line)) == message, "line \(number)")
            } catch {
                #expect([-32700, -32600].contains(error.code), "line \(number)")
            }
        }
    }

    /// After each burst of lines, whole and cut, a call that is one is answered.
    @Test func aServerServesOnWhateverCame() async throws {
        let folder = LocalServerFolder()
        let server = try await LocalServer.open(folder)
        var (generator, texts) = (SplitMix64(seed: 1022), DamagedText(Self.seeds, seed: 1022))
        var (number, client) = (0, try RawLocalClient(server.path))
        while number < Self.count {
            let lines = (0..<20).map { _ in Self.line(&texts) }
            number += lines.count
            if Int.random(in: 0..<10, using: &generator) == 0 {
                // One that leaves in the middle of a line.
                client.send(Array(lines.joined(separator: [0x0A])))
                client = try RawLocalClient(server.path)
                continue
            }
            client.send(Array(lines.joined(separator: [0x0A])) + [0x0A])
            client.send(line: #"{"jsonrpc":"2.0","id":"mark \#(number)","method":"echo"}"#)
            var isMarked = false
            while !isMarked {
                let answer = try #require(try client.json(), "closed before line \(number)")
                #expect(answer["jsonrpc"] == "2.0", "before line \(number)")
                #expect((answer["result"] == nil) != (answer["error"] == nil), "before line \(number)")
                isMarked = answer["id"] == .string("mark \(number)")
            }
        }
        await server.close()
    }
}
