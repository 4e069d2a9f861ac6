// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The receiver and the actions of one transaction or delegate action.
public struct TransactionRequest: Sendable, Hashable {
    /// The account that the actions are applied to.
    public let receiverId: AccountId
    /// The actions, in their order.
    public let actions: [Action]

    /// Makes a request; nothing is checked.
    ///
    /// - Parameters:
    ///   - receiverId: The account that the actions are applied to.
    ///   - actions: The actions, at least one.
    public init(receiverId: AccountId, actions: [Action]) {
        self.receiverId = receiverId
        self.actions = actions
    }

    /// Returns the request as wallets take it.
    ///
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for actions that near-connect has no form for.
    package func json() throws(NEARError) -> JSONValue {
        ["receiverId": .string(receiverId.text), "actions": .array(try Self.json(of: actions))]
    }

    /// Returns the actions as wallets take them.
    package static func json(of actions: [Action]) throws(NEARError) -> [JSONValue] {
        do throws(ConnectorActionError) {
            return try actions.map { action throws(ConnectorActionError) in try action.connectorJSON }
        } catch {
            throw .invalidArgument(name: "actions", reason: "\(error)")
        }
    }
}
