// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Addresses as a user writes them.
struct AddressInputTests {
    @Test(arguments: [
        ("app.example", "https://app.example"), ("  app.example/path?a=b#c ", "https://app.example/path?a=b#c"),
        ("https://app.example", "https://app.example"), ("HTTP://app.example/x", "HTTP://app.example/x"),
        ("app.example:8443", "https://app.example:8443"), ("app.example:8443/a:b", "https://app.example:8443/a:b"),
        ("localhost", "http://localhost"), ("localhost:3000", "http://localhost:3000"),
        ("LOCALHOST:3000/x", "http://LOCALHOST:3000/x"), ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("[::1]:8080/", "http://[::1]:8080/"), ("dapp.localhost:3000", "http://dapp.localhost:3000"),
        ("//app.example/x", "https://app.example/x"), ("https://localhost:1", "https://localhost:1"),
        ("192.168.1.4", "https://192.168.1.4"), ("bücher.example", "https://bücher.example"),
    ])
    func aSchemeIsAdded(_ written: String, _ opened: String) throws {
        #expect(try AddressInput(written).address.text.utf8.elementsEqual(opened.utf8))
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "javascript://app.example/%0aalert(1)",
        "view-source:https://app.example", "file:///etc/passwd", "data:text/html,hello", "blob:https://app.example/1",
        "about:blank", "near-connect://bridge/Bridge/bridge.js", "ftp://app.example", "mailto:a@app.example",
        "vbscript:x", "javascript:1", "data:80", "tel:112", "app.example:javascript", "https:app.example:x",
    ])
    func otherSchemesAreRefused(_ written: String) {
        #expect(throws: AddressInput.RefusedError.self) { try AddressInput(written) }
    }

    @Test(arguments: [
        "", "   ", "ref finance", "ref", "what is near.org about", "https://", "https://app.example\\@evil.example",
        "https://user@app.example", "app.example@evil.example", "user:secret@app.example", "127.1", "0x7f.1:80",
        "app.example:99999", "java\nscript:alert(1)", "https://app.example/a b", "https://app..example",
    ])
    func whatIsNoAddressIsRefusedInWords(_ written: String) throws {
        let error = #expect(throws: AddressInput.RefusedError.self) { try AddressInput(written) }
        let sentence = try #require(error).description
        #expect(sentence.hasSuffix(".") && sentence.utf8.count > 20, "\(sentence)")
    }

    @Test func theSchemeIsNamed() throws {
        let error = #expect(throws: AddressInput.RefusedError.self) { try AddressInput("JavaScript:alert(1)") }
        #expect(try #require(error).description.contains("“javascript:”"))
    }

    @Test func anAddressWithoutEndIsRefused() {
        #expect(throws: AddressInput.RefusedError.self) {
            try AddressInput("https://app.example/" + String(repeating: "a", count: 100_000))
        }
    }
}
