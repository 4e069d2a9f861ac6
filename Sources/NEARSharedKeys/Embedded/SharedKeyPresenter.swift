// SPDX-License-Identifier: MIT

public import NEARPrimitives
public import NEARShares

/// The program's side of making or replacing a shared key: it shows words and steps.
public protocol SharedKeyPresenter: Sendable {
    /// Shows words to their owner, and returns what the owner has typed back, or the program has read back.
    ///
    /// Called again, with the error, where that wasn't these words.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - account: The account that they are for.
    ///   - error: Why the last answer wasn't taken.
    /// - Throws: ``SharedKeyError/login(_:)`` with `cancelled` where the owner goes away: what was begun stays pending.
    func typeBack(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) async throws(SharedKeyError) -> ShareWords

    /// Hears a step before it is taken.
    func told(_ step: EmbeddedStep) async
}

/// A step of making or replacing a shared key.
public enum EmbeddedStep: Hashable, Sendable {
    /// The person signs in.
    case login
    /// A share goes to its place.
    case share(ShareHolder)
    /// The account gets the key.
    case key(AccountId)
    /// The account waits for its first deposit.
    case deposit(AccountId)
}
