// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import NEARRPC

/// The functions that are fuzzed.
///
/// A target returns for every input; a trap, a broken law or too much memory is a finding.
enum Targets {
    static let all: [String: @Sendable ([UInt8]) -> Void] = [own, walletConnect, logins].reduce(into: [:]) {
        all, some in
        all.merge(some) { first, _ in first }
    }

    private static let own: [String: @Sendable ([UInt8]) -> Void] = [
        "account-id": accountId, "amount": amount, "borsh": borsh, "connector-action": connectorAction,
        "control-calls": controlCalls, "credential": credential, "dapp-request": dAppRequest, "encoding": encoding,
        "journal": journal, "json": json,
        "key": key, "local-lines": localLines, "metadata": metadata, "policy": policy, "reconciler": reconciler,
        "rpc-response": rpcResponse, "seed-phrase": seedPhrase, "share-records": shareRecords,
        "share-words": shareWords, "site": site,
    ]

    /// The target that the environment names.
    static let chosen: @Sendable ([UInt8]) -> Void = {
        let name = ProcessInfo.processInfo.environment["NEAR_CONNECT_FUZZ_TARGET"] ?? ""
        guard let target = all[name] else { fatalError("NEAR_CONNECT_FUZZ_TARGET names no target: \(name)") }
        return target
    }()

    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self)
    }

    /// Reads an account id; its printed form has to be the text, or to read the same.
    private static func accountId(_ bytes: [UInt8]) {
        guard let id = try? AccountId(text(bytes)) else { return }
        let borsh = try? AccountId(borsh: id.borshBytes)
        precondition(borsh == id, "an account id does not come back from Borsh")
        precondition(Array(id.text.utf8) == bytes, "an account id is not what was read")
        _ = (id.kind, id.isTopLevel)
        if let parent = id.parent {
            precondition(id.isSubAccount(of: parent) && (try? AccountId(parent.text)) == parent, "no parent")
        }
    }

    private static func amount(_ bytes: [UInt8]) {
        let text = text(bytes)
        if let token = try? NEARToken(text) {
            precondition((try? NEARToken(token.description)) == token, "an amount does not come back")
            precondition((try? NEARToken("\(token.formatted()) NEAR")) == token, "an amount does not come back")
            _ = token.formatted(maximumFractionDigits: Int(bytes.first ?? 0))
        }
        if let gas = try? Gas(text) {
            precondition((try? Gas(gas.description)) == gas, "gas does not come back")
        }
    }

    /// Every value has one form: what can be decoded is encoded to the same bytes.
    private static func borsh(_ bytes: [UInt8]) {
        guard let type = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch type % 9 {
        case 0: canonical(SignedTransaction.self, rest)
        case 1: canonical(Transaction.self, rest)
        case 2: canonical(Action.self, rest)
        case 3: canonical(SignedDelegateAction.self, rest)
        case 4: canonical(VersionedSignedDelegateAction.self, rest)
        case 5: canonical(AccessKey.self, rest)
        case 6: canonical(NEP413Payload.self, rest)
        case 7: canonical(DeterministicStateInitAction.self, rest)
        default: canonical(PublicKey.self, rest)
        }
    }

    private static func canonical<Value: BorshEncodable & BorshDecodable>(_ type: Value.Type, _ bytes: [UInt8]) {
        guard let value = try? Value(borsh: bytes) else { return }
        precondition(value.borshBytes == bytes, "\(type) has two forms")
    }

    private static func connectorAction(_ bytes: [UInt8]) {
        guard let json = try? JSONValue.parse(bytes), let action = try? Action(connectorJSON: json) else { return }
        guard let again = try? action.connectorJSON, let same = try? Action(connectorJSON: again) else {
            fatalError("an action that was read has no form")
        }
        precondition(same == action, "an action does not come back")
        precondition((try? Action(borsh: action.borshBytes)) == action, "an action does not come back from Borsh")
    }

    private static func credential(_ bytes: [UInt8]) {
        guard let credential = try? Credential(json: bytes) else { return }
        let again = try? Credential(json: credential.exposedJSON())
        precondition(again?.secretKey.publicKey == credential.secretKey.publicKey, "a credential does not come back")
        precondition(again?.accountId == credential.accountId, "a credential's account does not come back")
    }

    private static func encoding(_ bytes: [UInt8]) {
        let text = text(bytes)
        precondition((try? Base58.decode(Base58.encode(bytes), maximumByteCount: bytes.count)) == bytes, "Base58")
        precondition(Base64.decode(Base64.encode(bytes)) == bytes, "Base64")
        precondition(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes, "hexadecimal")
        if let decoded = try? Base58.decode(text) {
            precondition(Base58.encode(decoded) == text, "Base58 has two forms")
        }
        if let decoded = Base64.decode(text) {
            precondition(Base64.encode(decoded) == text, "Base64 has two forms")
        }
    }

    private static func json(_ bytes: [UInt8]) {
        guard let value = try? JSONValue.parse(bytes) else { return }
        precondition((try? JSONValue.parse(value.bytes)) == value, "a JSON value does not come back")
    }

    private static func key(_ bytes: [UInt8]) {
        let text = text(bytes)
        if let key = try? PublicKey(text) {
            precondition((try? PublicKey(key.description)) == key, "a public key does not come back")
            precondition((try? PublicKey(borsh: key.borshBytes)) == key, "a public key does not come back from Borsh")
            _ = key.implicitAccountId
        }
        if let signature = try? Signature(text) {
            precondition((try? Signature(signature.description)) == signature, "a signature does not come back")
        }
        if let handle = try? PublicKeyHandle(text) {
            precondition((try? PublicKeyHandle(handle.description)) == handle, "a handle does not come back")
        }
        if let key = try? SecretKey(text) {
            precondition((try? SecretKey(key.exposedText()))?.publicKey == key.publicKey, "a key does not come back")
            guard let signature = try? key.sign(.zero) else { fatalError("a key does not sign") }
            precondition(key.publicKey.verify(signature, hash: .zero), "a key does not verify its signature")
        }
    }

    private static func seedPhrase(_ bytes: [UInt8]) {
        let text = text(bytes)
        if let phrase = try? SeedPhrase(text) {
            precondition((try? SeedPhrase(phrase.exposedText()))?.wordCount == phrase.wordCount, "a phrase is lost")
        }
        if let path = try? DerivationPath(text) {
            precondition((try? DerivationPath(path.description)) == path, "a path does not come back")
        }
    }
}
