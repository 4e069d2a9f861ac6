// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A token as its contract shows it for one account.
struct TokenHolding: Sendable, Equatable {
    let place: ContractPlace
    /// The unit, by the contract's own word.
    let unit: TokenUnit
    /// The amount that the account has.
    let amount: TokenAmount
}

/// Asks tokens' contracts (NEP-141, NEP-145, NEP-148).
struct TokenReader: Sendable {
    private static let patience = Duration.seconds(8)
    /// The gas of one call; what isn't burnt is paid back.
    private static let gas = Gas.tera(15)

    let client: NEARRPCClient

    /// The reason why a contract is no token.
    struct NoTokenError: Error {
        let contract: AccountId
    }

    /// A node names other decimals than the token has, which would change every amount by a factor.
    struct OtherUnitError: Error, CustomStringConvertible {
        let contract: AccountId
        let decimals: Int
        let told: Int

        /// The contradiction, and what to do.
        var description: String {
            localized(
                "The node says that %1$s has %2$s decimals, and it has %3$s. Use another node.", contract.text,
                "\(told)", "\(decimals)")
        }
    }

    /// Reads an account's holding of a token.
    ///
    /// - Throws: `RPCError`, ``NoTokenError``, ``OtherUnitError``.
    func holding(of account: AccountId, at place: ContractPlace) async throws -> TokenHolding {
        async let metadata = call("ft_metadata", of: place.contract, with: .object([:]))
        async let balance = call("ft_balance_of", of: place.contract, with: ["account_id": .string(account.text)])
        guard let unit = TokenUnit(try await metadata), let amount = Self.amount(try await balance) else {
            throw NoTokenError(contract: place.contract)
        }
        if let decimals = KnownTokens.decimals(of: place.contract) ?? place.decimals, decimals != unit.decimals {
            throw OtherUnitError(contract: place.contract, decimals: decimals, told: unit.decimals)
        }
        return TokenHolding(place: place, unit: unit, amount: amount)
    }

    /// Returns the actions of a transfer, with the storage of a receiver who has none yet paid first.
    ///
    /// - Parameters:
    ///   - amount: The amount.
    ///   - contract: The token's contract.
    ///   - receiver: The account that gets it.
    /// - Returns: The actions, and the NEAR that the storage takes.
    /// - Throws: `RPCError`.
    func transfer(
        _ amount: TokenAmount, of contract: AccountId, to receiver: AccountId
    ) async throws -> (actions: [Action], storage: NEARToken) {
        let storage = try await missingStorage(of: receiver, at: contract)
        var actions: [Action] = []
        if storage > .zero {
            let arguments: JSONValue = ["account_id": .string(receiver.text), "registration_only": true]
            actions.append(
                .functionCall(
                    FunctionCallAction(
                        methodName: "storage_deposit", args: arguments.bytes, gas: Self.gas, deposit: storage)))
        }
        let arguments: JSONValue = ["receiver_id": .string(receiver.text), "amount": .string(amount.digits)]
        actions.append(
            .functionCall(
                FunctionCallAction(
                    methodName: "ft_transfer", args: arguments.bytes, gas: Self.gas, deposit: .oneYocto)))
        return (actions, storage)
    }

    /// Returns the deposit that an account needs so that it can hold a token; nothing where it can.
    private func missingStorage(of account: AccountId, at contract: AccountId) async throws -> NEARToken {
        do throws(RPCError) {
            let held = try await call("storage_balance_of", of: contract, with: ["account_id": .string(account.text)])
            guard Self.isNull(held) else { return .zero }
            let bounds = try await call("storage_balance_bounds", of: contract, with: .object([:]))
            return Self.least(bounds) ?? .zero
        } catch {
            // A contract without these methods answers that it has none; then the transfer alone decides.
            guard case .node(let node) = error, case .contractExecutionError = node.cause else { throw error }
            return .zero
        }
    }

    private func call(
        _ method: String, of contract: AccountId, with arguments: JSONValue
    ) async throws(RPCError) -> [UInt8] {
        try await client.callFunction(method, of: contract, arguments: arguments, deadline: Self.patience).value.result
    }

    // MARK: Answers

    /// Reads an amount that a contract has answered, a text of digits.
    static func amount(_ answer: [UInt8]) -> TokenAmount? {
        guard answer.count <= 64 else { return nil }
        return value(answer)?.stringValue.flatMap(TokenAmount.init(digits:))
    }

    /// Reads the least deposit out of an answer to `storage_balance_bounds`; no more than a NEAR is believed.
    static func least(_ answer: [UInt8]) -> NEARToken? {
        guard answer.count <= 1_024, let text = value(answer)?["min"]?.stringValue,
            let amount = TokenAmount(digits: text)
        else { return nil }
        return amount.units <= NEARToken.yoctoPerNEAR ? NEARToken(yoctoNEAR: amount.units) : nil
    }

    private static func isNull(_ answer: [UInt8]) -> Bool { value(answer)?.isNull ?? true }

    private static func value(_ answer: [UInt8]) -> JSONValue? {
        do throws(JSONParsingError) {
            return try JSONValue.parse(answer)
        } catch {
            return nil  // An answer that isn't JSON says nothing.
        }
    }
}
