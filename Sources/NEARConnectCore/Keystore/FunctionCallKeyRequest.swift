// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// A function-call key that a program wants to have with a sign-in (near-connect's `addFunctionCallKey`).
///
/// The keystore makes the key, stores it for the app that asked, and signs with it what it covers, without a question.
public struct FunctionCallKeyRequest: Sendable, Hashable {
    /// The contract that the key may call.
    public let contractId: AccountId
    /// The methods that the key may call; none for every method.
    public let methodNames: [ExactText]
    /// The NEAR that the key may burn as gas; `nil` for no limit.
    public let allowance: NEARToken?
    /// A key whose secret half the app has; `nil` for one that the keystore makes.
    ///
    /// The keystore adds a named key and never signs with it.
    public let publicKey: PublicKey?

    /// The allowance that near-connect gives where none is named: 0.25 NEAR.
    public static let usualAllowance = NEARToken(yoctoNEAR: 250_000_000_000_000_000_000_000)

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - contractId: The contract that the key may call.
    ///   - methodNames: The methods that the key may call; none for every method.
    ///   - allowance: The NEAR that the key may burn as gas; `nil` for no limit.
    ///   - publicKey: A key whose secret half the app has; `nil` for one that the keystore makes.
    public init(
        contractId: AccountId, methodNames: [String] = [], allowance: NEARToken? = Self.usualAllowance,
        publicKey: PublicKey? = nil
    ) {
        self.contractId = contractId
        self.methodNames = methodNames.map { ExactText($0) }
        self.allowance = allowance
        self.publicKey = publicKey
    }

    /// The permission of the key.
    package var permission: FunctionCallPermission {
        FunctionCallPermission(
            allowance: allowance, receiverId: contractId, methodNames: methodNames.map(\.text))
    }

    /// The request as wallets take it.
    package var json: JSONValue {
        var fields: JSONValue.Members = [
            "contractId": .string(contractId.text),
            "allowMethods": methodNames.isEmpty
                ? ["anyMethod": true]
                : ["anyMethod": false, "methodNames": .array(methodNames.map { .string($0.text) })],
            "gasAllowance": allowance.map { ["kind": "limited", "amount": .string("\($0.yoctoNEAR)")] }
                ?? ["kind": "unlimited"],
        ]
        if let publicKey { fields["publicKey"] = .string(publicKey.description) }
        return .object(fields)
    }

    /// Reads what a wallet's code hands on.
    ///
    /// - Throws: A sentence that names the field.
    init(json: JSONValue) throws(JSONFields.FieldError) {
        let fields = try JSONFields(json, "addFunctionCallKey")
        let methods = try JSONFields(try fields.value("allowMethods"), "allowMethods")
        let gas = try JSONFields(try fields.value("gasAllowance"), "gasAllowance")
        var names: [String] = []
        if try !methods.bool("anyMethod") {
            for element in try methods.array("methodNames") {
                guard let name = element.stringValue, !name.isEmpty else {
                    throw .init(description: localized("allowMethods.methodNames holds something that is no method"))
                }
                names.append(name)
            }
            // An empty list means every method to the chain, which is not what this says.
            guard !names.isEmpty else {
                throw .init(description: localized("allowMethods.methodNames is empty"))
            }
        }
        let allowance: NEARToken?
        switch try gas.string("kind") {
        case "unlimited": allowance = nil
        case "limited":
            guard let amount = UInt128(try gas.string("amount")) else {
                throw .init(description: localized("gasAllowance.amount is no amount in yoctoNEAR"))
            }
            allowance = NEARToken(yoctoNEAR: amount)
        default: throw .init(description: localized("gasAllowance.kind is neither limited nor unlimited"))
        }
        do {
            self.init(
                contractId: try AccountId(try fields.string("contractId")), methodNames: names, allowance: allowance,
                publicKey: try fields.optionalString("publicKey").map { try PublicKey($0) })
        } catch {
            throw .init(description: localized("addFunctionCallKey can’t be used: %1$s", "\(error)"))
        }
    }
}
