// SPDX-License-Identifier: MIT

import BenchFigures
import CSodium
import GuardedMemory
import NEARPrimitives
import WalletConnectSign

/// A message on its way out and in again, beside nothing but its encryption and Base64.
@MainActor
struct CodecBench {
    private static let rounds = 2_000

    let pairs: Int
    private let key = SecretBytes.random(count: 32)

    init(pairs: Int) { self.pairs = pairs }

    func measure() async throws {
        for (name, count) in [("1k", 1_024), ("64k", 65_536)] {
            var figure = Figure("walletconnect-codec-\(name)", unit: "us", .ratio, bar: .atMost(3))
            let params: JSONValue = ["text": .string(String(repeating: "x", count: count))]
            let rounds = max(20, Self.rounds * 1_024 / count)
            let content = RPCMessage.request(RPCIdentifier(1_763_800_000_123_456), method: "m", params: params).bytes
            for pair in -1..<pairs {
                let own = try await milliseconds { for _ in 0..<rounds { try wayAndBack(params) } }
                let bare = try await milliseconds { for _ in 0..<rounds { try bareWayAndBack(content) } }
                guard pair >= 0 else { continue }
                figure.pairs.append((own.time * 1_000 / Double(rounds), bare.time * 1_000 / Double(rounds)))
            }
            figure.write()
        }
    }

    /// Text, JSON-RPC, envelope, Base64, the relay's frame; and all of it back.
    private func wayAndBack(_ params: JSONValue) throws {
        let message = RPCMessage.request(RPCIdentifier(1_763_800_000_123_456), method: "m", params: params)
        guard let envelope = Envelope.seal(message.bytes, key: key) else { throw BenchError("nothing is sealed") }
        let frame = RPCMessage.request(
            RPCIdentifier(1_763_800_000_123_456_789), method: "irn_subscription",
            params: [
                "id": "s",
                "data": ["topic": .string(String(repeating: "a", count: 64)), "message": .string(envelope), "tag": 0],
            ]
        ).text
        guard case .request(let id, _, let read)? = RPCMessage(Array(frame.utf8)),
            let delivery = RelayDelivery(id, params: read),
            case .request(_, _, let back)? = RPCMessage(try Envelope.open(delivery.message, key: key).content),
            back == params
        else { throw BenchError("a message does not come back") }
    }

    /// ChaCha20-Poly1305 and Base64 of the same bytes, each way.
    private func bareWayAndBack(_ content: [UInt8]) throws {
        var nonce = [UInt8](repeating: 0, count: 12)
        randombytes_buf(&nonce, nonce.count)
        var sealed = [UInt8](repeating: 0, count: content.count + 16)
        var opened = [UInt8](repeating: 0, count: content.count)
        let isRight = key.withUnsafeBytes { key -> Bool in
            guard let key = key.baseAddress?.assumingMemoryBound(to: UInt8.self),
                crypto_aead_chacha20poly1305_ietf_encrypt(
                    &sealed, nil, content, UInt64(content.count), nil, 0, nil, nonce, key) == 0,
                let back = Base64.decode(Base64.encode(sealed))
            else { return false }
            return crypto_aead_chacha20poly1305_ietf_decrypt(
                &opened, nil, nil, back, UInt64(back.count), nil, 0, nonce, key) == 0
        }
        guard isRight, opened == content else { throw BenchError("bytes do not come back") }
    }
}
