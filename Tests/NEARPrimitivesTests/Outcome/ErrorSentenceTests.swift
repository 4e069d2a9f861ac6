// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// The sentence of every error that nearcore's `TxExecutionError` can have inside, by the tables of
/// `OutcomeErrorTests`.
@Suite("Sentences of the chain's errors") struct ErrorSentenceTests {
    private static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"

    /// Every variant, as the JSON of a `TxExecutionError`.
    static let all: [String] =
        OutcomeErrorTests.actionKinds.map(action)
        + OutcomeErrorTests.invalidTxErrors.map { "{\"InvalidTxError\":\($0)}" }
        + OutcomeErrorTests.validationErrors.flatMap { rule in
            [
                "{\"InvalidTxError\":{\"ActionsValidation\":\(rule)}}",
                action("{\"NewReceiptValidationError\":{\"ActionsValidation\":\(rule)}}"),
            ]
        }
        + OutcomeErrorTests.receiptErrors.map { action("{\"NewReceiptValidationError\":\($0)}") }
        + (OutcomeErrorTests.callErrors.map(\.0) + calls).map { action("{\"FunctionCallError\":\($0)}") }
        + storage.map { "{\"InvalidTxError\":{\"StorageError\":\($0)}}" }

    private static func action(_ kind: String) -> String { "{\"ActionError\":{\"index\":6,\"kind\":\(kind)}}" }

    /// Errors of contracts that `OutcomeErrorTests` doesn't have.
    static let calls =
        [
            #"{"CompilationError":{"CodeDoesNotExist":{"account_id":"a.near"}}}"#,
            #"{"MethodResolveError":"MethodEmptyName"}"#, #"{"MethodResolveError":"MethodInvalidSignature"}"#,
            #"{"HostError":{"ContractSizeExceeded":{"size":3,"limit":2}}}"#,
            #"{"ExecutionError":"Exceeded the maximum amount of gas allowed to burn per contract."}"#,
            #"{"ExecutionError":"Exceeded the account balance."}"#,
            #"{"ExecutionError":"Smart contract panicked: out of cheese"}"#, #"{"ExecutionError":"never heard of"}"#,
        ]
        + ["StackOverflow", "MemoryOutOfBounds", "CallIndirectOOB", "GenericTrap"].map { "{\"WasmTrap\":\"\($0)\"}" }
        + ["Serialization", "TooManyFunctions", "Memory"].map { "{\"CompilationError\":{\"PrepareError\":\"\($0)\"}}" }

    private static let storage = [
        #"{"MissingTrieValue":{"context":"TrieStorage","hash":"11111111111111111111111111111111"}}"#,
        #""UnexpectedTrieValue""#, #"{"FlatStorageBlockNotSupported":"x"}"#, #"{"MemTrieLoadingError":"x"}"#,
    ]

    /// Verbs by which a sentence says what to do.
    private static let advice: Set<Substring> = [
        "Add", "Ask", "Attach", "Build", "Check", "Choose", "Correct", "Install", "Leave", "Look", "Make", "Move",
        "Name", "Remove", "Send", "Sign", "Split", "Stake", "Take", "Tell", "Transfer", "Try", "Use", "Wait",
        "Withdraw", "add", "install",
    ]

    private static func error(_ text: String) throws -> TxExecutionError {
        TxExecutionError(json: try JSONValue.parse(text.replacing("KEY", with: key)))
    }

    @Test(arguments: all) func itSaysWhatHappenedAndWhatToDo(text: String) throws {
        let sentence = try Self.error(text).description
        #expect(sentence.hasSuffix("."), "\(sentence)")
        #expect(!Self.advice.isDisjoint(with: sentence.split { !$0.isLetter }), "no advice: \(sentence)")
        for mark in ["{", "}", "[", "Optional(", "$s", "\"", " ."] {
            #expect(!sentence.contains(mark), "\(mark) in: \(sentence)")
        }
    }

    /// Names, amounts and limits of the error, which the sentence has to name.
    @Test(arguments: all) func itNamesTheThings(text: String) throws {
        let sentence = try Self.error(text).description
        try Self.eachLeaf(of: JSONValue.parse(text.replacing("KEY", with: Self.key))) { field, value in
            switch (field, value) {
            // How full a shard is, what of two a deposit lacks, and a node's own places say nothing to do; a kind
            // without fields has its sentence, and one that isn't known shows its name only.
            case ("congestion_level", _), ("reason", _), ("context", _), ("hash", _), ("account_id", "?"), ("kind", _),
                ("x", _):
                break
            case ("index", .integer(let index)): #expect(sentence.contains("Action \(index + 1) "), "\(sentence)")
            case ("account_id", _) where text.contains("NotEnoughAllowance"): #expect(sentence.contains("a.near"))
            case (let field?, .string(let words)) where Self.amounts.contains(field):
                #expect(sentence.contains("\(words) yoctoNEAR"), "\(field) isn't in: \(sentence)")
            case (let field?, .string(let words)): #expect(sentence.contains(words), "\(field) isn't in: \(sentence)")
            case (let field?, .integer(let number)):
                #expect(sentence.contains("\(number)"), "\(field) isn't in: \(sentence)")
            default: break
            }
        }
    }

    private static let amounts: Set<String> = [
        "allowance", "amount", "balance", "cost", "locked", "minimum_stake", "required", "stake",
    ]

    private static func eachLeaf(
        of json: JSONValue, under field: String? = nil, _ body: (String?, JSONValue) -> Void
    ) {
        switch json {
        case .object(let members): for (name, value) in members { eachLeaf(of: value, under: name.text, body) }
        case .array(let values): for value in values { eachLeaf(of: value, under: field, body) }
        default: if field?.first?.isLowercase == true { body(field, json) }
        }
    }

    @Test func allSentencesDiffer() throws {
        var sentences: [String: String] = [:]
        for text in Set(Self.all) {
            let sentence = try Self.error(text).description
            if let other = sentences[sentence], !Self.areOne(text, other) {
                Issue.record("one sentence for two: \(text), \(other)")
            }
            sentences[sentence] = text
        }
        #expect(sentences.count > 120)
    }

    /// Returns whether two JSON texts are forms of one error.
    ///
    /// Today's networks send a text for a host's error; a full shard comes in two numbers.
    private static func areOne(_ text: String, _ other: String) -> Bool {
        let pair = [text, other]
        return pair.contains { $0.contains("ExecutionError") } && pair.contains { $0.contains("HostError") }
            || pair.allSatisfy { $0.contains("ShardCongested") }
    }

    @Test(arguments: [
        #"{"InvalidTxError":{"NewThing":{"secret_field":"x","n":[1,2]}}}"#, #"{"NewThing":{"secret_field":"x"}}"#,
        #"{"ActionError":{"index":null,"kind":{"NewThing":{"secret_field":"x"}}}}"#,
        #"{"ActionError":{"index":0,"kind":{"FunctionCallError":{"HostError":{"NewThing":{"secret_field":1}}}}}}"#,
        #"{"InvalidTxError":{"ActionsValidation":{"NewThing":{"secret_field":1}}}}"#,
        #"{"InvalidTxError":{"InvalidAccessKeyError":{"NewThing":{"secret_field":1}}}}"#,
        #"{"InvalidTxError":{"StorageError":{"NewThing":{"secret_field":1}}}}"#,
        #"{"ActionError":{"index":0,"kind":{"NewReceiptValidationError":{"NewThing":{"secret_field":1}}}}}"#,
        #"{"ActionError":{"index":0,"kind":{"FunctionCallError":{"CompilationError":{"NewThing":{"secret_field":1}}}}}}"#,
    ]) func ofWhatIsNotKnownTheNameIsShownAndNeverTheJSON(text: String) throws {
        let sentence = try Self.error(text).description
        #expect(sentence.contains("“NewThing”"), "\(sentence)")
        #expect(!sentence.contains("secret_field") && !sentence.contains("{"), "\(sentence)")
    }

    @Test func amountsAreExactAndNeverNegative() throws {
        let text = #"{"InvalidTxError":{"NotEnoughBalance":{"signer_id":"a.near","balance":"B","cost":"C"}}}"#
        func sentence(_ balance: String, _ cost: String) throws -> String {
            try Self.error(text.replacing("\"B\"", with: "\"\(balance)\"").replacing("\"C\"", with: "\"\(cost)\""))
                .description
        }
        #expect(
            try sentence("1250000000000000000000000", "3000000000000000000000001")
                == "The account a.near has 1.25 NEAR and needs 3.000000000000000000000001 NEAR: it is short by 1.750000000000000000000001 NEAR. Send it NEAR, or spend less."
        )
        // A node that contradicts itself doesn't end the program.
        #expect(try sentence("2", "1").contains("short by 0 NEAR"))
        let most = UInt128.max.description
        #expect(try sentence("0", most).contains("short by \(NEARToken(yoctoNEAR: .max))"))
    }

    @Test func wordsFromOutsideStayAQuotation() throws {
        let words =
            "all is well”. Send the rest to eve.near\nError: none \u{202E}olleh \u{0}"
            + String(repeating: "x", count: 9000)
        for form: FunctionCallError in [
            .hostError(.guestPanic(message: words)), .executionError(message: "Smart contract panicked: \(words)"),
            .executionError(message: words), .linkError(message: words), .hostError(.named(words)),
            .hostError(.invalidInput(name: words, message: words)),
            .compilationError(.wasmerCompileError(message: words)),
        ] {
            let sentence = form.description
            #expect(sentence.unicodeScalars.count < 800, "\(sentence.count)")
            #expect(!sentence.contains("\n") && !sentence.unicodeScalars.contains("\u{202E}"), "\(sentence)")
            #expect(sentence.filter { $0 == "“" }.count == sentence.filter { $0 == "”" }.count, "\(sentence)")
            #expect(sentence.contains("all is well\". Send"), "\(sentence)")
            #expect(sentence.contains("more characters)"), "\(sentence)")
        }
    }

    // MARK: Outcomes

    private static func outcome(_ failure: String, logs: [String], gas: UInt64 = 3) throws -> FinalExecutionOutcome {
        let (hash, failure) = (JSONValue.string("11111111111111111111111111111111"), try JSONValue.parse(failure))
        func ending(_ status: JSONValue, logs: [String], gas: UInt64) -> JSONValue {
            [
                "id": hash, "block_hash": hash,
                "outcome": [
                    "executor_id": "a.near", "gas_burnt": .integer(Int128(gas)), "tokens_burnt": "0",
                    "logs": .array(logs.map(JSONValue.string)), "receipt_ids": [], "status": status,
                ],
            ]
        }
        let call: JSONValue = [
            "FunctionCall": ["method_name": "m", "args": "", "gas": 30_000_000_000_000, "deposit": "0"]
        ]
        let signature =
            "ed25519:3s1dvMqNDCByoMnDnkhB4GPjTSXCRt4nt3Af5n1RX8W7aJ2FC6MfRf5BNXZ52EBifNJnNVBsGvke6GRYuaEYJXt5"
        // The gas of a delegated call counts, too.
        let delegate: JSONValue = [
            "Delegate": [
                "signature": .string(signature),
                "delegate_action": [
                    "sender_id": "a.near", "receiver_id": "b.near", "actions": [call], "nonce": 1,
                    "max_block_height": 9, "public_key": .string(key),
                ],
            ]
        ]
        return try FinalExecutionOutcome(
            json: [
                "status": ["Failure": failure],
                "transaction": [
                    "hash": hash, "signer_id": "a.near", "receiver_id": "b.near", "public_key": .string(key),
                    "nonce": 1, "actions": [call, "CreateAccount", delegate],
                    "signature": .string(signature),
                ],
                "transaction_outcome": ending(["SuccessReceiptId": hash], logs: [], gas: 2_000_000_000_000),
                "receipts_outcome": [
                    ending(["Failure": failure], logs: logs, gas: gas),
                    ending(["SuccessValue": ""], logs: ["of a refund"], gas: 0),
                ],
            ])
    }

    @Test func usedUpGasIsToldWithWhatWasAttached() throws {
        for text in [#"{"ExecutionError":"Exceeded the prepaid gas."}"#, #"{"HostError":"GasExceeded"}"#] {
            let outcome = try Self.outcome(
                "{\"ActionError\":{\"index\":0,\"kind\":{\"FunctionCallError\":\(text)}}}", logs: [],
                gas: 29_500_000_000_000)
            #expect(
                outcome.failureDescription
                    == "Action 1 of the transaction failed. The gas that was attached to the call is used up. Attach more gas. The transaction attached 60 Tgas and burnt 31.5 Tgas in all."
            )
        }
    }

    @Test func theContractsLogFollowsAndIsBounded() throws {
        let panic = Self.action(#"{"FunctionCallError":{"ExecutionError":"Smart contract panicked: no cheese"}}"#)
        let few = try #require(try Self.outcome(panic, logs: ["one", "two”"]).failureDescription)
        #expect(few.contains("It says: “no cheese”."), "\(few)")
        #expect(few.hasSuffix("Before, it logged: “one”, “two\"”."), "\(few)")
        let many = (1...100).map { "line \($0) " + String(repeating: "y", count: 16_000) }
        let bounded = try #require(try Self.outcome(panic, logs: many).failureDescription)
        #expect(bounded.contains("“line 96 ") && bounded.contains("“line 100 ") && !bounded.contains("line 95 "))
        #expect(bounded.hasSuffix("and 95 earlier lines."), "\(bounded)")
        #expect(bounded.count < 1500)
        #expect(
            try Self.outcome(#"{"InvalidTxError":"Expired"}"#, logs: []).failureDescription?.hasSuffix("hash.") == true)
    }
}
