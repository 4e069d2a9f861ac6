// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import TextTesting
import ThreadTesting

@testable import NEARDevnet

/// Names that nearcore compares by their bytes.
///
/// They are those of a module's exports, and those of the methods that a key may call.
@Suite(.ownThread) struct ExactNameTests {
    /// A module with a method a name, each of which returns the number of its name.
    private static func module(_ names: [String]) throws -> [UInt8] {
        func escaped(_ text: String) -> String {
            text.utf8.map { "\\" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let methods = names.enumerated().map { index, name in
            """
            (func (export "\(escaped(name))") (call $return (i64.const 1) (i64.const \(index))))
            """
        }
        let numbers = names.indices.map { String($0) }.joined()
        return try WAT.module(
            """
            (module (import "env" "value_return" (func $return (param i64 i64))) (memory 1)
              (data (i32.const 0) "\(numbers)") \(methods.joined(separator: "\n")))
            """)
    }

    @Test func exportsInBothFormsAreTwoMethods() throws {
        var chain = try LocalChain()
        for pair in TextPair.kinds {
            try chain.deploy(Self.module([pair.left, pair.right]), to: "bob.root")
            #expect(try chain.call("bob.root", pair.left).value == "0", "\(pair)")
            #expect(try chain.call("bob.root", pair.right).value == "1", "\(pair)")
            try chain.deploy(Self.module([pair.left]), to: "bob.root")
            #expect(try chain.call("bob.root", pair.left).value == "0", "\(pair)")
            #expect(try chain.call("bob.root", pair.right).value == nil, "\(pair)")
        }
    }

    @Test func anExportTwiceIsStillRefused() throws {
        let twice = try WAT.module(
            #"(module (func (export "\c3\a9")) (func (export "\c3\a9")))"#, ["--no-check"])
        #expect(throws: PrepareError.deserialization) {
            _ = try MeteredModule(twice, ContractParameters.version83(.version83))
        }
    }

    @Test func aKeyIsForTheMethodsThatItNames() throws {
        let (alice, shop) = (try AccountId("alice.root"), try AccountId("bob.root"))
        for pair in TextPair.make() {
            let permission = FunctionCallPermission(allowance: nil, receiverId: shop, methodNames: [pair.left])
            #expect(throws: Never.self, "\(pair)") { try permission.check([.functionCall(pair.left)], receiver: shop) }
            #expect(throws: InvalidAccessKeyError.self, "\(pair)") {
                try permission.check([.functionCall(pair.right)], receiver: shop)
            }
            #expect(throws: InvalidAccessKeyError.self, "\(pair)") {
                try permission.check([.functionCall(pair.left)], receiver: alice)
            }
        }
    }
}
