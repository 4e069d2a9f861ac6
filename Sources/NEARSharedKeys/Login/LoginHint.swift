// SPDX-License-Identifier: MIT

/// The kind of login that a program asks for, as far as it knows.
public struct LoginHint: Hashable, Sendable {
    /// The way to sign in, by the provider's own name for it, such as `google`.
    ///
    /// The provider asks without one.
    public var connection: String?
    /// The address or name of the person, which the provider may fill in.
    public var address: String?
    /// True if the person is to sign in anew, even if the browser is signed in.
    public var isFresh: Bool

    /// Makes a hint.
    public init(connection: String? = nil, address: String? = nil, isFresh: Bool = false) {
        self.connection = connection
        self.address = address
        self.isFresh = isFresh
    }
}

/// A service's way with the share that it has.
public enum LoginShareMode: String, CaseIterable, Hashable, Sendable {
    /// The service gives its share, sealed to a key of this program, whose session signs without it afterwards.
    case release
    /// The service signs with its share, which never leaves it; it sees what it signs, and has limits.
    case coSign = "co-sign"
}
