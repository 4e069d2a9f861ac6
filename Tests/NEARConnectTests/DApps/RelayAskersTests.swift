// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import Testing

@testable import NEARConnect

/// The documents that are read once, by the line with which their messages begin.
@Suite final class RelayAskersTests {
    private static func head(
        _ document: String, origin: String = "https://app.example", place: String? = nil
    ) -> String {
        let place = place ?? #""view":"view-view-view-view","top":"top-top-top-top-top""#
        return #"{"document":"\#(document)","origin":"\#(origin)","ancestors":[],\#(place)}"#
    }

    private var vouchers = FrameVouchers()
    private var askers = RelayAskers()

    private func read(_ head: String, _ request: String = "{}") throws -> RelayMessage {
        try RelayMessage("\(head)\n\(request)", vouchers: &vouchers, askers: &askers)
    }

    @Test func theNextMessageOfADocumentSaysTheSameWithItsOwnRequest() throws {
        let head = Self.head("document-document")
        let first = try read(head, "1")
        #expect(askers.count == 1)
        let next = try read(head, "2")
        #expect(askers.count == 1)
        #expect(next.asker == first.asker && next.top == first.top)
        #expect([first.request, next.request] == ["1", "2"].map { Array($0.utf8) })
    }

    /// Unicode takes the two for one text, as it does other pairs.
    @Test func linesAreComparedByTheirBytes() throws {
        let one = try read(Self.head("document-document"))
        let other = try read(Self.head("document-other-one"))
        #expect(one.asker != other.asker)
        for accent in ["\u{E9}", "e\u{301}"] {
            let place = #""view":"view-view-view-view","top":"top-top-top-top-top","x":"\#(accent)""#
            _ = try read(Self.head("document-document", place: place))
        }
        #expect(askers.count == 4)
    }

    @Test func aDocumentWithoutAWalletIsRefusedEachTime() {
        for _ in 0..<2 {
            for head in [
                Self.head("document-document", origin: "http://app.example"), Self.head("short"), "no JSON",
                Self.head("document-document", origin: "null"),
            ] {
                #expect(throws: DAppError.self) { try read(head) }
            }
        }
        #expect(askers.isEmpty)
    }

    /// A frame's place is its voucher's, which may be taken away.
    @Test func aFrameForWhichATopFrameVouchesIsReadEachTime() throws {
        let nonce = "nonce-nonce-nonce"
        let said = """
            {"view":"view-view-view-view","top":"top-top-top-top-top","nonce":"\(nonce)","origin":"https://app.example"}
            """
        let isVouched = vouchers.add(said)
        #expect(isVouched)
        let head = Self.head("document-document", place: #""nonce":"\#(nonce)""#)
        let message = try read(head)
        #expect(askers.isEmpty)
        vouchers.forget(view: message.asker.view)
        #expect(throws: DAppError.self) { try read(head) }
    }

    @Test func theyAreBounded() throws {
        for number in 0..<1_000 { _ = try read(Self.head("document-document-\(number)")) }
        #expect(askers.count <= RelayAskers.limit)
    }
}
