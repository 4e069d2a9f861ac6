// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// One way in which a transaction is refused, with the error that nearcore has for it.
struct RefusalCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// `InvalidTxError` in JSON, told once the transaction is there.
    let expected: @Sendable (LocalChain) throws -> JSONValue
    let make: @Sendable (inout LocalChain) throws -> PendingTransaction

    init(
        _ name: String, _ expected: JSONValue,
        make: @escaping @Sendable (inout LocalChain) throws -> PendingTransaction
    ) {
        self.init(name, expecting: { _ in expected }, make)
    }

    init(
        _ name: String, expecting: @escaping @Sendable (LocalChain) throws -> JSONValue,
        _ make: @escaping @Sendable (inout LocalChain) throws -> PendingTransaction
    ) {
        testDescription = name
        expected = expecting
        self.make = make
    }

    /// A list of actions that breaks a rule, sent by alice to herself.
    ///
    /// It is sent as it is, and as the actions of a delegate action.
    static func rule(
        _ name: String, _ error: JSONValue, actions: @escaping @Sendable (LocalChain) throws -> [Action]
    ) -> [RefusalCase] {
        [
            RefusalCase(name, ["ActionsValidation": error]) { chain in
                try chain.sign("alice.root", to: "alice.root", try actions(chain))
            },
            RefusalCase("\(name), delegated", ["ActionsValidation": error]) { chain in
                let delegate = try chain.delegate("alice.root", to: "alice.root", try actions(chain))
                return try chain.sign("bob.root", to: "alice.root", [.delegate(delegate)])
            },
        ]
    }

    /// A chain that is set up, the transaction, and the `InvalidTxError` that is to come of it.
    func prepare() throws -> (chain: LocalChain, transaction: PendingTransaction, expected: JSONValue) {
        var chain = try LocalChain { $0.transactionValidityPeriod = 10 }
        let transaction = try make(&chain)
        return (chain, transaction, try expected(chain))
    }

    static let cases = stateCases + keyCases + gasKeyCases + formCases + ruleCases + laterCases
}
