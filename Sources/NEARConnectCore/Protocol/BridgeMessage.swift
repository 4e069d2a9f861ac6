// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// A message of the bridge page, protocol version 1: a JSON object `{v, id, type, payload, secret}`.
///
/// Unknown fields are ignored. An unknown type, a malformed payload or a wrong secret makes a ``DecodingError``, which
/// is logged and counted, never fatal.
package indirect enum BridgeMessage: Sendable {
    /// The protocol version that both sides speak.
    package static let version = 1

    case ready
    case reply(RequestID, Reply)
    case failure(RequestID, NEARError)
    /// The page itself failed and can't work any more.
    case pageFailure(message: String)
    case hostCall(HostCall)
    /// A request has started to run a wallet's code.
    case walletAsked(RequestID, walletId: String)
    /// A window that a wallet opened for a request has said something to the page.
    case windowSpoke(RequestID)
    /// WebKit's network process has crashed; the page's storage doesn't work without it.
    case networkProcessEnded
    /// A wallet asks to be shown to the user.
    case attention
    /// A wallet's code asks to open a link; the connector has found the link's pattern in the wallet's manifest.
    case openLink(RequestID, walletId: String, uri: String)
    case log(level: String, message: String)
    case walletUI(visible: Bool)
    case walletsChanged

    /// The answer to a request, by the type of message that carries it.
    package indirect enum Reply: Sendable {
        case signedIn(accounts: [Account], walletId: String)
        case signedInAndSignedMessage(accounts: [Account], walletId: String)
        case signedOut
        case transactionResult(outcome: JSONValue)
        case transactionsResult(outcomes: [JSONValue])
        case messageResult(signedMessage: JSONValue)
        case delegateActionResult(signedDelegateActions: [String])
        /// A failure: the wallet executed the first transactions and stopped.
        ///
        /// Its outcomes must be verified like a result.
        case partiallySent(outcomes: [JSONValue], hash: CryptoHash?, reason: String)
        case walletSelected(walletId: String)
        case walletList([WalletInfo])
        case accountList(accounts: [Account], walletId: String?)
        case echo(JSONValue)
        /// The host's own answer to ``RequestKind/ready``.
        case ready
    }

    /// An account as a wallet names it; nothing of it is verified yet.
    package struct Account: Sendable {
        package let accountId: String
        package let publicKey: String?
        package let signedMessage: JSONValue?

        package init(accountId: String, publicKey: String?, signedMessage: JSONValue?) {
            (self.accountId, self.publicKey, self.signedMessage) = (accountId, publicKey, signedMessage)
        }
    }

    /// A call of a packaged wallet to a service of this process.
    package struct HostCall: Sendable {
        /// The request during which the wallet calls.
        package let requestId: RequestID
        package let callId: String
        package let service: String
        package let method: String
        package let params: JSONValue
        package let walletId: String
    }

    /// The reason why a text isn't a message.
    package enum DecodingError: Error, Equatable {
        case notAMessage(String)
        case wrongVersion(Int)
        case wrongSecret
        case unknownType(String)
        case malformed(type: String, reason: String)
    }

    /// Decodes one message.
    ///
    /// - Parameters:
    ///   - text: The JSON text that the relay posted.
    ///   - secret: The secret of this load of the page; a message without it doesn't come from the bridge's script.
    /// - Throws: ``DecodingError``.
    package static func decode(_ text: String, secret: String) throws(DecodingError) -> BridgeMessage {
        let envelope: BridgeEnvelope
        let type: String
        do {
            envelope = try BridgeEnvelope(text)
            let version = try envelope.version()
            guard version == Self.version else { throw DecodingError.wrongVersion(version) }
            guard try envelope.string(.secret).hasSameBytes(as: secret) else {
                throw DecodingError.wrongSecret
            }
            type = try envelope.string(.type)
        } catch let rejection as DecodingError {
            throw rejection
        } catch {
            throw .notAMessage("\(error)")
        }
        do throws(JSONFields.FieldError) {
            if let message = try announcement(type, envelope) { return message }
            if let reply = try reply(type, envelope) { return .reply(try request(envelope), reply) }
        } catch {
            throw .malformed(type: type, reason: error.description)
        }
        throw .unknownType(type)
    }
}

extension BridgeMessage {
    private static func request(_ envelope: BridgeEnvelope) throws(JSONFields.FieldError) -> RequestID {
        let text = try envelope.string(.id)
        guard let id = RequestID(text) else {
            throw JSONFields.FieldError(description: localized("no request has the id %1$s", text))
        }
        return id
    }

    /// Returns the id of a wallet.
    ///
    /// Ids are ASCII, and strings of ASCII are equal only when their bytes are.
    private static func walletId(_ fields: JSONFields) throws(JSONFields.FieldError) -> String {
        let id = try fields.string("walletId")
        guard id.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw JSONFields.FieldError(description: localized("no wallet has the id %1$s", id))
        }
        return id
    }

    /// Decodes a message that is not a reply; `nil` for every other type.
    private static func announcement(
        _ type: String, _ envelope: BridgeEnvelope
    ) throws(JSONFields.FieldError) -> BridgeMessage? {
        func payload() throws(JSONFields.FieldError) -> JSONFields {
            try JSONFields(try envelope.value(.payload), "payload")
        }
        switch type {
        case "ready":
            let ready = try payload()
            let spoken = try ready.integer("protocol")
            guard spoken == version else {
                throw JSONFields.FieldError(
                    description: localized(
                        "the page speaks protocol %1$s, this program %2$s", "\(spoken)", "\(version)"))
            }
            return .ready
        case "failure":
            let failure = try payload()
            let (code, message) = (try failure.string("code"), try failure.string("message"))
            guard envelope.has(.id) else { return .pageFailure(message: message) }
            let hash = try failure.optionalString("hash")
            if code == "partiallySent" {
                let outcomes = failure.has("outcomes") ? try failure.array("outcomes") : []
                return .reply(
                    try request(envelope),
                    .partiallySent(outcomes: outcomes, hash: NEARError.read(hash), reason: message))
            }
            return .failure(try request(envelope), NEARError(bridgeCode: code, message: message, hash: hash))
        case "hostCall":
            let call = try payload()
            return .hostCall(
                HostCall(
                    requestId: try request(envelope), callId: try call.string("callId"),
                    service: try call.string("service"),
                    method: try call.string("method"), params: try call.value("params"),
                    walletId: try walletId(call)))
        case "walletAsked":
            return .walletAsked(try request(envelope), walletId: try walletId(payload()))
        case "windowSpoke":
            return .windowSpoke(try request(envelope))
        case "networkProcessEnded":
            return .networkProcessEnded
        case "attention":
            return .attention
        case "openLink":
            let link = try payload()
            return .openLink(
                try request(envelope), walletId: try walletId(link), uri: try link.string("url"))
        case "log":
            let log = try payload()
            return .log(level: try log.string("level"), message: try log.string("message"))
        case "walletUI":
            return .walletUI(visible: try payload().bool("visible"))
        case "walletsChanged":
            return .walletsChanged
        default:
            return nil
        }
    }

    /// Decodes the reply of `type`; `nil` when the protocol has no such type.
    private static func reply(_ type: String, _ envelope: BridgeEnvelope) throws(JSONFields.FieldError) -> Reply? {
        if type == "echo" { return .echo(try envelope.value(.payload)) }
        if type == "signedOut" { return .signedOut }
        func payload() throws(JSONFields.FieldError) -> JSONFields {
            try JSONFields(try envelope.value(.payload), "payload")
        }
        switch type {
        case "signedIn":
            let payload = try payload()
            return .signedIn(accounts: try accounts(payload), walletId: try walletId(payload))
        case "signedInAndSignedMessage":
            let payload = try payload()
            return .signedInAndSignedMessage(accounts: try accounts(payload), walletId: try walletId(payload))
        case "transactionResult":
            return .transactionResult(outcome: try payload().value("outcome"))
        case "transactionsResult":
            return .transactionsResult(outcomes: try payload().array("outcomes"))
        case "messageResult":
            return .messageResult(signedMessage: try payload().value("signedMessage"))
        case "delegateActionResult":
            return .delegateActionResult(signedDelegateActions: try texts(try payload(), "signedDelegateActions"))
        case "walletSelected":
            return .walletSelected(walletId: try walletId(payload()))
        case "walletList":
            return .walletList(try wallets(try payload()))
        case "accountList":
            let payload = try payload()
            return .accountList(
                accounts: try accounts(payload), walletId: payload.has("walletId") ? try walletId(payload) : nil)
        default:
            return nil
        }
    }

    private static func accounts(_ payload: JSONFields) throws(JSONFields.FieldError) -> [Account] {
        var accounts: [Account] = []
        for element in try payload.array("accounts") {
            let account = try JSONFields(element, "account")
            accounts.append(
                Account(
                    accountId: try account.string("accountId"), publicKey: try account.optionalString("publicKey"),
                    signedMessage: element["signedMessage"]))
        }
        return accounts
    }

    private static func texts(_ payload: JSONFields, _ field: String) throws(JSONFields.FieldError) -> [String] {
        var texts: [String] = []
        for element in try payload.array(field) {
            guard let text = element.stringValue else {
                throw JSONFields.FieldError(description: localized("%1$s holds something that is not a text", field))
            }
            texts.append(text)
        }
        return texts
    }

    private static func wallets(_ payload: JSONFields) throws(JSONFields.FieldError) -> [WalletInfo] {
        var wallets: [WalletInfo] = []
        for element in try payload.array("wallets") {
            let wallet = try JSONFields(element, "wallet")
            wallets.append(
                WalletInfo(
                    id: try wallet.string("id"), name: try wallet.string("name"),
                    icon: try wallet.optionalString("icon"), description: try wallet.optionalString("description"),
                    website: try wallet.optionalString("website"), type: try wallet.optionalString("type"),
                    features: features(element["features"]?.objectValue ?? [:])))
        }
        return wallets
    }

    private static func features(_ members: JSONValue.Members) -> [String: Bool] {
        let flags = members.compactMap { name, value in value.boolValue.map { (name.text, $0) } }
        return Dictionary(flags) { $0 && $1 }
    }
}
