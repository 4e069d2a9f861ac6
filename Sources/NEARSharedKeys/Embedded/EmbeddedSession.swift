// SPDX-License-Identifier: MIT

public import NEARPrimitives
public import NEARShares

/// Facts about the person who has signed in; texts are as the issuer wrote them.
///
/// It doesn't print its tokens.
public struct EmbeddedUserInfo: Sendable {
    /// The address of electronic mail.
    public let email: String?
    /// The name.
    public let name: String?
    /// The address of a picture.
    public let profileImage: String?
    /// The person's name at the issuer.
    public let userId: ExactText
    /// The issuer.
    public let authConnection: ExactText
    /// The program at the issuer.
    public let authConnectionId: ExactText
    /// The group of programs whose users have the same shares, by the service's name for it; `nil` for none.
    public let groupedAuthConnectionId: ExactText?
    /// The ID token, which a program's own server may check.
    public let idToken: String
    /// The issuer's ID token, which is the same one: nobody stands between the issuer and the program.
    public var oAuthIdToken: String { idToken }
    /// The issuer's access token; `nil` where it gave none.
    public let oAuthAccessToken: String?
    /// True if the login alone doesn't open the account, which holds for every set that counts.
    public let isMfaEnabled: Bool
    /// The program's share, once, when the set was made.
    public let dappShare: ShareWords?

    init(_ token: LoginToken, group: ExactText?, isMfaEnabled: Bool, dappShare: ShareWords? = nil) {
        let claims = token.claims
        (idToken, oAuthAccessToken) = token.exposedTokens()
        groupedAuthConnectionId = group
        email = claims.email
        name = claims.name
        profileImage = claims.picture
        userId = claims.subject
        authConnection = claims.issuer
        authConnectionId = claims.program
        self.isMfaEnabled = isMfaEnabled
        self.dappShare = dappShare
    }
}

extension EmbeddedUserInfo: CustomStringConvertible, CustomReflectable {
    /// The type and no more: tokens end up in logs.
    public var description: String { "EmbeddedUserInfo" }

    /// An empty mirror, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// An account that is open: its signer, and who has signed in.
public struct EmbeddedSession: Sendable {
    /// The person; `nil` where the account was opened without a login.
    public let userInfo: EmbeddedUserInfo?
    /// The signer, for a keystore's entry or by itself.
    public let signer: SharedKey
}
