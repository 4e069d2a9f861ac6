// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A transfer of a fungible token (NEP-141), as a call's arguments ask for it.
package struct TokenTransfer: Sendable, Hashable {
    /// The longest arguments that are looked at, in bytes.
    fileprivate static let limit = 64 * 1024

    /// The token's contract.
    package let contract: AccountId
    /// The account that gets the tokens.
    package let receiver: AccountId
    /// The amount in the token's smallest unit.
    package let amount: UInt128

    /// Describes a transfer.
    package init(contract: AccountId, receiver: AccountId, amount: UInt128) {
        (self.contract, self.receiver, self.amount) = (contract, receiver, amount)
    }

    /// Reads a transfer; `nil` for other actions, and for arguments that no token would take.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - contract: The account that it is for.
    package init?(_ action: Action, of contract: AccountId) {
        guard case .functionCall(let call) = action, ["ft_transfer", "ft_transfer_call"].contains(call.methodName),
            call.args.count <= Self.limit
        else { return nil }
        do {
            guard let values = try JSONValue.parseMembers(call.args, named: ["receiver_id", "amount"]),
                let receiver = values[0]?.stringValue, let amount = Self.amount(values[1]?.stringValue)
            else { return nil }
            self.init(contract: contract, receiver: try AccountId(receiver), amount: amount)
        } catch {
            return nil  // Whatever isn't JSON, or no account, moves no token.
        }
    }

    /// Reads an amount that a contract has answered: digits in a JSON text (`U128`); `nil` for anything else.
    static func amount(_ answer: [UInt8]) -> UInt128? {
        guard answer.count <= 64 else { return nil }
        do throws(JSONParsingError) {
            return amount(try JSONValue.parse(answer).stringValue)
        } catch {
            return nil  // An answer that isn't JSON says nothing.
        }
    }

    /// Reads an amount as digits; `nil` for anything else.
    static func amount(_ digits: String?) -> UInt128? {
        guard let digits, (1...39).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return UInt128(digits)
    }
}

extension Action {
    /// True if the action calls a method that gives tokens or NFTs to somebody.
    package var movesTokens: Bool {
        guard case .functionCall(let call) = self else { return false }
        return ["ft_transfer", "ft_transfer_call", "nft_transfer", "nft_transfer_call"].contains(call.methodName)
    }

    /// The account that a call gives tokens or NFTs to, by its arguments (NEP-141, NEP-171); `nil` for other actions.
    package var tokenReceiver: AccountId? {
        guard case .functionCall(let call) = self, movesTokens, call.args.count <= TokenTransfer.limit else {
            return nil
        }
        do {
            return try JSONValue.parseMembers(call.args, named: ["receiver_id"])?[0]?.stringValue
                .map { try AccountId($0) }
        } catch {
            return nil  // Whatever isn't JSON, or no account, gets no token.
        }
    }

    /// The amount of a token that a call moves, in its smallest unit (NEP-141); `nil` for other actions.
    package var tokenAmount: UInt128? {
        guard case .functionCall(let call) = self, ["ft_transfer", "ft_transfer_call"].contains(call.methodName),
            call.args.count <= TokenTransfer.limit
        else { return nil }
        do {
            return TokenTransfer.amount(try JSONValue.parseMembers(call.args, named: ["amount"])?[0]?.stringValue)
        } catch {
            return nil  // Whatever isn't JSON moves no token.
        }
    }
}
