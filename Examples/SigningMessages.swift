// SPDX-License-Identifier: MIT

// sample: message
import NEARConnect

/// Proves to a server that the user has the account: the server chose the nonce, and gets the signature.
@MainActor
func proveAccount(nonce: [UInt8], with manager: NEARWalletManager) async throws -> SignedMessage {
    try await manager.sign(message: "Log in to Shop", recipient: "shop.example", nonce: nonce)
}
// end of sample

// sample: verify
/// The server's side, which needs no window: `NEARPrimitives` alone has these types.
///
/// - Parameter permission: Asks a node what a key of an account may do (`view_access_key`). Without that, anybody could
///   sign with a key of their own in the name of any account.
func check(
    _ signed: SignedMessage, nonce: [UInt8],
    permission: @Sendable (AccountId, PublicKey) async throws -> AccessKeyPermission?
) async throws -> AccountId {
    let payload = try NEP413Payload(message: "Log in to Shop", nonce: nonce, recipient: "shop.example")
    try await signed.verify(payload, permission: permission)
    return signed.accountId
}
// end of sample
