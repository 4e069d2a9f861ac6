// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// Actions for one receiver: what a transaction, or a delegate action, will hold.
public struct TransactionRequest: Sendable, Hashable {
    /// The account that the actions are applied to.
    public let receiverId: AccountId
    /// The actions, in their order.
    public let actions: [Action]

    /// - Parameters:
    ///   - receiverId: The account that the actions are applied to.
    ///   - actions: The actions, at least one.
    public init(receiverId: AccountId, actions: [Action]) {
        self.receiverId = receiverId
        self.actions = actions
    }

    /// The request as wallets take it.
    ///
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for actions that near-connect has no form for.
    package func json() throws(NEARError) -> JSONValue {
        ["receiverId": .string(receiverId.text), "actions": .array(try Self.json(of: actions))]
    }

    package static func json(of actions: [Action]) throws(NEARError) -> [JSONValue] {
        do throws(ConnectorActionError) {
            return try actions.map { action throws(ConnectorActionError) in try action.connectorJSON }
        } catch {
            throw .invalidArgument(name: "actions", reason: "\(error)")
        }
    }
}
