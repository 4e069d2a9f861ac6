// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A new computer's request for a share of its own: a text, which may be shown as a QR code.
///
/// Nothing in it is secret. It has the key that the answer is sealed to (X25519), so whoever exchanges it on its way
/// gets the share in the computer's place: both computers show ``number``, to be compared.
public struct ComputerRequest: Hashable, Sendable {
    private static let prefix = "near-connect-computer:"
    private static let version: UInt8 = 1
    /// The most bytes of a text that is read.
    private static let limit = 1_024
    private static let checksumCount = 4
    private static let groups = 6

    let key: BoxPublicKey

    init(_ key: BoxPublicKey) { self.key = key }

    /// Reads a request; white space around it and within is passed over.
    ///
    /// - Throws: ``SharedKeyError/computer(_:)``.
    public init(_ text: String) throws(SharedKeyError) {
        guard let encoded = text.pasted(after: Self.prefix, limit: Self.limit) else { throw .computer(.noRequest) }
        let bytes: [UInt8]
        do {
            bytes = try Base58.decode(encoded)
        } catch {
            throw .computer(.noRequest)
        }
        let (content, checksum) = (bytes.dropLast(Self.checksumCount), bytes.suffix(Self.checksumCount))
        guard content.first == Self.version, let key = BoxPublicKey(bytes: Array(content.dropFirst())),
            checksum.elementsEqual(Self.hash("request", key).prefix(Self.checksumCount))
        else { throw .computer(.noRequest) }
        self.key = key
    }

    /// The text: `near-connect-computer:` and Base58 of a version, the key's 32 bytes, and a checksum of four.
    public var text: String {
        Self.prefix
            + Base58.encode([Self.version] + key.bytes + Self.hash("request", key).prefix(Self.checksumCount))
    }

    /// 24 digits, in groups of four, which are the same on both computers unless somebody has exchanged the request.
    public var number: String {
        let hash = Self.hash("number", key)
        return (0..<Self.groups).map { group in
            let value = hash[(4 * group)..<(4 * group + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 10_000
            let digits = String(value)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined(separator: " ")
    }

    private static func hash(_ purpose: String, _ key: BoxPublicKey) -> [UInt8] {
        CryptoHash.sha256(Array("near-connect computer \(purpose) 1".utf8) + key.bytes).bytes
    }
}

/// A computer that is to get a share of its own from another one of its user's.
///
/// The key that opens the answer exists only here, so each request has one window or command, and one answer.
public struct JoiningComputer: Sendable {
    /// The request to show.
    public let request: ComputerRequest
    private let key = BoxKey()

    /// Makes a request.
    public init() { request = ComputerRequest(key.publicKey) }

    /// Opens the answer to the request.
    ///
    /// - Throws: ``SharedKeyError/computer(_:)``, ``SharedKeyError/share(_:)`` for a share that isn't of its set.
    public func open(_ text: String) throws(SharedKeyError) -> ComputerAnswer {
        guard let opened = key.open(try ComputerAnswer.sealed(text)) else { throw .computer(.otherRequest) }
        return try ComputerAnswer(opened)
    }
}

extension String {
    /// Returns what a pasted text has after its prefix, without white space, which mail and terminals add.
    ///
    /// - Returns: `nil` for a text of more than `limit` bytes, or without the prefix.
    func pasted(after prefix: String, limit: Int) -> String? {
        guard utf8.count <= limit else { return nil }
        let characters = filter { !$0.isWhitespace }
        return characters.hasPrefix(prefix) ? String(characters.dropFirst(prefix.count)) : nil
    }
}
