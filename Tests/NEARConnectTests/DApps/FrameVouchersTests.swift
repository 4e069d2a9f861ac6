// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnect
@testable import NEARConnectCore

/// Frames for which the relays of top frames vouch: one nonce, one document, one origin.
@Suite struct FrameVouchersTests {
    private static let origin = "https://app.example"

    private func token(_ name: String) throws -> DAppAsker.Token {
        try #require(DAppAsker.Token("\(name)-0123456789abcdef"))
    }

    private func text(
        _ nonce: String, view: String = "view", top: String = "top", origin: String = origin
    ) throws -> String {
        let fields: JSONValue = [
            "view": .string(try token(view).text.text), "top": .string(try token(top).text.text),
            "nonce": .string(try token(nonce).text.text), "origin": .string(origin),
        ]
        return fields.text
    }

    /// A list whose answers are compared.
    private final class Box {
        private var vouchers = FrameVouchers()

        func add(_ text: String) -> Bool { vouchers.add(text) }
        func forget(view: DAppAsker.Token) { vouchers.forget(view: view) }
        func place(
            of document: DAppAsker.Token, by nonce: DAppAsker.Token, from origin: String
        ) -> FrameVouchers.Place? {
            vouchers.place(of: document, by: nonce, from: origin)
        }
    }

    @Test func aNonceCountsOnceForItsOrigin() throws {
        let vouchers = Box()
        #expect(vouchers.add(try text("one")))
        #expect(!vouchers.add(try text("one", view: "other")), "a nonce was named again")
        let place = FrameVouchers.Place(view: try token("view"), top: try token("top"))
        #expect(vouchers.place(of: try token("document"), by: try token("one"), from: "https://b.example") == nil)
        #expect(vouchers.place(of: try token("document"), by: try token("one"), from: Self.origin) == place)
        #expect(vouchers.place(of: try token("document"), by: try token("one"), from: Self.origin) == place)
        #expect(vouchers.place(of: try token("another"), by: try token("one"), from: Self.origin) == nil)
        #expect(vouchers.place(of: try token("document"), by: try token("two"), from: Self.origin) == nil)
        vouchers.forget(view: try token("view"))
        #expect(vouchers.place(of: try token("document"), by: try token("one"), from: Self.origin) == nil)
    }

    @Test func aViewHasItsOwnRoom() throws {
        let vouchers = Box()
        #expect(vouchers.add(try text("kept", view: "quiet")))
        for number in 0...FrameVouchers.limit { #expect(vouchers.add(try text("n\(number)"))) }
        let document = try token("document")
        #expect(vouchers.place(of: document, by: try token("n0"), from: Self.origin) == nil)
        #expect(vouchers.place(of: document, by: try token("n1"), from: Self.origin) != nil)
        #expect(vouchers.place(of: document, by: try token("kept"), from: Self.origin) != nil)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"view":1}"#, "x\n", #"{"view":"a","top":"b","nonce":"c","origin":"null"}"#,
    ])
    func whatVouchesForNothingIsRefused(text: String) {
        let vouchers = Box()
        #expect(!vouchers.add(text))
    }

    @Test func opaqueOriginsAndLongTextsAreRefused() throws {
        let vouchers = Box()
        #expect(!vouchers.add(try text("one", origin: "null")))
        #expect(!vouchers.add(try text("one", origin: "file:///x")))
        #expect(!vouchers.add(try text("one") + String(repeating: " ", count: 5000)))
        #expect(vouchers.add(try text("one")))
    }
}
