// SPDX-License-Identifier: MIT

internal import NEARConnect
public import NEARPrimitives

extension WalletTestEnvironment {
    /// Changes the scripted wallet's behavior from its next call on.
    ///
    /// The script is stored in the wallet's storage in this profile, where it overrides the one that the environment
    /// was started with. It also survives ``restartManager()``, until it is changed again. A sign-out removes it with
    /// everything else that the wallet has stored.
    ///
    /// - Parameter script: The behavior by method, see ``ScriptedWallet``; an empty one accepts everything.
    /// - Throws: `NEARError.unknownWallet` when the environment was started without a script; `NEARError.storage`; the
    ///   error that keeps the bridge from being ready.
    public func setScript(_ script: JSONValue) async throws {
        try await store(script.text, underKey: "script")
    }

    /// Stores a value in the scripted wallet's storage, or removes one; "go" lets a step `wait` continue.
    ///
    /// - Parameters:
    ///   - value: The value, `nil` to remove it.
    ///   - key: The wallet's own name for it.
    /// - Throws: As ``setScript(_:)`` does.
    public func store(_ value: String?, underKey key: String) async throws {
        try await manager.store(value, underKey: key, ofWallet: ScriptedWallet.id)
    }
}
