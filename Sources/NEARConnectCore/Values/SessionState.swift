// SPDX-License-Identifier: MIT

/// The state of the signed-in account, compared over three places.
///
/// These are the stored account, the connector's selected wallet and the access key on chain.
public enum SessionState: Sendable, Hashable {
    /// Nobody is signed in.
    case signedOut
    /// An account was read from disk, and nothing else has been looked up yet.
    case stored
    /// The wallet knows the account, and the chain has its key.
    ///
    /// `isVerified` is false if the key could not be looked up.
    case restored(isVerified: Bool)
    /// The wallet no longer knows the account.
    ///
    /// Operations fail until the user signs in again.
    case stale(reason: String)
    /// The chain no longer has the key or the account.
    case revoked
}
