// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARConnectCore
@testable import NEARConnectShell

/// Tokens' amounts and lists, and the texts of a report, without a display and without a network.
@Suite struct TokenTests {
    private static let german = NumberStyle(decimal: ",", group: ".")

    /// A unit as a contract names it.
    private static func unit(_ decimals: Int) throws -> TokenUnit {
        try #require(
            TokenUnit(Array(#"{"spec":"ft-1.0.0","name":"Test","symbol":"T","decimals":\#(decimals)}"#.utf8)))
    }

    private static func input(
        _ text: String, decimals: Int = 6, available: String = "5000000", _ style: NumberStyle = .plain
    ) throws -> TokenAmountInput {
        TokenAmountInput(text, unit: try unit(decimals), available: TokenAmount(digits: available), style: style)
    }

    @Test(arguments: [
        ("1.5", "1500000"), ("1,5", "1500000"), ("0.000001", "1"), ("5", "5000000"), ("05", "5000000"),
    ])
    func anAmountIsCountedInTheSmallestUnit(text: String, digits: String) throws {
        #expect(try Self.input(text).amount?.digits == digits)
    }

    @Test(arguments: [
        "5.000001", "0", "0.0000001", "-1", "1e3", "1.2.3", ".5", "5.", "x",
        "999999999999999999999999999999999999999999",
    ])
    func otherAmountsAreRefused(text: String) throws {
        let input = try Self.input(text)
        #expect(input.amount == nil)
        #expect(input.problem?.isEmpty == false)
    }

    @Test func whatCanBeReadInTwoWaysIsNotGuessed() throws {
        #expect(try Self.input("1.500", available: "9000000000", Self.german).amount == nil)
        #expect(try Self.input("1,500", Self.german).amount?.digits == "1500000")
    }

    @Test func aTokenWithoutDecimalsTakesWholeNumbers() throws {
        #expect(try Self.input("3", decimals: 0, available: "5").amount?.digits == "3")
        #expect(try Self.input("3.0", decimals: 0, available: "5").amount == nil)
    }

    @Test func amountsAreComparedAsNumbers() throws {
        let ten = try #require(TokenAmount(digits: "10"))
        let nine = try #require(TokenAmount(digits: "09"))
        #expect(ten > nine)
        #expect(!(nine > ten))
        #expect(try ten.text(Self.unit(2), style: Self.german) == "0,1 T")
        #expect(try TokenAmount(units: 1_234_567_890).text(Self.unit(2), style: Self.german) == "12.345.678,9 T")
        for wrong in ["", "-1", "+1", "1.0", "9999999999999999999999999999999999999999"] {
            #expect(TokenAmount(digits: wrong) == nil)
        }
    }

    @Test func answersOfContractsAreBounded() throws {
        #expect(TokenReader.amount(Array("\"12\"".utf8))?.digits == "12")
        #expect(TokenReader.amount(Array("12".utf8)) == nil)
        #expect(TokenReader.amount(Array("\"\(String(repeating: "1", count: 100))\"".utf8)) == nil)
        func least(_ text: String) -> NEARToken? { TokenReader.least(Array(text.utf8)) }
        #expect(least(#"{"min":"1250000000000000000000"}"#) == (try NEARToken("0.00125 NEAR")))
        #expect(least(#"{"min":"1000000000000000000000001"}"#) == nil, "more than a NEAR is no price for storage")
        #expect(least("null") == nil)
        #expect(least("{") == nil)
    }

    @Test func theListHasEachTokenOnce() throws {
        let own = ContractPlace(network: "testnet", contract: try AccountId("mine.testnet"))
        let wrapped = ContractPlace(network: "testnet", contract: try AccountId("wrap.testnet"))
        #expect(TokenFile.all([own, wrapped], on: "testnet") == [wrapped, own])
        #expect(TokenFile.all([own], on: "devnet").isEmpty)
        #expect(TokenFile.all([], on: "mainnet").count == 3)
        #expect(try TokenFile.decode([UInt8](TokenFile.encode([own]))) == [own])
        var counted = own
        counted.decimals = 18
        #expect(try TokenFile.decode([UInt8](TokenFile.encode([counted]))).first?.decimals == 18)
        #expect(TokenFile.all([counted], on: "testnet").contains(own), "a token is its network and its contract")
    }

    /// A node that names other decimals would have a thousand times as much sent as the user types.
    @Test func aNodeThatNamesOtherDecimalsIsNotBelieved() async throws {
        let node = try await ScriptedNode.start { _, request in
            let method = request["params"]?["method_name"]?.stringValue
            let text = method == "ft_metadata" ? #"{"spec":"ft-1.0.0","name":"T","symbol":"T","decimals":9}"# : "\"5\""
            return [
                "jsonrpc": "2.0", "id": request["id"] ?? .null,
                "result": [
                    "result": .array(text.utf8.map { .integer(Int128($0)) }), "logs": [], "block_height": 1,
                    "block_hash": .string(CryptoHash.sha256([]).description),
                ],
            ]
        }
        let client = try NEARRPCClient(endpoints: [RPCEndpoint(url: node.url)])
        let (alice, known) = (try AccountId("alice.near"), try AccountId("usdt.tether-token.near"))
        let other = try AccountId("mine.near")
        let reader = TokenReader(client: client)
        await #expect(throws: TokenReader.OtherUnitError.self, "one that is known to everybody") {
            try await reader.holding(of: alice, at: ContractPlace(network: "mainnet", contract: known))
        }
        await #expect(throws: TokenReader.OtherUnitError.self, "one that had six when it was added") {
            try await reader.holding(of: alice, at: ContractPlace(network: "mainnet", contract: other, decimals: 6))
        }
        let added = try await reader.holding(of: alice, at: ContractPlace(network: "mainnet", contract: other))
        #expect(added.unit.decimals == 9)
        // An approval shows the call with its digits, and no amount.
        let arguments = #"{"receiver_id":"bob.near","amount":"5000000"}"#
        for (contract, count) in [(known, 0), (other, 1)] {
            let call = FunctionCallAction(
                methodName: "ft_transfer", args: Array(arguments.utf8), gas: .tera(10), deposit: .oneYocto)
            let question = TokenQuestion(
                intents: [TransactionRequest(receiverId: contract, actions: [.functionCall(call)])], signer: alice,
                client: client, patience: .seconds(60))
            #expect(await question.transfers().count == count)
        }
        await node.stop()
    }

    @Test func aReportSaysTheVersionAndEachFinding() {
        let text = ReportText.of(
            [
                DoctorFinding(check: "a", level: .ok, summary: "well", advice: nil),
                DoctorFinding(check: "b", level: .fail, summary: "not\nwell", advice: "mend it"),
            ], version: "0.1.0")
        #expect(text.hasPrefix("NEAR Connect 0.1.0\nok  a  well\nfail  b  not"))
        #expect(text.hasSuffix("      mend it\n"))
    }

    @Test func everyKeyOfTheListHasAPurpose() {
        let keys = ShortcutList.groups.flatMap(\.keys)
        #expect(Set(keys.map(\.purpose)).count == keys.count)
    }
}
