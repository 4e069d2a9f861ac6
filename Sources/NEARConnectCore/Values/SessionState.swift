// SPDX-License-Identifier: MIT

/// What is known of the signed-in account, compared over three places: the stored account, the connector's selected wallet and the
/// access key on chain.
public enum SessionState: Sendable, Hashable {
    /// Nobody is signed in.
    case signedOut
    /// An account was read from disk and nothing else has been looked at yet.
    case stored
    /// The wallet knows the account, and the chain its key (or the key could not be looked up; `isVerified` says which).
    case restored(isVerified: Bool)
    /// The wallet doesn't know the account any more. Operations will fail until the person signs in again.
    case stale(reason: String)
    /// The chain has no such key or no such account any more.
    case revoked
}
