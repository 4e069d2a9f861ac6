// SPDX-License-Identifier: MIT

/// A settled request of the journal, as the archive stores it.
struct ArchivedEntry: Sendable, Hashable {
    /// The entry's name in the journal.
    let id: String
    /// The start in milliseconds since 1970.
    let time: Int64
    /// The network id.
    let network: String
    /// The genesis hash of the chain in Base58; `nil` where no node had named it.
    let genesis: String?
    /// The account that signs.
    let signer: String
    /// The accounts that the request's actions are applied to.
    let receivers: Set<String>
    /// The lines of the entry, in the journal's format and order.
    var lines: [[UInt8]]
}
