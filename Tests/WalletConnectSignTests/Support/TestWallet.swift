// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives

@testable import WalletConnectSign

/// A wallet as the other side of the protocol: it reads links and mailboxes, approves, settles, answers and ends.
struct TestWallet {
    let pair: X25519KeyPair
    let pairing: PairingURI
    let proposalID: RPCIdentifier
    let proposal: JSONValue
    let key: SecretBytes
    let topic: Topic
    private var lastID: UInt64 = 1_763_800_000_000_000

    /// Reads the proposal of a link.
    init?(_ link: String, proposal message: String, at now: UnixTime) throws {
        let pairing = try PairingURI(link, at: now)
        let content = try Envelope.open(message, key: pairing.key).content
        guard case .request(let id, "wc_sessionPropose", let params)? = RPCMessage(content),
            let theirs = params["proposer"]?["publicKey"]?.stringValue.flatMap({ Hexadecimal.decode($0) }),
            let pair = X25519KeyPair.make(), let key = pair.sessionKey(with: theirs)
        else { return nil }
        self.pairing = pairing
        self.pair = pair
        self.key = key
        proposalID = id
        proposal = params
        topic = Topic(ofKey: key)
    }

    mutating func nextID() -> RPCIdentifier {
        lastID += 1
        return RPCIdentifier(lastID)
    }

    /// The approval on the pairing topic.
    var approval: RPCMessage {
        .result(
            proposalID,
            ["relay": ["protocol": "irn"], "responderPublicKey": .string(Hexadecimal.encode(pair.publicKey))])
    }

    static let grants: JSONValue = [
        "near": [
            "accounts": ["near:testnet:alice.testnet"], "methods": ["near_getAccounts", "near_signTransaction"],
            "events": ["accountsChanged"],
        ]
    ]
    static let metadata: JSONValue = [
        "name": "Test wallet", "description": "", "url": "https://wallet.example",
        "icons": ["https://wallet.example/icon.png"], "redirect": ["native": "testwallet://"],
    ]

    /// The settlement on the session topic.
    mutating func settlement(
        namespaces: JSONValue = grants, metadata: JSONValue = metadata, expiry: Int64, controller: String? = nil
    ) -> RPCMessage {
        .request(
            nextID(), method: "wc_sessionSettle",
            params: [
                "relay": ["protocol": "irn"],
                "controller": [
                    "publicKey": .string(controller ?? Hexadecimal.encode(pair.publicKey)), "metadata": metadata,
                ],
                "namespaces": namespaces, "expiry": .integer(Int128(expiry)),
            ])
    }

    /// Encrypts a message for the session.
    func sealed(_ message: RPCMessage) -> String { Envelope.seal(message.bytes, key: key) ?? "" }

    /// Encrypts a message for the pairing.
    func sealedForPairing(_ message: RPCMessage) -> String { Envelope.seal(message.bytes, key: pairing.key) ?? "" }

    /// Reads a message of the session.
    func read(_ message: String) -> RPCMessage? {
        (try? Envelope.open(message, key: key)).flatMap { RPCMessage($0.content) }
    }
}
