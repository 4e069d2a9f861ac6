// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectShell

/// Names of new accounts below another one, as typed.
@Suite struct SharedKeyNameInputTests {
    private let parent: AccountId

    init() throws { parent = try AccountId("alice.near") }

    private func input(_ name: String, _ amount: String = "0.1") -> SharedKeyNameInput {
        SharedKeyNameInput(name, amount: amount, below: parent, style: .plain)
    }

    @Test(arguments: ["shared", " shared\n", "shared.alice.near"])
    func aNameAloneIsAsGoodAsTheWholeId(name: String) throws {
        #expect(input(name).account == (try AccountId("shared.alice.near")))
        #expect(input(name).problem == nil)
        #expect(input(name).deposit == (try NEARToken("0.1 NEAR")))
    }

    @Test func nothingIsNoProblem() {
        #expect(input("", "").account == nil)
        #expect(input("", "").deposit == nil)
        #expect(input("", "").problem == nil)
    }

    @Test(
        arguments: [
            ("Shared", "small letters only"), ("a.b", "directly below itself only"), ("-a", "can't start with"),
            (String(repeating: "a", count: 60), "at most 64 characters"), ("a b", "can't be in an account id"),
        ])
    func aWrongNameIsNamed(name: String, words: String) {
        let input = input(name)
        #expect(input.account == nil)
        #expect(input.place == .name)
        #expect(input.problem?.contains(words) == true, "\(input.problem ?? "no problem")")
    }

    @Test(arguments: ["0", "none", "1.2.3"])
    func aWrongAmountIsNamed(amount: String) {
        let input = input("shared", amount)
        #expect(input.deposit == nil)
        #expect(input.place == .amount)
        #expect(input.problem != nil)
    }
}
