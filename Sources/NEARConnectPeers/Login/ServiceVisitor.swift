// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARShares

/// A person in one group of programs, as a request's token proves it.
struct ServiceVisitor: Sendable {
    /// The person: the share's name without its set.
    let person: CryptoHash
    private let claims: IDTokenClaims
    private let group: ExactText

    init(_ claims: IDTokenClaims, group: ExactText) {
        self.claims = claims
        self.group = group
        let nobody = ShareSetID(hash: .sha256([]))
        person = LoginShareName(issuer: claims.issuer, group: group, subject: claims.subject, set: nobody).hash
    }

    /// Returns the name of this person's share of a set.
    func name(of set: ShareSetID) -> LoginShareName {
        LoginShareName(issuer: claims.issuer, group: group, subject: claims.subject, set: set)
    }
}
