// SPDX-License-Identifier: MIT

public import NEARPrimitives
public import NEARShares

/// Facts about the person who has signed in; texts are as the issuer wrote them.
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
    /// True if the login alone doesn't open the account, which holds for every set that counts.
    public let isMfaEnabled: Bool
    /// The program's share, once, when the set was made.
    public let dappShare: ShareWords?

    init(_ claims: IDTokenClaims, isMfaEnabled: Bool, dappShare: ShareWords? = nil) {
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

/// An account that is open: its signer, and who has signed in.
public struct EmbeddedSession: Sendable {
    /// The person; `nil` where the account was opened without a login.
    public let userInfo: EmbeddedUserInfo?
    /// The signer, for a keystore's entry or by itself.
    public let signer: SharedKey
}
