// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The facts of a request as a program is told them.
struct ApprovalFacts {
    /// The facts, an object.
    let json: JSONValue

    /// Writes the facts of `request`, which the program answers by `id`.
    init(_ request: ApprovalRequest, id: UInt64) {
        let text = ApprovalText(request)
        var fields: JSONValue.Members = [
            "id": .integer(Int128(id)), "kind": .string(Self.kind(of: request)), "network": .string(request.network),
            "mainnet": .bool(request.isMainnet), "dangerous": .bool(text.isDangerous),
            "asker": .string(request.asker.key.text), "heading": .string(text.heading),
            "text": .string(text.lines.joined(separator: "\n")),
            "candidates": .array(request.candidates.map { .string($0.text) }),
        ]
        if let signer = request.signerId { fields["signerId"] = .string(signer.text) }
        if let message = text.message { fields["message"] = .string(message) }
        if let recipient = request.messageRecipient { fields["recipient"] = .string(recipient.text) }
        // A sum that doesn't fit is more than any account can hold; no digits say it.
        if let total = Self.sum({ () throws(AmountError) in try request.totalDeposit().yoctoNEAR }) {
            fields["deposit"] = .string("\(total)")
        }
        if let gas = Self.sum({ () throws(AmountError) in try request.totalGas().gas }) {
            fields["gas"] = .string("\(gas)")
        }
        if let transactions = Self.transactions(of: request) { fields["transactions"] = transactions }
        if let permission = request.signInPermission { fields["signInPermission"] = Self.json(of: permission) }
        // Nothing will be told later.
        if request.outlook == nil { fields["outlook"] = "" }
        json = .object(fields)
    }

    /// Returns a node's word on the request with the number `id`.
    static func json(of outlook: OutlookText, id: UInt64) -> JSONValue {
        [
            "id": .integer(Int128(id)), "outlook": .string(outlook.lines.joined(separator: "\n")),
            "warnings": .array(outlook.warnings.map(JSONValue.string)),
        ]
    }

    private static func json(of permission: FunctionCallPermission) -> JSONValue {
        [
            "contractId": .string(permission.receiverId.text),
            "methodNames": .array(permission.methodNames.map { .string($0.text) }),
            "allowance": permission.allowance.map { .string("\($0.yoctoNEAR)") } ?? .null,
        ]
    }

    private static func kind(of request: ApprovalRequest) -> String {
        switch request.subject {
        case .signIn: "sign-in"
        case .signInAndSignMessage: "sign-in-and-sign-message"
        case .signInWithFunctionCallKey: "sign-in-with-key"
        case .message: "message"
        case .transactions: "transactions"
        case .delegateActions: "delegate-actions"
        }
    }

    private static func sum<Value>(_ body: () throws(AmountError) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            return nil
        }
    }

    /// Returns the transactions as wallets take them; `nil` for actions without such a form.
    ///
    /// The text has them all the same.
    private static func transactions(of request: ApprovalRequest) -> JSONValue? {
        do throws(NEARError) {
            return .array(try request.intents.map { intent throws(NEARError) in try intent.json() })
        } catch {
            return nil
        }
    }
}
