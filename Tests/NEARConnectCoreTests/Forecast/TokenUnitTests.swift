// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Amounts of tokens in the unit that their contract names.
@Suite struct TokenUnitTests {
    private static let token = "token.near"

    private static func transfer(_ method: String, _ args: String) throws -> TokenTransfer? {
        let call = FunctionCallAction(
            methodName: method, args: Array(args.utf8), gas: Gas(gas: 1), deposit: .zero)
        return TokenTransfer(.functionCall(call), of: try AccountId(token))
    }

    private static func metadata(_ symbol: String, _ decimals: String, spec: String = "ft-1.0.0") -> [UInt8] {
        Array(#"{"spec":"\#(spec)","name":"A token","symbol":"\#(symbol)","icon":null,"decimals":\#(decimals)}"#.utf8)
    }

    @Test func transfersAreRead() throws {
        for method in ["ft_transfer", "ft_transfer_call"] {
            let found = try Self.transfer(method, #"{"receiver_id":"bob.near","amount":"5250000","msg":""}"#)
            #expect(
                found
                    == TokenTransfer(
                        contract: try AccountId(Self.token), receiver: try AccountId("bob.near"), amount: 5_250_000))
        }
        let most = try Self.transfer("ft_transfer", #"{"receiver_id":"bob.near","amount":"\#(UInt128.max)"}"#)
        #expect(most?.amount == .max)
    }

    @Test(arguments: [
        #"{"receiver_id":"bob.near"}"#, #"{"amount":"1"}"#, #"{"receiver_id":"bob.near","amount":1}"#,
        #"{"receiver_id":"bob.near","amount":"+1"}"#, #"{"receiver_id":"bob.near","amount":"-1"}"#,
        #"{"receiver_id":"bob.near","amount":""}"#, #"{"receiver_id":"bob.near","amount":" 1"}"#,
        #"{"receiver_id":"bob.near","amount":"1.5"}"#, #"{"receiver_id":"Bob!","amount":"1"}"#,
        #"{"receiver_id":"bob.near","amount":"340282366920938463463374607431768211456"}"#, "[]", "", "{",
    ])
    func whatNoTokenTakesIsNoTransfer(_ args: String) throws {
        #expect(try Self.transfer("ft_transfer", args) == nil)
    }

    @Test func otherCallsAreNoTransfers() throws {
        let args = #"{"receiver_id":"bob.near","amount":"1"}"#
        #expect(try Self.transfer("ft_mint", args) == nil)
        let long = #"{"receiver_id":"bob.near","amount":"1","msg":"\#(String(repeating: "x", count: 64 * 1024))"}"#
        #expect(try Self.transfer("ft_transfer", long) == nil)
        #expect(TokenTransfer(.createAccount, of: try AccountId(Self.token)) == nil)
    }

    @Test(arguments: [
        ("ft_transfer", #"{"receiver_id":"bob.near"}"#, "bob.near"),
        ("ft_transfer_call", #"{"receiver_id":"b.near"}"#, "b.near"),
        ("nft_transfer", #"{"token_id":"1","receiver_id":"bob.near"}"#, "bob.near"),
        ("nft_transfer_call", #"{"receiver_id":"bob.near","msg":""}"#, "bob.near"),
        ("nft_approve", #"{"receiver_id":"bob.near"}"#, nil), ("nft_transfer", #"{"receiver_id":"Bob!"}"#, nil),
        ("ft_transfer", #"{"receiver_id":7}"#, nil), ("ft_transfer", "[]", nil), ("ft_transfer", "", nil),
    ])
    func whoGetsTokensIsRead(_ method: String, _ args: String, is receiver: String?) {
        let call = FunctionCallAction(
            methodName: method, args: Array(args.utf8), gas: Gas(gas: 1), deposit: .zero)
        #expect(Action.functionCall(call).tokenReceiver?.text == receiver)
    }

    @Test func aContractsAmountsAreDigitsInAText() {
        #expect(TokenTransfer.amount(Array(#""12""#.utf8)) == 12)
        for answer in ["12", #""+12""#, #""1.5""#, "\"\"", "null", "", #""340282366920938463463374607431768211456""#] {
            #expect(TokenTransfer.amount(Array(answer.utf8)) == nil, "\(answer)")
        }
    }

    private struct Amount: Sendable {
        let symbol: String
        let decimals: Int
        let units: UInt128
        let text: String
    }

    @Test func amountsAreInTheUnit() throws {
        let amounts = [
            Amount(symbol: "USDC", decimals: 6, units: 5_250_000, text: "5.25"),
            Amount(symbol: "USDC", decimals: 6, units: 0, text: "0"),
            Amount(symbol: "USDC", decimals: 6, units: 1, text: "0.000001"),
            Amount(symbol: "USDC", decimals: 6, units: 1_000_000, text: "1"),
            Amount(symbol: "COUNT", decimals: 0, units: 70, text: "70"),
            Amount(symbol: "wNEAR", decimals: 24, units: 15 << 80, text: "18.13388729421943762059264"),
            Amount(symbol: "BIG", decimals: 38, units: .max, text: "3.40282366920938463463374607431768211455"),
        ]
        for amount in amounts {
            let unit = try #require(TokenUnit(Self.metadata(amount.symbol, "\(amount.decimals)")))
            #expect(unit.symbol == amount.symbol)
            #expect(unit.text(amount.units) == amount.text)
        }
    }

    /// Contracts write what they like.
    ///
    /// Nothing of it may look like a line of ours, or cost more than a picture does.
    @Test(arguments: [
        metadata("US\\u0000DC", "6"), metadata("US\\nDC", "6"), metadata("\\u202eCDSU", "6"), metadata("", "6"),
        metadata(String(repeating: "U", count: 33), "6"), metadata("USDC", "39"), metadata("USDC", "-1"),
        metadata("USDC", "1.5"), metadata("USDC", "\"6\""), metadata("USDC", "1e1000"),
        metadata("USDC", "6", spec: "nft-1.0.0"), metadata("USDC", "6", spec: "ft-2.0.0"), Array("null".utf8), [],
        metadata(String(repeating: "x", count: 300_000), "6"),
    ])
    func whatIsNoUnitIsNotShown(_ answer: [UInt8]) {
        #expect(TokenUnit(answer) == nil)
    }
}
