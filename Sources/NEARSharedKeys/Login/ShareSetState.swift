// SPDX-License-Identifier: MIT

/// The part that a set of shares has in its account.
public enum ShareSetState: String, CaseIterable, Hashable, Sendable {
    /// Its shares are on the way to their holders; no account counts on it yet.
    case pending
    /// Its key is an access key of the account.
    case active
    /// Another set has taken its place; its shares stay for a while.
    case retired
}
