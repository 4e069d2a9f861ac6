// SPDX-License-Identifier: MIT

import GTKToolkit
import NEARDevnet
import NEARPrimitives
import Testing

@testable import NEARConnectCore
@testable import NEARConnectShell

/// The fields and answers of the page of contracts, without a display and without a network.
@Suite struct ContractTests {
    @Test func aContractsMethodsAreThoseThatItExports() throws {
        #expect(
            WasmExports.names(in: try SampleContract.guestBook.code())
                == ["add_message", "ft_on_transfer", "get_messages", "total_messages"])
        #expect(WasmExports.names(in: [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]) == [])
    }

    @Test func bytesThatAreNoModuleHaveNoMethods() throws {
        #expect(WasmExports.names(in: []) == nil)
        #expect(WasmExports.names(in: [1, 2, 3]) == nil)
        let code = try SampleContract.guestBook.code()
        for end in [9, 20, 100, 300] {
            // A cut module has none, or is refused; it never brings the program down.
            _ = WasmExports.names(in: Array(code.prefix(end)))
        }
        let endless: [UInt8] = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0, 7, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
        #expect(WasmExports.names(in: endless) == nil)
        let many: [UInt8] = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0, 7, 5, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
        #expect(WasmExports.names(in: many) == nil)
    }

    private static func input(_ change: (inout CallInput.Fields) -> Void) -> CallInput {
        var fields = CallInput.Fields(contract: "book.near", method: "add_message")
        change(&fields)
        return CallInput(fields, style: .plain)
    }

    @Test func noArgumentsAreAnEmptyObject() throws {
        let input = Self.input { _ in }
        #expect(input.call?.args == Array("{}".utf8))
        #expect(input.call?.gas == .tera(30))
        #expect(input.call?.deposit == .zero)
        #expect(input.problems.isEmpty)
    }

    @Test func argumentsGoAsTheyWereTyped() {
        let text = #"{"b": 1.50, "a": 12345678901234567890123}"#
        #expect(Self.input { $0.arguments = " \(text)\n" }.arguments == Array(text.utf8))
    }

    @Test(arguments: ["[1]", "1", "{\"a\": }", "{a: 1}", "{\"a\": 1} x"])
    func whatIsNoObjectIsSaid(text: String) {
        let input = Self.input { $0.arguments = text }
        #expect(input.problems[\.arguments]?.isEmpty == false)
        #expect(!input.canView)
    }

    @Test(arguments: ["0", "1001", "-1", "1.5", "", "99999999999999999999"])
    func gasHasBounds(text: String) {
        let input = Self.input { $0.gas = text }
        #expect(input.problems[\.gas] == "Gas is a whole number of Tgas, 1 to 1000.")
        #expect(input.call == nil)
        #expect(input.canView, "a view takes no gas of the account's")
    }

    @Test func aDepositIsAnAmount() throws {
        #expect(Self.input { $0.deposit = "0,1" }.deposit == (try NEARToken("0.1 NEAR")))
        #expect(Self.input { $0.deposit = "0" }.deposit == .zero)
        #expect(Self.input { $0.deposit = "much" }.problems[\.deposit] != nil)
    }

    @Test func anAnswerIsATree() throws {
        let rows = ResultTree.rows(of: Array(#"{"b":[1,"x"],"a":null}"#.utf8), logs: ["hello"])
        #expect(rows.count == 2)
        #expect(rows[0].cells == ["Result", "2 values"])
        #expect(rows[0].children.map(\.cells) == [["a", "null"], ["b", "2 values"]])
        #expect(rows[0].children[1].children.map(\.cells) == [["0", "1"], ["1", "“x”"]])
        #expect(rows[1].children.map(\.cells) == [["1", "hello"]])
        #expect(ResultTree.rows(of: [], logs: [])[0].cells[1] == "nothing")
        #expect(ResultTree.rows(of: [0xFF, 0], logs: [])[0].cells[1] == "2 bytes: ff 00")
    }

    @Test func aLargeAnswerIsCutAndSaysSo() {
        let text = "[" + (0..<5_000).map { "\($0)" }.joined(separator: ",") + "]"
        let rows = ResultTree.rows(of: Array(text.utf8), logs: [])
        #expect(rows[0].children.count == 1_999)
        #expect(rows[0].cells[1] == "1999 of 5000 values")
    }

    @Test func earlierArgumentsComeBack() throws {
        let book = try AccountId("book.near")
        func call(_ method: String, _ arguments: String, on network: String = "testnet") -> PastCall {
            PastCall(network: network, contract: book, method: method, arguments: arguments)
        }
        let calls = [PastCall]().adding(call("a", "{}")).adding(call("b", "1")).adding(call("a", "{\"x\":1}"))
        #expect(calls.map(\.method) == ["a", "b"])
        #expect(calls.arguments(of: "a", of: book, on: "testnet") == "{\"x\":1}")
        #expect(calls.arguments(of: "a", of: book, on: "mainnet") == nil)
        #expect(calls.contracts(on: "testnet") == ["book.near"])
        #expect(calls.adding(call("c", String(repeating: "x", count: 5_000))) == calls, "too long to be kept")
        let many = (0..<200).reduce([PastCall]()) { $0.adding(call("m\($1)", "{}")) }
        #expect(many.count == 100)
        #expect(many.first?.method == "m199")
        #expect(try CallHistoryFile.decode([UInt8](CallHistoryFile.encode(many))) == many)
    }
}
