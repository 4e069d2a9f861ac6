// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Limits of what a module costs to compile: what is allowed is taken, one more is refused in nearcore's words.
@Suite(.ownThread) struct CompilationLimitTests {
    private static let parameters = ContractParameters.version83(.version83)

    /// A limit, with a module that reaches it and one that passes it.
    struct Limit: Sendable, CustomTestStringConvertible {
        let error: PrepareError
        let name: String
        let count: Int
        /// Returns the module's text, for a number.
        let text: @Sendable (Int) -> String

        var testDescription: String { name }
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static let limits: [Limit] = [
        Limit(error: .tooManyTypes, name: "types", count: 1_024) { "(module \(repeated("(type (func))", $0)))" },
        Limit(error: .tooManyParamsPerFunction, name: "parameters", count: 64) {
            "(module (func (param\(repeated(" i32", $0)))))"
        },
        Limit(error: .tooManyParamsPerContract, name: "parameters of all", count: 50_000) {
            let functions = repeated("(func (param\(repeated(" i64", 50))))", $0 / 50)
            return "(module \(functions) (func (param\(repeated(" i64", $0 % 50)))))"
        },
        Limit(error: .operandStackTooLarge, name: "operands", count: 1_024) {
            "(module (func \(repeated("(i64.const 1)", $0)) \(repeated("(drop)", $0))))"
        },
        Limit(error: .operandStackTooLarge, name: "small operands", count: 2_048) {
            "(module (func \(repeated("(i32.const 1)", $0)) \(repeated("(drop)", $0))))"
        },
        Limit(error: .tooManyBlocksPerFunction, name: "blocks", count: 5_000) {
            "(module (func \(repeated("(block)", $0))))"
        },
        Limit(error: .tooManyBlocksPerFunction, name: "conditions", count: 5_000) {
            "(module (func \(repeated("(if (i32.const 0) (then) (else))", $0))))"
        },
        Limit(error: .tooManyBlocksPerContract, name: "blocks of all", count: 50_000) {
            let functions = repeated("(func \(repeated("(loop)", 4_000)))", $0 / 4_000)
            return "(module \(functions) (func \(repeated("(block)", $0 % 4_000))))"
        },
        // The same places may be filled again and again.
        Limit(error: .tooManyTableElements, name: "items of segments", count: 100_000) {
            let segments = repeated("(elem (i32.const 0) func\(repeated(" $f", 10_000)))", $0 / 10_000)
            let rest = "(elem (i32.const 0) func\(repeated(" $f", $0 % 10_000)))"
            return "(module (table 10000 funcref) (func $f) \(segments) \(rest))"
        },
        // One byte says that there are no locals, and one ends the body.
        Limit(error: .functionBodyTooLarge, name: "bytes of a body", count: 196_608) {
            "(module (func \(repeated("(nop)", $0 - 2))))"
        },
    ]

    private func refusal(_ code: [UInt8]) -> PrepareError? {
        do throws(PrepareError) {
            _ = try MeteredModule(code, Self.parameters)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: limits)
    func oneMoreIsRefused(_ limit: Limit) throws {
        #expect(refusal(try WAT.module(limit.text(limit.count))) == nil)
        #expect(refusal(try WAT.module(limit.text(limit.count + 1))) == limit.error)
    }

    /// The chain tells the reason, and takes nothing for the code that doesn't run.
    @Test func aCallOfSuchAContractFailsWithTheReason() throws {
        var local = try LocalChain()
        try local.deploy(
            try WAT.module("(module (func (export \"main\") \(Self.repeated("(block)", 5_001))))"), to: "bob.root")
        let status = try local.call("bob.root", "main", arguments: "{}", gas: .tera(20))
        guard case .functionCallError(.compilationError(.prepareError(let error))) = status.failure?.kind else {
            Issue.record("\(status)")
            return
        }
        #expect(error == .tooManyBlocksPerFunction)
    }
}
