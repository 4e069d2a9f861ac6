// SPDX-License-Identifier: MIT

internal import NEARDevnet
internal import NEARPrimitives
internal import NEARRPC

/// A refusal that goes back to the program that asked.
struct PhoneWalletRefusalError: Error {
    let code: Int?
    let message: String
    static func invalid(_ message: String) -> PhoneWalletRefusalError {
        PhoneWalletRefusalError(code: -32_602, message: message)
    }
}

/// A phone wallet's answers to NEAR's methods: signs for real, right or wrong as its steps say.
///
/// Source: WalletConnect's page on NEAR, and the wallet standard's text for bridge wallets.
struct PhoneWalletSigner: Sendable {
    /// The most bytes of a transaction.
    private static let limit = 2 << 20

    let accounts: [DevnetAccount]
    /// The account ids that the session grants on the chain of the request.
    let granted: Set<String>
    /// The node that a sign-in's key is added by; `nil` where there is none.
    let node: String?
    let steps: [PhoneWalletStep]

    /// Answers a request.
    func answer(_ method: String, _ params: JSONValue) async throws(PhoneWalletRefusalError) -> JSONValue {
        for step in steps { if case .value(let value) = step { return value } }
        switch method {
        case "near_getAccounts": return try accountList()
        case "near_signTransaction":
            return bytes(try signed(params["transaction"]).borshBytes)
        case "near_signTransactions":
            guard let elements = params["transactions"]?.arrayValue, elements.count <= 100 else {
                throw .invalid("no transactions")
            }
            var answers: [JSONValue] = []
            for element in elements { answers.append(bytes(try signed(element).borshBytes)) }
            return .array(answers)
        case "near_signMessage": return try signMessage(params)
        case "near_signIn": return try await signIn(params)
        case "near_signOut": return []
        default: throw PhoneWalletRefusalError(code: 10_001, message: "Unsupported method")
        }
    }

    // MARK: Accounts

    private var own: [DevnetAccount] { accounts.filter { granted.contains($0.id.text) } }

    private func accountList() throws(PhoneWalletRefusalError) -> JSONValue {
        if let name = wrongAccount {
            let key = try stranger().publicKey
            return [["accountId": .string(name), "publicKey": .string("\(key)")]]
        }
        let strange = has(.wrongKey) ? try stranger().publicKey : nil
        return .array(
            own.map {
                ["accountId": .string($0.id.text), "publicKey": .string("\(strange ?? $0.publicKey)")]
            })
    }

    private var wrongAccount: String? {
        for step in steps { if case .wrongAccount(let name) = step { return name } }
        return nil
    }

    private func has(_ step: PhoneWalletStep) -> Bool { steps.contains(step) }

    /// A key that no account has.
    private func stranger() throws(PhoneWalletRefusalError) -> SecretKey {
        do throws(KeyError) {
            return try SecretKey(keyType: .ed25519, seed: [UInt8](repeating: 0x5E, count: 32))
        } catch {
            throw .invalid("\(error)")
        }
    }

    // MARK: Transactions

    private func signed(_ json: JSONValue?) throws(PhoneWalletRefusalError) -> SignedTransaction {
        guard let bytes = WireBytes.read(json, limit: Self.limit) else { throw .invalid("no bytes of a transaction") }
        do {
            var transaction = try Transaction(borsh: bytes)
            guard let account = own.first(where: { $0.id == transaction.signerId }) else {
                throw PhoneWalletRefusalError.invalid("\(transaction.signerId) is no account of this session")
            }
            var key = account.secretKey
            if has(.wrongKey) { key = try stranger() }
            if case .v0(var changed) = transaction {
                if has(.wrongBytes) {
                    changed.actions.append(.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1))))
                }
                if has(.wrongNonce) { changed.nonce += 1 }
                if has(.wrongKey) { changed.publicKey = key.publicKey }
                if let name = wrongAccount { changed.signerId = try AccountId(name) }
                transaction = .v0(changed)
            }
            var signature = try key.sign(transaction.hash)
            if has(.wrongSignature) { signature = try Self.spoiled(signature) }
            return SignedTransaction(transaction: transaction, signature: signature)
        } catch let refusal as PhoneWalletRefusalError {
            throw refusal
        } catch {
            throw .invalid("\(error)")
        }
    }

    private static func spoiled(_ signature: Signature) throws(KeyError) -> Signature {
        var bytes = signature.bytes
        bytes[0] ^= 1
        return try Signature(keyType: signature.keyType, bytes: bytes)
    }

    /// Bytes in the form that the script wants.
    private func bytes(_ bytes: [UInt8]) -> JSONValue {
        for step in steps {
            if case .encoding(let form) = step { return form.json(bytes) }
            guard case .brokenBytes(let form) = step else { continue }
            guard case .array(var numbers) = WireBytes.array.json(bytes) else { break }
            switch form {
            case .gap:
                guard var members = WireBytes.indexed.json(bytes).objectValue else { break }
                members["1"] = nil
                return .object(members)
            case .tooLarge: numbers[0] = 256
            case .negative: numbers[0] = -1
            case .fraction: numbers[0] = 1.5
            case .text: return "these are no bytes"
            }
            return .array(numbers)
        }
        return WireBytes.array.json(bytes)
    }

    // MARK: Messages

    private func signMessage(_ params: JSONValue) throws(PhoneWalletRefusalError) -> JSONValue {
        guard let message = params["message"]?.stringValue, let recipient = params["recipient"]?.stringValue,
            var nonce = WireBytes.read(params["nonce"], limit: NEP413Payload.nonceByteCount)
        else { throw .invalid("no message, recipient or nonce") }
        let wanted = params["accountId"]?.stringValue
        guard
            let account = own.first(where: { wanted.map($0.id.text.hasSameBytes) ?? true })
        else { throw .invalid("no such account in this session") }
        if has(.wrongNonce), !nonce.isEmpty { nonce[0] ^= 1 }
        do {
            let key = has(.wrongKey) ? try stranger() : account.secretKey
            let payload = try NEP413Payload(
                message: has(.wrongBytes) ? message + "!" : message, nonce: nonce, recipient: recipient,
                callbackUrl: params["callbackUrl"]?.stringValue)
            var signature = try payload.sign(with: key)
            if has(.wrongSignature) { signature = try Self.spoiled(signature) }
            return [
                "accountId": .string(wrongAccount ?? account.id.text), "publicKey": .string("\(key.publicKey)"),
                "signature": .string(Base64.encode(signature.bytes)),
            ]
        } catch let refusal as PhoneWalletRefusalError {
            throw refusal
        } catch {
            throw .invalid("\(error)")
        }
    }

    // MARK: Signing in

    /// Adds the keys of a sign-in to their accounts, by transactions that the wallet sends itself.
    private func signIn(_ params: JSONValue) async throws(PhoneWalletRefusalError) -> JSONValue {
        guard let permission = params["permission"], let receiver = permission["receiverId"]?.stringValue,
            let wanted = params["accounts"]?.arrayValue, wanted.count <= 16
        else { throw .invalid("no permission or accounts") }
        if has(.addNothing) { return .array(wanted) }
        guard let node else { throw PhoneWalletRefusalError(code: -32_000, message: "The test wallet has no node") }
        do {
            let client = try NEARRPCClient(url: node)
            var methods = permission["methodNames"]?.arrayValue?.compactMap(\.stringValue) ?? []
            if has(.wrongBytes) { methods.append("drain") }
            let allowance = permission["allowance"]?.stringValue.flatMap { UInt128($0) }.map {
                NEARToken(yoctoNEAR: $0)
            }
            for element in wanted {
                guard let name = element["accountId"]?.stringValue,
                    let account = own.first(where: { $0.id.text.hasSameBytes(as: name) }),
                    let text = element["publicKey"]?.stringValue
                else { throw PhoneWalletRefusalError.invalid("no such account in this session") }
                let added = has(.wrongKey) ? try stranger().publicKey : try PublicKey(text)
                let view = try await client.viewAccessKey(account.publicKey, of: account.id, at: .optimistic)
                let transaction = Transaction.v0(
                    TransactionV0(
                        signerId: account.id, publicKey: account.publicKey, nonce: view.value.nonce + 1,
                        receiverId: account.id, blockHash: view.blockHash,
                        actions: [
                            .addKey(
                                AddKeyAction(
                                    publicKey: added,
                                    accessKey: AccessKey(
                                        permission: .functionCall(
                                            FunctionCallPermission(
                                                allowance: allowance, receiverId: try AccountId(receiver),
                                                methodNames: methods)))))
                        ]))
                _ = try await client.sendTransaction(try SignedTransaction.sign(transaction, with: account.secretKey))
            }
            return .array(wanted)
        } catch let refusal as PhoneWalletRefusalError {
            throw refusal
        } catch {
            throw PhoneWalletRefusalError(code: -32_000, message: "\(error)")
        }
    }
}
