// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
public import NEARPrimitives
internal import NEARShares

/// An answer to a new computer's request: a share of its own, and its set's record.
///
/// All of it is sealed together to the request's key. Who sealed it isn't told by that, but by the share: it is a
/// further computer's, of a set whose key the account has. Nobody has that who hasn't two shares, or a further
/// computer's.
public struct ComputerAnswer: Sendable {
    private static let prefix = "near-connect-share:"
    private static let version: Int128 = 1
    /// The most bytes of a text that is read.
    private static let limit = 16_384

    /// The set, as the other computer has recorded it.
    let record: ShareSetRecord
    let share: ProvenShare
    /// The identity provider and the share service, where the other computer knows them.
    package let login: SavedLogin?

    /// The account.
    public var account: AccountId { record.account }
    /// The id of the account's network.
    public var network: ExactText { record.network }

    init(_ share: ProvenShare, of record: ShareSetRecord, login: SavedLogin?, now: Date) throws(SharedKeyError) {
        var record = record
        try record.add(share.holder, at: now)
        record.dailyKeys = []
        (self.record, self.share, self.login) = (record, share, login)
    }

    // MARK: The text

    /// Returns the answer's text for a request: `near-connect-share:` and Base64 for addresses.
    ///
    /// Sealed are the 32 bytes of the share and JSON with the set's record and the login.
    ///
    /// - Throws: ``SharedKeyError/computer(_:)`` for a request whose key is none.
    func text(for request: ComputerRequest) throws(SharedKeyError) -> String {
        var json: JSONValue.Members = ["version": .integer(Self.version), "set": ShareSetDocument.json(record)]
        if let login { json["login"] = login.json }
        let facts = JSONValue.object(json).bytes
        let content = SecretBytes(count: KeyShare.byteCount + facts.count) { memory in
            share.share.packed.withUnsafeBytes { memory.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: memory.dropFirst(KeyShare.byteCount)).copyBytes(from: facts)
        }
        guard let sealed = request.key.seal(content) else { throw .computer(.noRequest) }
        return Self.prefix + Base64.encodeForAddress(sealed)
    }

    /// Returns the sealed bytes of a text; white space around them and within is passed over.
    static func sealed(_ text: String) throws(SharedKeyError) -> [UInt8] {
        guard let content = text.pasted(after: prefix, limit: limit), let bytes = Base64.decodeForAddress(content)
        else { throw .computer(.noAnswer) }
        return bytes
    }

    /// Reads what was sealed, and compares the share with its set.
    init(_ content: SecretBytes) throws(SharedKeyError) {
        guard content.count > KeyShare.byteCount else { throw .computer(.noAnswer) }
        let packed = content.withUnsafeBytes { SecretBytes(copying: $0.prefix(KeyShare.byteCount)) }
        let facts = content.withUnsafeBytes { Array($0.dropFirst(KeyShare.byteCount)) }
        do {
            let json = try JSONValue.parse(facts)
            guard json["version"]?.integerValue(as: Int128.self) == Self.version else {
                throw SharedKeyError.computer(.noAnswer)
            }
            record = try ShareSetDocument.record(try JSONFields(json["set"], "set"))
            login = json["login"].flatMap(SavedLogin.init)
        } catch {
            throw .computer(.noAnswer)
        }
        do throws(KeyShareError) {
            share = try ProvenShare(try KeyShare(packed: packed), of: record.set)
        } catch {
            throw .share(error)
        }
        guard record.state == .active, record.here != share.holder, record.dailyKeys.isEmpty,
            ShareHolder.furtherComputers.contains(share.holder)
        else { throw .computer(.noAnswer) }
    }
}
