// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives
public import NEARRPC

extension NEARWalletManager {
    /// The client of the network that is set: reads of every kind, never blocked by an open wallet operation.
    ///
    /// - Throws: ``NEARError/rpcError(_:)`` when the network has no usable address.
    public func client() throws(NEARError) -> NEARRPCClient {
        try nodes.client()
    }

    /// Reads an account from the chain.
    ///
    /// - Parameter accountId: The account; the signed-in one when `nil`.
    /// - Returns: The fields of nearcore's `AccountView`: `amount` and `locked` in yoctoNEAR as text, `code_hash`, `storage_usage`
    ///   in bytes, and the block they hold for.
    /// - Throws: ``NEARError/rpcError(_:)``, ``NEARError/notSignedIn``.
    public func viewAccount(_ accountId: String? = nil) async throws -> [String: Any] {
        let id: AccountId
        if let accountId { id = try Self.accountId(accountId) } else { id = try signedInAccount() }
        let client = try client()
        do {
            let value = try await client.call(
                method: "query",
                params: ["request_type": "view_account", "finality": "final", "account_id": .string(id.text)])
            return UntypedJSON.dictionary(value)
        } catch {
            throw note(Self.translated(error))
        }
    }

    /// The balance of an account that isn't staked, in NEAR's smallest unit.
    ///
    /// - Parameter accountId: The account; the signed-in one when `nil`.
    /// - Throws: ``NEARError/rpcError(_:)``, ``NEARError/notSignedIn``.
    public func balance(of accountId: AccountId? = nil) async throws -> NEARToken {
        let id = try accountId ?? signedInAccount()
        let client = try client()
        do {
            return try await client.viewAccount(id).value.amount
        } catch {
            throw note(Self.translated(error))
        }
    }

    private static func translated(_ error: RPCError) -> NEARError {
        if case .cancelled = error { .taskCancelled } else { .rpcError("\(error)") }
    }

    // MARK: Amounts

    /// An amount for people, with at most five digits after the point, rounded down: `"1500000000000000000000000"` gives `"1.5"`.
    ///
    /// - Parameter yoctoNEAR: The amount in yoctoNEAR as decimal digits. What is no amount gives `"0"`, as on iOS; use
    ///   `NEARToken` to hear of errors.
    public nonisolated static func formatNEAR(yoctoNEAR: String) -> String {
        do {
            return try NEARToken("\(yoctoNEAR) yoctoNEAR").formatted(maximumFractionDigits: 5)
        } catch {
            return "0"
        }
    }

    /// An amount in yoctoNEAR as decimal digits: `"1.5"` gives `"1500000000000000000000000"`.
    ///
    /// - Parameter near: The amount in NEAR, at most 24 digits after the point.
    /// - Returns: `nil` for what is no amount, has more digits, or is above u128.
    public nonisolated static func toYoctoNEAR(_ near: String) -> String? {
        do {
            return String(try NEARToken("\(near) NEAR").yoctoNEAR)
        } catch {
            return nil
        }
    }

    static func accountId(_ text: String, _ name: String = "accountId") throws(NEARError) -> AccountId {
        do {
            return try AccountId(text)
        } catch {
            throw .invalidArgument(name: name, reason: "\(error)")
        }
    }
}
