// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARPrimitives
internal import NEARRPC

/// Writes the results of ``ManagerVerb``s as JSON.
package enum VerbResult {
    /// Returns an account; `null` where nobody is signed in.
    package static func account(_ account: NEARAccount?) -> JSONValue {
        guard let account else { return nil }
        var fields: JSONValue.Members = [
            "accountId": .string(account.accountId), "walletId": .string(account.walletId),
        ]
        if let key = account.publicKey { fields["publicKey"] = .string(key) }
        return .object(fields)
    }

    /// Returns the state of an account's session.
    package static func session(_ state: SessionState) -> JSONValue {
        switch state {
        case .signedOut: ["state": "signed-out"]
        case .stored: ["state": "stored"]
        case .restored(let isVerified): ["state": .string(isVerified ? "verified" : "restored")]
        case .stale(let reason): ["state": "stale", "reason": .string(reason)]
        case .revoked: ["state": "revoked"]
        }
    }

    /// Returns an error: its stable code, its sentence, and what of it is data.
    package static func error(_ error: NEARError) -> JSONValue {
        let report = ErrorReport(error)
        var fields: JSONValue.Members = ["code": .string(report.code), "message": .string(report.sentence)]
        switch error {
        case .transactionFailed(let outcome): fields["outcome"] = outcome.json
        case .transactionUnknown(let hash?): fields["hash"] = .string(hash.description)
        case .partiallySent(let outcomes, let hash, _):
            fields["outcomes"] = .array(outcomes.map(\.json))
            if let hash { fields["hash"] = .string(hash.description) }
        default: break
        }
        return .object(fields)
    }

    static func wallet(_ wallet: WalletInfo) -> JSONValue {
        var fields: JSONValue.Members = ["id": .string(wallet.id), "name": .string(wallet.name)]
        for (name, text) in [
            ("icon", wallet.icon), ("description", wallet.description), ("website", wallet.website),
            ("type", wallet.type),
        ] {
            if let text { fields[ExactText(name)] = .string(text) }
        }
        let features = wallet.features.map { (ExactText($0.key), JSONValue.bool($0.value)) }
        fields["features"] = .object(JSONValue.Members(features, uniquingKeysWith: { first, _ in first }))
        return .object(fields)
    }

    /// Returns an account's state, with the names of the node's answer.
    static func state(_ view: AccountView) -> JSONValue {
        var fields: JSONValue.Members = [
            "amount": .string("\(view.amount.yoctoNEAR)"), "locked": .string("\(view.locked.yoctoNEAR)"),
            "spendable": .string("\(view.spendable().yoctoNEAR)"), "code_hash": .string("\(view.codeHash)"),
            "storage_usage": .integer(Int128(view.storageUsage)),
        ]
        if let hash = view.globalContractHash { fields["global_contract_hash"] = .string("\(hash)") }
        if let id = view.globalContractAccountId { fields["global_contract_account_id"] = .string(id.text) }
        return .object(fields)
    }

    /// Returns a view method's bytes and log.
    static func call(_ result: CallResult) -> JSONValue {
        ["resultBase64": .string(Base64.encode(result.result)), "logs": .array(result.logs.map { .string($0) })]
    }
}
