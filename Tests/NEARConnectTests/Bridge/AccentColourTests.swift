// SPDX-License-Identifier: MIT

import NEARConnectCore
import Testing

@testable import NEARConnect

/// The program's colour: which texts are one, and where the wallet list has it.
@Suite struct AccentColourTests {
    @Test(arguments: ["#1a5fb4", "#1A5FB4", "#000000"])
    func sixDigitsAreAColour(_ text: String) throws {
        #expect(try AccentColour(text).css == text)
    }

    @Test(arguments: [
        "", "#", "#12345", "#1234567", "1a5fb4", "red", "#1a5fbg", "#1a5f\u{0}4", "#１２３４５６", "url(x)", "#12345;",
        "\u{301}#1a5fb4",
    ])
    func nothingElseIs(_ text: String) {
        #expect(throws: NEARError.self) { try AccentColour(text) }
    }
}
