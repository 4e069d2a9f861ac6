// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives
package import WalletConnectSign

/// Batches of changes as a sign client makes them, in a random order that a seed decides.
package struct StoreScript {
    /// The batches, each of which is applied by one call.
    package private(set) var batches: [[SignStoreChange]] = []

    private var random: UInt64
    private var sessions: [String] = []
    private var requests: [String] = []
    private var last = 0

    /// Makes a script.
    package init(seed: UInt64, count: Int = 40) {
        random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        batches = [[.putSecret("client", secret())]]
        while batches.count < count { step() }
    }

    /// All changes in their order.
    package var changes: [SignStoreChange] { batches.flatMap(\.self) }

    private mutating func next(_ bound: Int) -> Int {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return Int(random % UInt64(bound))
    }

    private mutating func secret() -> SecretBytes {
        let byte = UInt8(next(256))
        return SecretBytes(count: 32) { bytes in
            for index in bytes.indices { bytes[index] = byte }
        }
    }

    private mutating func name() -> String {
        last += 1
        let digits = String(last, radix: 16)
        return String(repeating: "0", count: 64 - digits.utf8.count) + digits
    }

    private mutating func step() {
        switch (next(5), sessions.isEmpty, requests.isEmpty) {
        case (0, _, _), (_, true, _):
            // A session is settled: key first.
            let topic = name()
            sessions.append(topic)
            batches.append([.putSecret("session/\(topic)", secret())])
            batches.append([
                .put(SignRecordKey(.session, topic), ["owner": "test", "expires": .integer(Int128(last))]),
                .put(SignRecordKey(.outbox, "\(last)"), ["topic": .string(topic)]),
            ])
        case (1, _, _), (2, _, true):
            // A request is stored, then sent.
            let id = "\(sessions[next(sessions.count)])/\(last + 1_000_000)"
            last += 1
            requests.append(id)
            batches.append([
                .put(SignRecordKey(.request, id), ["method": "near_getAccounts", "params": ["text": "é\u{0}"]]),
                .put(SignRecordKey(.outbox, "\(last)"), ["id": .string(id)]),
            ])
            batches.append([.remove(SignRecordKey(.outbox, "\(last)"))])
        case (2, _, _), (3, _, false):
            // Its answer comes.
            let id = requests.remove(at: next(requests.count))
            let inbox = SignRecordKey(.inbox, name().suffix(20).description)
            batches.append([.put(inbox, ["message": .string(String(repeating: "m", count: next(20_000)))])])
            batches.append([
                .remove(SignRecordKey(.request, id)), .put(SignRecordKey(.history, id), ["result": true]),
                .remove(inbox),
            ])
        default:
            // A session ends, and its key goes last.
            let topic = sessions.remove(at: next(sessions.count))
            requests.removeAll { $0.hasPrefix(topic) }
            batches.append([.remove(SignRecordKey(.session, topic)), .removeSecret("session/\(topic)")])
        }
    }
}
