// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

extension DAppRequest {
    /// The most transactions or delegate actions of a request.
    static let intentLimit = 64
    /// The most bytes of a message's recipient, of the text that goes back with it, and of an app's name.
    static let textLimit = 1024
    /// Fields of a transaction that web wallets know and that change nothing of it.
    private static let harmless = [
        "callbackUrl", "callbackURL", "successUrl", "failureUrl", "meta", "walletMeta", "network", "networkId",
    ]
    /// Fields by which other chains' wallets are handed bytes to sign unseen.
    private static let blind = ["payload", "data", "hash", "hex", "raw", "bytes", "digest", "method"]

    /// Reads a method's parameters.
    static func operation(_ method: DAppMethod, _ params: DAppParams) throws(DAppError) -> Operation {
        switch method {
        case .getAccounts: return .accounts
        case .signIn: return .signIn(key: try key(params))
        case .signInAndSignMessage:
            return .signInAndSignMessage(try message(try params.object("messageParams")), key: try key(params))
        case .signOut: return .signOut
        case .signMessage: return .signMessage(try message(params), signer: try params.optionalAccount("signerId"))
        case .signAndSendTransaction:
            try refuseBlind(params)
            let (intent, signer) = try intent(params)
            return .sendTransactions([intent], signer: signer, isList: false)
        case .signAndSendTransactions:
            let (intents, signer) = try intents(params, "transactions")
            return .sendTransactions(intents, signer: signer, isList: true)
        case .signTransaction: return try signTransaction(params)
        case .signDelegateActions:
            let (intents, signer) = try intents(params, "delegateActions")
            return .signDelegateActions(intents, signer: signer)
        case .signTransactions:
            let (intents, signer) = try intents(params, "transactions")
            return .signTransactions(intents, signer: signer)
        case .deleteKeys: return .deleteKeys(try keys(params))
        case .authorize: return .authorize(name: try params.optionalText("name", limit: textLimit) ?? "")
        case .subscribeToAccounts:
            guard params.has("since") else { return .subscribeToAccounts(since: nil) }
            guard let since = try params.value("since").integerValue(as: UInt64.self) else {
                throw params.error("since", localized("is not a whole number"))
            }
            return .subscribeToAccounts(since: since)
        case .listMetadata: return .listMetadata
        case .provideMetadata: return .provideMetadata(try DAppNetworkOffer(try params.object("definition")))
        case .networks: return .networks
        }
    }

    // MARK: Messages

    private static func message(_ params: DAppParams) throws(DAppError) -> Message {
        guard !blind.contains(where: params.has) else {
            throw DAppError(
                .unsupported,
                localized(
                    "This wallet signs no bytes that it can’t show. Ask for a message by NEP-413: message, recipient and a nonce of 32 bytes."
                ))
        }
        let text = try params.text("message", limit: DAppJSON.limit)
        let recipient = try params.text("recipient", limit: textLimit)
        guard !recipient.isEmpty else { throw params.error("recipient", localized("is empty")) }
        let state = try params.optionalText("state", limit: textLimit)
        let nonce = try nonce(params)
        do throws(NEP413Error) {
            let payload = try NEP413Payload(message: text.text, nonce: nonce, recipient: recipient.text)
            return Message(payload: payload, state: state)
        } catch {
            throw params.error("nonce", localized("can’t be used: %1$s", "\(error)"))
        }
    }

    /// Reads a nonce, of which Base64 is no other than the bytes: it has 32 of them.
    private static func nonce(_ params: DAppParams) throws(DAppError) -> [UInt8] {
        if let text = try params.value("nonce").stringValue {
            guard let bytes = Base64.decode(text) else { throw params.error("nonce", localized("is not Base64")) }
            return bytes
        }
        return try params.bytes("nonce")
    }

    // MARK: Transactions

    private static func refuseBlind(_ params: DAppParams) throws(DAppError) {
        guard !blind.contains(where: params.has) else {
            throw DAppError(
                .unsupported,
                localized(
                    "This wallet signs no hashes and no encoded parts of transactions. Name receiverId and actions."))
        }
    }

    private static func signTransaction(_ params: DAppParams) throws(DAppError) -> Operation {
        try refuseBlind(params)
        guard params.has("encoded") else {
            let (intent, signer) = try intent(params)
            return .signTransaction(intent, signer: signer)
        }
        try params.requireOnly(["encoded"] + harmless)
        guard try params.value("encoded").stringValue == nil else {
            throw DAppEncodedTransaction.refused(localized("it is a text, and not bytes"))
        }
        return .signEncodedTransaction(try DAppEncodedTransaction.decode(try params.bytes("encoded")))
    }

    /// Reads one transaction; what isn't known there is refused.
    private static func intent(_ params: DAppParams) throws(DAppError) -> (TransactionRequest, AccountId?) {
        try params.requireOnly(["receiverId", "actions", "signerId"] + harmless)
        let elements = try params.list("actions", limit: DAppAction.countLimit)
        guard !elements.isEmpty else { throw params.error("actions", localized("is empty")) }
        var actions: [Action] = []
        for (index, element) in elements.enumerated() {
            actions.append(try DAppAction.decode(element, "\(params.name).actions[\(index)]"))
        }
        let intent = TransactionRequest(receiverId: try params.account("receiverId"), actions: actions)
        return (intent, try params.optionalAccount("signerId"))
    }

    private static func intents(
        _ params: DAppParams, _ field: String
    ) throws(DAppError) -> ([TransactionRequest], AccountId?) {
        try refuseBlind(params)
        try params.requireOnly([field, "signerId"] + harmless)
        let elements = try params.list(field, limit: intentLimit)
        guard !elements.isEmpty else { throw params.error(field, localized("is empty")) }
        var signer = try params.optionalAccount("signerId")
        var intents: [TransactionRequest] = []
        for (index, element) in elements.enumerated() {
            let element = try DAppParams(element, "\(params.name).\(field)[\(index)]")
            let (intent, own) = try intent(element)
            if let own {
                // One account signs a request, and the user is asked about that one.
                guard signer == nil || signer == own, index == 0 || signer != nil else {
                    throw element.error("signerId", localized("is another account than that of the others"))
                }
                signer = own
            }
            intents.append(intent)
        }
        return (intents, signer)
    }

    // MARK: Keys

    /// Reads the keys that are to be deleted: of one account, each once.
    private static func keys(_ params: DAppParams) throws(DAppError) -> [SiteGrant.Key] {
        try params.requireOnly(["keys"] + harmless)
        let elements = try params.list("keys", limit: DAppAction.countLimit)
        guard !elements.isEmpty else { throw params.error("keys", localized("is empty")) }
        var keys: [SiteGrant.Key] = []
        for (index, element) in elements.enumerated() {
            let element = try DAppParams(element, "\(params.name).keys[\(index)]")
            try element.requireOnly(["accountId", "publicKey"])
            let account = try element.account("accountId")
            guard let text = try NEARAPIAction.publicKey(element).stringValue else {
                throw element.error("publicKey", localized("is no key"))
            }
            let key: SiteGrant.Key
            do throws(KeyError) {
                key = SiteGrant.Key(accountId: account, publicKey: try PublicKey(text))
            } catch {
                throw element.error("publicKey", localized("is no key: %1$s", "\(error)"))
            }
            guard account == keys.first?.accountId ?? account, !keys.contains(key) else {
                throw element.error("accountId", localized("has to be one account’s, with each key once"))
            }
            keys.append(key)
        }
        return keys
    }

    /// Reads the function-call key that is to be added with a sign-in.
    ///
    /// Connectors before 0.10 name contract and methods in the request itself.
    private static func key(_ params: DAppParams) throws(DAppError) -> FunctionCallKeyRequest? {
        let json: JSONValue
        if params.has("addFunctionCallKey") {
            let key = try params.object("addFunctionCallKey")
            try key.requireOnly(["contractId", "publicKey", "allowMethods", "gasAllowance"])
            var members = key.members
            if key.has("publicKey") { members["publicKey"] = try NEARAPIAction.publicKey(key) }
            if !key.has("gasAllowance") { members["gasAllowance"] = usualAllowance }
            if key.has("gasAllowance"), var gas = key.members["gasAllowance"]?.objectValue,
                case .integer(let amount)? = gas["amount"], (0...DAppJSON.largestExactNumber).contains(amount)
            {
                gas["amount"] = .string("\(amount)")
                members["gasAllowance"] = .object(gas)
            }
            json = .object(members)
        } else if params.has("contractId") {
            let methods = try params.has("methodNames") ? params.list("methodNames", limit: DAppAction.countLimit) : []
            json = [
                "contractId": try params.value("contractId"), "gasAllowance": usualAllowance,
                "allowMethods": methods.isEmpty
                    ? ["anyMethod": true] : ["anyMethod": false, "methodNames": .array(methods)],
            ]
        } else {
            return nil
        }
        do throws(JSONFields.FieldError) {
            return try FunctionCallKeyRequest(json: json)
        } catch {
            throw .invalid(error.description)
        }
    }

    private static let usualAllowance: JSONValue = [
        "kind": "limited", "amount": .string("\(FunctionCallKeyRequest.usualAllowance.yoctoNEAR)"),
    ]
}
