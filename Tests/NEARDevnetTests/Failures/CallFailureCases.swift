// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

extension ActionFailureCase {
    /// Calls, and receipts as a whole.
    ///
    /// Faults of contracts while they run are in the contracts' tests.
    static let otherCases: [ActionFailureCase] = [
        call(
            "of an account without code", error: ["CompilationError": ["CodeDoesNotExist": ["account_id": "bob.root"]]],
            method: "m"
        ) { _ in },
        call("of what is no module", error: ["CompilationError": ["PrepareError": "Deserialization"]], method: "m") {
            chain in
            try chain.send("bob.root", to: "bob.root", [.deployContract(DeployContractAction(code: [1, 2, 3]))])
        },
        call("of a method that isn't there", error: ["MethodResolveError": "MethodNotFound"], method: "missing") {
            try $0.deployCaller()
        },
        call("of nothing", error: ["MethodResolveError": "MethodEmptyName"], method: "") { try $0.deployCaller() },
        call(
            "that traps", error: ["ExecutionError": "WebAssembly trap: An `unreachable` opcode was executed."],
            method: "trap"
        ) {
            try $0.deployCaller()
        },
        call(
            "with too little gas", error: ["ExecutionError": "Exceeded the prepaid gas."], method: "trap",
            gas: Gas(gas: 1)
        ) {
            try $0.deployCaller()
        },
        receipt("that calls without gas", error: ["ActionsValidation": "FunctionCallZeroAttachedGas"], method: "zero"),
        // 4 + 8 for bob.root, 4 + 4 for root, 32, 1, 4 + 10 for alice.root, 33 for the key, 16, three counts, and of
        // the call 1, 4 + 1 for its name, 4 + 4,194,304 for the arguments, 8 and 16.
        receipt(
            "that is larger than receipts may be",
            error: ["ReceiptSizeExceeded": ["size": 4_194_466, "limit": 4_194_304]], method: "large"),
        ActionFailureCase(
            "CreateAccount", "as the second of three", kind: ["AccountAlreadyExists": ["account_id": "bob.root"]],
            to: "bob.root", index: 1
        ) { _ in [.transfer(NEARToken.test(1)), .createAccount, .transfer(NEARToken.test(1))] },
        ActionFailureCase(
            nil, "that leaves an account without the balance for its storage",
            kind: ["LackBalanceForState": ["account_id": "new.alice.root", "amount": "101000000000000000000000"]],
            to: "new.alice.root", index: nil
        ) { _ in
            [.createAccount, .deployContract(DeployContractAction(code: [UInt8](repeating: 1, count: 10_000)))]
        },
    ]

    private static func call(
        _ name: String, error: JSONValue, method: String, gas: Gas = .tera(30),
        _ prepare: @escaping @Sendable (inout LocalChain) throws -> Void
    ) -> ActionFailureCase {
        ActionFailureCase("FunctionCall", name, kind: ["FunctionCallError": error], to: "bob.root") { chain in
            try prepare(&chain)
            return [.functionCall(method, gas: gas, deposit: NEARToken.test(1))]
        }
    }

    private static func receipt(_ name: String, error: JSONValue, method: String) -> ActionFailureCase {
        ActionFailureCase(
            "FunctionCall", "making a receipt \(name)", kind: ["NewReceiptValidationError": error], to: "bob.root"
        ) { chain in
            try chain.deployCaller()
            return [.functionCall(method, gas: .tera(900), deposit: NEARToken.test(1))]
        }
    }
}

extension LocalChain {
    /// Gives `bob.root` a contract that calls `root` as it shouldn't.
    fileprivate mutating func deployCaller() throws {
        let text = """
            (module
              (import "env" "promise_batch_create" (func $batch (param i64 i64) (result i64)))
              (import "env" "promise_batch_action_function_call" (func $call (param i64 i64 i64 i64 i64 i64 i64)))
              (memory 80)
              (data (i32.const 0) "root") (data (i32.const 8) "m")
              (func (export "zero")
                (call $call (call $batch (i64.const 4) (i64.const 0))
                  (i64.const 1) (i64.const 8) (i64.const 0) (i64.const 0) (i64.const 64) (i64.const 0)))
              (func (export "large")
                (call $call (call $batch (i64.const 4) (i64.const 0))
                  (i64.const 1) (i64.const 8) (i64.const 4194304) (i64.const 1024) (i64.const 64)
                  (i64.const 1000000000)))
              (func (export "trap") unreachable))
            """
        try deploy(WAT.module(text), to: "bob.root")
    }
}
