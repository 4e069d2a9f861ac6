// SPDX-License-Identifier: MIT

internal import NEARConnect
public import NEARPrimitives

extension WalletTestEnvironment {
    /// Changes what the scripted wallet does from its next call on.
    ///
    /// The script lies in the wallet's storage in this profile, where it goes before the one that the environment was started with: it
    /// holds over ``restartManager()`` too, until it is changed again. A sign-out removes it with all else that the wallet has stored.
    ///
    /// - Parameter script: What the wallet does, by method; see ``ScriptedWallet``. Empty, and it accepts everything.
    /// - Throws: `NEARError.unknownWallet` when the environment was started without a script; `NEARError.storage`; what keeps the bridge
    ///   from being ready.
    public func setScript(_ script: JSONValue) async throws {
        try await store(script.text, underKey: "script")
    }

    /// Puts a value into the scripted wallet's storage, or takes one away: "go" there lets a step `wait` go on.
    ///
    /// - Parameters:
    ///   - value: The value, `nil` to remove it.
    ///   - key: The wallet's own name for it.
    /// - Throws: As ``setScript(_:)`` does.
    public func store(_ value: String?, underKey key: String) async throws {
        try await manager.store(value, underKey: key, ofWallet: ScriptedWallet.id)
    }
}
