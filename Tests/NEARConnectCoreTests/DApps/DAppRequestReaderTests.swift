// SPDX-License-Identifier: MIT

import Testing

@testable import NEARConnectCore

struct DAppRequestReaderTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func eachTextIsReadAsItIsWhicheverCameBefore() throws {
        let long = #"{"method":"getAccounts","params":{"x":"\#(String(repeating: "a", count: 300))"}}"#
        let texts = [
            #"{"method":"getAccounts","params":{}}"#, #"{"method":"getAccounts","params":{"network":"testnet"}}"#,
            #"{"method":"signOut","params":{}}"#, long, #"{"method":"accounts.subscribe","params":{"since":1}}"#,
            #"{"method":"accounts.subscribe","params":{"since":2}}"#,
        ]
        var reader = DAppRequestReader()
        for text in texts + texts.reversed() {
            for _ in 0..<2 { #expect(try reader.read(Self.bytes(text)) == DAppRequest(Self.bytes(text))) }
        }
    }

    @Test func aTextThatIsNoRequestIsRefusedEachTime() throws {
        var reader = DAppRequestReader()
        _ = try reader.read(Self.bytes(#"{"method":"getAccounts","params":{}}"#))
        for _ in 0..<2 {
            #expect(throws: DAppError.self) { try reader.read(Self.bytes(#"{"method":"getAccounts","params":[]}"#)) }
        }
        #expect(try reader.read(Self.bytes(#"{"method":"signOut","params":{}}"#)).method == .signOut)
    }
}
