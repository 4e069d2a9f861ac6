// SPDX-License-Identifier: MIT

internal import GuardedMemory
import NEARPrimitives
import WalletConnectSign

extension Targets {
    static let walletConnect: [String: @Sendable ([UInt8]) -> Void] = [
        "walletconnect-envelope": envelope, "walletconnect-frame": frame, "walletconnect-link": link,
        "walletconnect-namespaces": namespaces,
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
}
