// SPDX-License-Identifier: MIT

/// The offer of another version of a pinned wallet.
///
/// The pinned version goes on running until the offer is accepted.
public struct WalletUpdate: Sendable, Hashable, Identifiable {
    /// The wallet's id.
    public let id: String
    /// The wallet's name, as this profile knows it.
    public let name: String
    /// The offered version, as the wallet's authors number it.
    public var version: String { offered.version }
    /// The differences from the pinned version, a line each, the weightiest first.
    public var changes: [String] { difference.items.map(\.text) }
    /// True if the offered version may do more than the pinned one.
    public var addsPermissions: Bool { difference.addsPermissions }
    /// True if the offered version is older than the pinned one.
    public var isDowngrade: Bool { difference.isDowngrade }
    /// True if the user has declined this offer.
    ///
    /// It is shown where updates are looked at, and not announced.
    public let isDeclined: Bool
    /// The offered version's hashes.
    package let offered: WalletLock.Pin
    /// The differences with their kinds.
    package let difference: WalletDifference

    /// Returns the offers among `statuses`.
    package static func waiting(in statuses: [WalletLibrary.Status]) -> [WalletUpdate] {
        statuses.compactMap { status in
            guard let offered = status.offered, let difference = status.difference else { return nil }
            return WalletUpdate(
                id: status.id, name: status.manifest?.name ?? status.id, isDeclined: status.isDeclined,
                offered: offered, difference: difference)
        }
    }
}
