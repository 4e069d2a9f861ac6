// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives

/// A site that the user knows, with what it was given on each network.
public struct Site: Sendable, Hashable {
    /// The site's origin.
    public let origin: SiteOrigin
    /// The wallet as which the site sees this one; `nil` for none but itself.
    public internal(set) var persona: SitePersona?
    /// The permissions, by the network's id.
    public internal(set) var grants: [ExactText: SiteGrant]

    init(origin: SiteOrigin, persona: SitePersona? = nil, grants: [ExactText: SiteGrant] = [:]) {
        self.origin = origin
        self.persona = persona
        self.grants = grants
    }

    /// The time at which a permission of the site was used last.
    public var lastUsed: Date? { grants.values.map(\.lastUsed).max() }
}

/// The permission of a site on one network: it may see accounts, and ask for signatures.
///
/// It is never a permission to sign, but for what its ``limits`` cover.
public struct SiteGrant: Sendable, Hashable {
    /// An account that the site sees.
    public struct Account: Sendable, Hashable {
        /// The account.
        public let accountId: AccountId
        /// The key that signs for it, as the site was told.
        public let publicKey: PublicKey?

        /// Describes an account.
        public init(accountId: AccountId, publicKey: PublicKey?) {
            self.accountId = accountId
            self.publicKey = publicKey
        }
    }

    /// A function-call key that was added to an account because the site asked for it.
    public struct Key: Sendable, Hashable {
        /// The account that the key is an access key of.
        public let accountId: AccountId
        /// The key.
        public let publicKey: PublicKey

        /// Describes a key.
        public init(accountId: AccountId, publicKey: PublicKey) {
            self.accountId = accountId
            self.publicKey = publicKey
        }
    }

    /// The accounts, the one that signs by default first.
    public internal(set) var accounts: [Account]
    /// The time at which the user gave the permission.
    public let since: Date
    /// The time at which the site used it last, to a minute.
    public internal(set) var lastUsed: Date
    /// The origins of pages inside which frames of the site may ask.
    public internal(set) var framesInside: Set<SiteOrigin>
    /// The requests that are signed without a question.
    public internal(set) var limits: SiteLimits?
    /// The keys that the site has had added, the newest last.
    ///
    /// They outlive the permission on the chain, until somebody deletes them there.
    public internal(set) var keys: [Key]

    init(
        accounts: [Account], since: Date, lastUsed: Date, framesInside: Set<SiteOrigin> = [],
        limits: SiteLimits? = nil, keys: [Key] = []
    ) {
        self.accounts = accounts
        self.since = since
        self.lastUsed = lastUsed
        self.framesInside = framesInside
        self.limits = limits
        self.keys = keys
    }
}
