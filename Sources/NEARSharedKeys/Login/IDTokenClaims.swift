// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives

/// The claims of an ID token that was checked.
///
/// Texts are as the issuer wrote them; whoever shows them makes them fit for that.
public struct IDTokenClaims: Hashable, Sendable {
    /// The issuer.
    public let issuer: ExactText
    /// The person's name at the issuer; unique there and nowhere else.
    public let subject: ExactText
    /// The programs that the token is for.
    public let audience: [ExactText]
    /// The program that asked for the token, one of these.
    public let program: ExactText
    /// The time at which the token was made.
    public let issued: Date
    /// The end of the token.
    public let expires: Date
    /// The person's address of electronic mail.
    public let email: String?
    /// The person's name.
    public let name: String?
    /// The address of the person's picture.
    public let picture: String?
}
