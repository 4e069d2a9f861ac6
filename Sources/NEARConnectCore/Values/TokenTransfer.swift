// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A transfer of a fungible token (NEP-141), as a call's arguments ask for it.
package struct TokenTransfer: Sendable, Hashable {
    /// The longest arguments that are looked at, in bytes.
    private static let limit = 64 * 1024

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
                let receiver = values[0]?.stringValue, let digits = values[1]?.stringValue,
                (1...39).contains(digits.utf8.count),
                digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let amount = UInt128(digits)
            else { return nil }
            self.init(contract: contract, receiver: try AccountId(receiver), amount: amount)
        } catch {
            return nil  // Whatever isn't JSON, or no account, moves no token.
        }
    }
}
