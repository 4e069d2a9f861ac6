// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore
@testable import NEARConnectShell

/// The fields of the form that sends, without a display and without a network.
@Suite struct SendTests {
    private static let english = NumberStyle(decimal: ".", group: ",")
    private static let german = NumberStyle(decimal: ",", group: ".")

    private static func amount(_ text: String, _ style: NumberStyle = .plain) throws -> AmountInput {
        AmountInput(text, available: try NEARToken("2000 NEAR"), style: style)
    }

    /// A bound that is cut off would be less than what may be paid.
    @Test(arguments: [
        (UInt128(0), "0"), (1, "0.000001"), (1_000_000_000_000_000_000, "0.000001"),
        (1_000_000_000_000_000_001, "0.000002"), (1_999_999_999_999_999_999_999_999, "2"),
    ])
    func aBoundIsRoundedUp(yocto: UInt128, text: String) {
        let shown = Self.english.near(atMost: NEARToken(yoctoNEAR: yocto), digits: 6)
        #expect(shown == "\(text)\u{A0}NEAR")
        #expect(
            Self.english.near(atMost: NEARToken(yoctoNEAR: yocto), digits: 24)
                == Self.english.near(NEARToken(yoctoNEAR: yocto)))
    }

    @Test func aBoundThatCannotBeRoundedStaysAsItIs() {
        let most = NEARToken(yoctoNEAR: .max)
        #expect(Self.english.near(atMost: most, digits: 6) == Self.english.near(most, digits: 6))
    }

    @Test func nothingIsNoProblem() throws {
        #expect(ReceiverInput(" ") == ReceiverInput(""))
        #expect(ReceiverInput("").problem == nil)
        #expect(try Self.amount("").problem == nil)
    }

    @Test func aSentenceGetsOneFullStop() {
        #expect(ReceiverInput.sentence("no node answered") == "No node answered.")
        for ended in ["Try again.", "Really?", "Asking…"] { #expect(ReceiverInput.sentence(ended) == ended) }
    }

    @Test func anAccountIsTakenWithoutTheSpaceAroundIt() throws {
        #expect(ReceiverInput(" bob.near\n").account == (try AccountId("bob.near")))
    }

    @Test func capitalLettersAreOfferedAsSmallOnes() throws {
        let input = ReceiverInput("Bob.NEAR")
        #expect(input.account == nil)
        #expect(input.offer == (try AccountId("bob.near")))
        #expect(input.problem == "Account ids have small letters only.")
        #expect(ReceiverInput("Bob..near").offer == nil, "that alone wouldn't do")
        #expect(ReceiverInput("\u{212A}ate.near").offer == nil, "the sign for kelvin is no K")
        #expect(ReceiverInput("bob near").problem?.isEmpty == false)
    }

    @Test(arguments: ["1.5", "1,5", "1.50", "1500 milliNEAR"])
    func aPointAndACommaAreTheSame(text: String) throws {
        for style in [NumberStyle.plain, Self.english, Self.german] {
            #expect(try Self.amount(text, style).amount == (try NEARToken("1.5 NEAR")))
        }
    }

    @Test func whatCanBeReadInTwoWaysIsNotGuessed() throws {
        #expect(
            try Self.amount("1,500", Self.english).problem
                == "1,500 can be read in two ways. Write 1500 or 1.500.")
        #expect(try Self.amount("1.500", Self.german).amount == nil)
        // With its unit, too: so labels write amounts, from where they are copied.
        for text in ["1,500 NEAR", "12,345NEAR", Self.english.near(try NEARToken("12345 NEAR"))] {
            #expect(try Self.amount(text, Self.english).amount == nil, "\(text)")
        }
        #expect(
            try Self.amount("1.500 NEAR", Self.german).problem
                == "1.500 NEAR can be read in two ways. Write 1500 NEAR or 1,500 NEAR.")
        #expect(try Self.amount("1,500 NEAR", Self.german).amount == (try NEARToken("1.5 NEAR")))
        #expect(try Self.amount("1500 NEAR", Self.english).amount == (try NEARToken("1500 NEAR")))
        #expect(try Self.amount("1.500", Self.english).amount == (try NEARToken("1.5 NEAR")))
        #expect(try Self.amount("1,500", Self.german).amount == (try NEARToken("1.5 NEAR")))
        #expect(try Self.amount("0,500", Self.english).amount == (try NEARToken("0.5 NEAR")), "no group begins so")
        #expect(try Self.amount("1,500.5", Self.english).amount == nil)
        #expect(try Self.amount("1,5,5").amount == nil)
    }

    @Test func whatCannotBeSentIsSaid() throws {
        #expect(try Self.amount("0").problem == "The amount is zero; enter how much NEAR you want to send.")
        #expect(
            try Self.amount("2000.1", Self.english).problem == "Your account has only 2000\u{A0}NEAR to send.")
        #expect(try Self.amount("-1").amount == nil)
        #expect(try Self.amount("1e3").amount == nil)
        #expect(try Self.amount("0.0000000000000000000000001").problem?.isEmpty == false)
    }

    @Test func theMostLeavesTheFee() throws {
        let quote = SendQuote(
            receiver: .exists, fee: try NEARToken("0.1 NEAR"), spendable: try NEARToken("2 NEAR"))
        #expect(quote.most == (try NEARToken("1.9 NEAR")))
        #expect(quote.rest(after: try NEARToken("1.9 NEAR")) == .zero)
        #expect(quote.rest(after: try NEARToken("1.900000000000000000000001 NEAR")) == nil)
        #expect(
            quote.costs(of: try NEARToken("1 NEAR"), style: .plain)
                == "Fee: at most 0.1\u{A0}NEAR. You keep 0.9\u{A0}NEAR.")
        let poor = SendQuote(receiver: .exists, fee: try NEARToken("0.1 NEAR"), spendable: .oneYocto)
        #expect(poor.most == .zero)
        let unknown = SendQuote(receiver: .unknown(reason: "no answer"), fee: nil, spendable: nil)
        #expect(unknown.most == nil)
        #expect(unknown.costs(of: .oneYocto, style: .plain).isEmpty)
    }

    @Test func aMissingReceiverIsAProblemAndANewOneIsNot() {
        func text(_ receiver: ReceiverState) -> (text: String, isProblem: Bool) {
            receiver.receiverText
        }
        #expect(text(.missing).isProblem)
        #expect(!text(.isMade).isProblem)
        #expect(!text(.unknown(reason: "x")).isProblem)
    }

    @Test func numbersAreWrittenInTheUsersWay() throws {
        #expect(Self.english.text("1234567.5") == "1,234,567.5")
        #expect(Self.german.text("1234567.5") == "1.234.567,5")
        #expect(Self.german.text("1234.5") == "1234,5", "four digits need no group")
        #expect(NumberStyle.plain.text("1234567") == "1234567")
        // What approvals show: a point is no fraction where it groups digits.
        let amount = try NEARToken("1234567.5 NEAR")
        #expect(Self.german.words(amount) == "1.234.567,5 NEAR")
        #expect(Self.german.words(try NEARToken("1.234 NEAR")) == "1,234 NEAR")
        #expect(NumberStyle.plain.words(amount) == amount.description)
        #expect(Self.german.words(Gas(gas: 2_428_000_000_000)) == "2,428 Tgas")
        #expect(Self.german.words(.oneYocto) == "1 yoctoNEAR")
        #expect(Self.german.near(try NEARToken("12345.678 NEAR"), digits: 2) == "12.345,67\u{A0}NEAR")
    }
}
