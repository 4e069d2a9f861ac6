// SPDX-License-Identifier: MIT

internal import GuardedMemory
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectSign

extension Targets {
    static let walletConnect: [String: @Sendable ([UInt8]) -> Void] = [
        "walletconnect-envelope": envelope, "walletconnect-frame": frame, "walletconnect-link": link,
        "walletconnect-namespaces": namespaces, "walletconnect-registry": registry, "walletconnect-token": token,
    ]

    /// The key under which the seeds are encrypted.
    static let envelopeKey = SecretBytes(copying: [UInt8](repeating: 7, count: 32))

    /// Opens a message of the relay; what was opened has to come back, and so has any content.
    private static func envelope(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(EnvelopeError) {
            _ = RPCMessage(try Envelope.open(text, key: envelopeKey).content)
        } catch {
            _ = "\(error)"
        }
        guard let sealed = Envelope.seal(bytes, key: envelopeKey) else { fatalError("nothing is sealed") }
        let opened = try? Envelope.open(sealed, key: envelopeKey)
        precondition(opened?.content == bytes && opened?.sender == nil, "an envelope does not come back")
    }

    /// Reads a text of the relay's socket, and a delivery in it.
    private static func frame(_ bytes: [UInt8]) {
        guard let message = RPCMessage(bytes) else { return }
        switch message {
        case .request, .result:
            precondition(RPCMessage(message.bytes) == message, "a message does not come back")
        // An error without an id, or with data, is written in a simpler form.
        case .failure: precondition(RPCMessage(message.bytes) != nil, "an error does not come back")
        }
        if case .request(let id, _, let params) = message, let delivery = RelayDelivery(id, params: params) {
            precondition(delivery.topic.text.utf8.count == 64, "a delivery without a topic")
        }
    }

    /// Reads a pairing link; what was read has to come back.
    private static func link(_ bytes: [UInt8]) {
        let now = UnixTime(seconds: 1_763_800_000)
        do throws(PairingURIError) {
            let uri = try PairingURI(String(decoding: bytes, as: UTF8.self), at: now)
            let digits = uri.key.withUnsafeBytes { Hexadecimal.encode($0) }
            precondition(!"\(uri)".contains(digits), "a link shows its key")
            _ = uri.link(for: WalletLinks(native: "wallet://"))
            guard uri.methods.isEmpty else { return }
            precondition((try? PairingURI(uri.text, at: now)) == uri, "a link does not come back")
        } catch {
            _ = "\(error)"
        }
    }

    /// Reads what a wallet grants, and what a program asks for; grants have to come back.
    private static func namespaces(_ bytes: [UInt8]) {
        guard let json = try? JSONValue.parse(bytes) else { return }
        _ = AppMetadata(json: json)
        do throws(NamespaceError) {
            let namespaces = try SessionNamespaces(json: json)
            precondition((try? SessionNamespaces(json: namespaces.json)) == namespaces, "grants do not come back")
            precondition(!namespaces.accounts.isEmpty, "grants without an account")
        } catch {
            _ = "\(error)"
        }
        for (key, value) in json.objectValue ?? [:] { _ = try? NamespaceRequest(key.text, json: value) }
    }

    /// Reads the wallets of a registry.
    ///
    /// A wallet's name is short and needs nothing written out, and its links run and read nothing by themselves.
    private static func registry(_ bytes: [UInt8]) {
        guard let chain = ChainID("near:mainnet"), let wallets = RegistryAnswer.wallets(in: bytes, on: chain) else {
            return
        }
        precondition(wallets.count <= RegistryAnswer.mostEntries, "more wallets than are read")
        precondition(Set(wallets.map { ExactText($0.id) }).count == wallets.count, "two wallets with one id")
        for wallet in wallets {
            precondition(wallet.name.utf8.count <= RegistryAnswer.longestName, "a long name")
            precondition(DisplayText.name(wallet.name).hasSameBytes(as: wallet.name), "a name to be written out")
            let links = [wallet.links.native, wallet.links.universal].compactMap { $0?.lowercased() }
            precondition(
                links.allSatisfy { link in !["javascript:", "file:", "data:"].contains { link.hasPrefix($0) } },
                "a link that runs or reads")
            precondition(wallet.site.isEmpty || wallet.site.hasPrefix("https://"), "a site by another scheme")
        }
    }

    /// Makes a token for any relay and any subject.
    ///
    /// No text of theirs may add a claim or break the signature.
    private static func token(_ bytes: [UInt8]) {
        let half = bytes.count / 2
        let (audience, subject) = (
            String(decoding: bytes[..<half], as: UTF8.self), String(decoding: bytes[half...], as: UTF8.self)
        )
        guard let token = RelayToken(of: tokenIdentity, audience: audience, subject: subject, at: tokenTime) else {
            fatalError("nothing is signed")
        }
        let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
        precondition(parts.count == 3 && token.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "no token")
        precondition(!"\(token)".contains(parts[2]), "a token shows itself")
        var text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let claims = Base64.decode(text).flatMap({ try? JSONValue.parse($0) }) else {
            fatalError("claims that are no JSON")
        }
        precondition(claims.objectValue?.count == 5, "a text adds a claim")
        precondition(claims["aud"] == .string(audience) && claims["sub"] == .string(subject), "a claim is another one")
        precondition(claims["iss"] == .string(tokenIdentity.id), "a token of somebody else")
        precondition(claims["exp"] == .integer(Int128(token.expires.seconds)), "a token that lasts longer")
    }

    private static let tokenTime = UnixTime(seconds: 1_763_800_000)
    private static let tokenIdentity: ClientIdentity = {
        guard let identity = ClientIdentity(seed: envelopeKey) else { fatalError("no key") }
        return identity
    }()
}
