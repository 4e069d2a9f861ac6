// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import WalletConnectSign

/// The messages that a relay holds until somebody takes them or their life ends.
struct RelayMailboxes {
    /// A message that waits.
    struct Message {
        let number: UInt64
        let topic: Topic
        let text: String
        let tag: Int
        /// The time at which it was published, in milliseconds since 1970.
        let published: Int64
        let expires: UnixTime
        /// The client that published it, which is never given it.
        let publisher: String
        let attestation: JSONValue?

        /// The message as a delivery or a fetch has it.
        var json: JSONValue.Members {
            var members: JSONValue.Members = [
                "topic": .string(topic.text), "message": .string(text), "publishedAt": .integer(Int128(published)),
                "tag": .integer(Int128(tag)),
            ]
            if let attestation { members["attestation"] = attestation }
            return members
        }
    }

    /// The most hashes by which a message that is published twice is known.
    private static let hashLimit = 65_536

    private var byTopic: [Topic: [Message]] = [:]
    private var hashes: Set<[UInt8]> = []
    private var hashOrder: [[UInt8]] = []
    private var bytes = 0
    private var lastNumber: UInt64 = 0
    /// No message ends before this time.
    private(set) var nextEnd: UnixTime?

    /// The tags of what waits in a mailbox.
    func tags(_ topic: Topic) -> [Int] { (byTopic[topic] ?? []).map(\.tag) }

    /// Stores a message.
    ///
    /// - Returns: The message; `nil` for one that was published before, which counts once.
    mutating func store(
        _ text: String, topic: Topic, tag: Int, life: Int64, publisher: String, attestation: JSONValue?,
        at now: UnixTime, settings: RelaySettings
    ) throws(RelayCallError) -> Message? {
        guard text.utf8.count <= settings.message else { throw .payload("PayloadSizeExceeded") }
        guard life >= settings.shortestLife else { throw .handler("TtlTooShort") }
        guard life <= settings.longestLife else { throw .handler("TtlTooLong") }
        let hash = SHA2.sha256(Array(topic.text.utf8) + Array(text.utf8))
        guard !hashes.contains(hash) else { return nil }
        removeEnded(at: now)
        guard byTopic[topic]?.count ?? 0 < settings.mailbox, bytes + text.utf8.count <= settings.memory,
            byTopic[topic] != nil || byTopic.count < settings.mailboxes
        else { throw .handler("MailboxLimitExceeded") }
        remember(hash)
        lastNumber += 1
        let end = UnixTime(milliseconds: now.milliseconds + life * 1_000)
        let message = Message(
            number: lastNumber, topic: topic, text: text, tag: tag, published: now.milliseconds, expires: end,
            publisher: publisher, attestation: attestation)
        byTopic[topic, default: []].append(message)
        bytes += text.utf8.count
        nextEnd = min(nextEnd ?? end, end)
        return message
    }

    private mutating func remember(_ hash: [UInt8]) {
        hashes.insert(hash)
        hashOrder.append(hash)
        guard hashOrder.count > Self.hashLimit else { return }
        // Half at a time, so that the array is moved seldom.
        for old in hashOrder.prefix(Self.hashLimit / 2) { hashes.remove(old) }
        hashOrder.removeFirst(Self.hashLimit / 2)
    }

    /// Returns what waits for a client.
    mutating func messages(_ topic: Topic, for client: String, at now: UnixTime) -> [Message] {
        removeEnded(at: now)
        return (byTopic[topic] ?? []).filter { $0.publisher != client }
    }

    /// Takes a message out.
    mutating func take(_ number: UInt64, from topic: Topic) {
        guard let index = byTopic[topic]?.firstIndex(where: { $0.number == number }),
            let message = byTopic[topic]?.remove(at: index)
        else { return }
        bytes -= message.text.utf8.count
        if byTopic[topic]?.isEmpty == true { byTopic[topic] = nil }
        if byTopic.isEmpty { nextEnd = nil }
    }

    /// Returns whether a message still waits.
    func has(_ number: UInt64, in topic: Topic) -> Bool { byTopic[topic]?.contains { $0.number == number } ?? false }

    /// Forgets what has ended.
    mutating func removeEnded(at now: UnixTime) {
        guard let nextEnd, nextEnd <= now else { return }
        for (topic, messages) in byTopic {
            let rest = messages.filter { $0.expires > now }
            guard rest.count < messages.count else { continue }
            byTopic[topic] = rest.isEmpty ? nil : rest
        }
        bytes = byTopic.values.joined().reduce(0) { $0 + $1.text.utf8.count }
        self.nextEnd = byTopic.values.joined().map(\.expires).min()
    }
}
