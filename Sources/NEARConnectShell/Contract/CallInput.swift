// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A call of a contract as the user has typed it, checked without a network.
struct CallInput: Equatable {
    /// The most gas that one transaction may attach, in Tgas (nearcore's `max_total_prepaid_gas`, protocol version 83).
    private static let mostGas: UInt64 = 1_000
    /// The longest name of a method, in bytes (nearcore's `max_length_method_name`).
    private static let methodLimit = 256

    /// The fields of the page.
    struct Fields: Equatable {
        var contract = ""
        var method = ""
        /// The arguments as JSON; empty for none.
        var arguments = ""
        /// The gas, in Tgas.
        var gas = "30"
        /// The deposit in NEAR; empty for none.
        var deposit = ""
    }

    /// The contract; `nil` while it is none.
    private(set) var contract: AccountId?
    /// The method; `nil` while it is none.
    private(set) var method: String?
    /// The arguments' bytes; `nil` for what is no JSON.
    private(set) var arguments: [UInt8]?
    /// The arguments by their names, to be compared with a contract's ABI; `nil` for what is no JSON.
    private(set) var members: JSONValue.Members?
    /// True if arguments are written.
    private var hasArguments = false
    private(set) var gas: Gas?
    private(set) var deposit: NEARToken?
    /// The problem with each field that has one, by the field.
    private(set) var problems: [PartialKeyPath<Fields>: String] = [:]

    /// Checks what is typed.
    init(_ fields: Fields, style: NumberStyle) {
        let to = ReceiverInput(fields.contract)
        contract = to.account
        problems[\.contract] = to.problem
        let name = TypedText.trimmed(fields.method)
        if name.utf8.count > Self.methodLimit {
            problems[\.method] = localized("A method’s name has at most %1$s bytes.", "\(Self.methodLimit)")
        } else if !name.isEmpty {
            method = name
        }
        readArguments(fields.arguments)
        let tera = TypedText.trimmed(fields.gas)
        if let number = UInt64(tera), (1...Self.mostGas).contains(number) {
            gas = .tera(number)
        } else {
            problems[\.gas] = localized(
                "Gas is a whole number of Tgas, 1 to %1$s.", NumberStyle.current.text("\(Self.mostGas)"))
        }
        readDeposit(fields.deposit, style)
    }

    private mutating func readArguments(_ text: String) {
        let trimmed = TypedText.trimmed(text)
        guard !trimmed.isEmpty else {
            members = [:]
            return arguments = Array("{}".utf8)
        }
        hasArguments = true
        do throws(JSONParsingError) {
            let value = try JSONValue.parse(trimmed)
            members = value.objectValue
            guard members != nil else {
                problems[\.arguments] = localized("Arguments are one JSON object, such as {\"name\": \"value\"}.")
                return
            }
            // As typed: numbers and the order of names stay what the user has written.
            arguments = Array(trimmed.utf8)
        } catch {
            problems[\.arguments] = localized("This is no JSON: %1$s.", "\(error)")
        }
    }

    private mutating func readDeposit(_ text: String, _ style: NumberStyle) {
        let trimmed = TypedText.trimmed(text)
        guard !trimmed.isEmpty, trimmed != "0" else { return deposit = .zero }
        let amount = AmountInput(trimmed, available: nil, style: style)
        deposit = amount.amount
        problems[\.deposit] = amount.problem
    }

    /// True if the method can be asked without a transaction.
    var canView: Bool { contract != nil && method != nil && arguments != nil }

    /// The transaction that is written; without a method and arguments, a transfer of the deposit.
    ///
    /// `nil` while something is missing.
    var request: TransactionRequest? {
        guard let contract else { return nil }
        if let call { return TransactionRequest(receiverId: contract, actions: [.functionCall(call)]) }
        guard method == nil, !hasArguments, problems.isEmpty, let deposit, deposit > .zero else { return nil }
        return TransactionRequest(receiverId: contract, actions: [.transfer(TransferAction(deposit: deposit))])
    }

    /// The call as a transaction; `nil` while something is missing.
    var call: FunctionCallAction? {
        guard contract != nil, let method, let arguments, let gas, let deposit else { return nil }
        return FunctionCallAction(methodName: method, args: arguments, gas: gas, deposit: deposit)
    }
}
