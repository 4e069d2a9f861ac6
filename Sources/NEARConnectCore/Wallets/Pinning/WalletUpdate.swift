// SPDX-License-Identifier: MIT

/// A version of a wallet that waits to be agreed to. The version that runs goes on running until then.
public struct WalletUpdate: Sendable, Hashable, Identifiable {
    /// The wallet's id.
    public let id: String
    /// The wallet's name, as it is known in this profile.
    public let name: String
    /// The version that waits.
    public let offered: WalletLock.Pin
    /// What is different in it, in the words of `near-connect wallets update`.
    public let difference: WalletDifference
    /// Whether somebody has said that he keeps the version that runs. Such a one is shown where updates are looked at, and not announced.
    public let isDeclined: Bool

    /// What waits among `statuses`.
    package static func waiting(in statuses: [WalletLibrary.Status]) -> [WalletUpdate] {
        statuses.compactMap { status in
            guard let offered = status.offered, let difference = status.difference else { return nil }
            return WalletUpdate(
                id: status.id, name: status.manifest?.name ?? status.id, offered: offered, difference: difference,
                isDeclined: status.isDeclined)
        }
    }
}
