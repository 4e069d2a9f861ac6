// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// A request of the manager's for a phone wallet.
struct PhoneWalletOrder {
    let id: RequestID
    let kind: RequestKind
    /// The wallet.
    let walletId: String
    /// The account that signs; `nil` for a sign-in, and for a sign-out, before which it was forgotten.
    let account: NEARAccount?
    /// The message to be signed, for the kinds that have one.
    let message: NEP413Payload?
    /// The function-call key that the wallet is to add with a sign-in.
    let key: FunctionCallKeyRequest?
    /// The recorder of transactions; their beginning is on disk.
    let recorder: JournalRecorder?
    /// Writes signatures down, and throws where nobody waits any more; none is sent before it returns.
    let release: @MainActor ([JournalSignature]) async throws(NEARError) -> Void
}
