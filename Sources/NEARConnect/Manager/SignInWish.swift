// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A sign-in that a program has asked for by a name of near-connect-ios, and whose result nobody waits for.
struct SignInWish: Equatable {
    /// The wallet's id in the manifest; `nil` lets the user choose from the list.
    var walletId: String?
    /// The message to be signed with the sign-in, if any.
    var message: NEP413Payload?
}
