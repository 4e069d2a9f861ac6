// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A reason for which the chain would refuse a transaction, or fail it, by its state now.
package enum ChainRefusal: Sendable, Hashable {
    /// Nothing of it would be executed.
    case transaction(InvalidTxError)
    /// An action of it would fail.
    case action(ActionErrorKind)

    /// The fault and its remedy, in sentences for the user.
    package var sentence: String {
        switch self {
        case .transaction(let error): "\(error)"
        case .action(let kind): "\(kind)"
        }
    }

    /// The name that nearcore gives the innermost reason.
    package var reason: String {
        switch self {
        case .transaction(.costOverflow): "CostOverflow"
        case .transaction(.invalidAccessKeyError(.requiresFullAccess)),
            .action(.delegateActionAccessKeyError(.requiresFullAccess)):
            "RequiresFullAccess"
        case .transaction(.invalidAccessKeyError(.depositWithFunctionCall)),
            .action(.delegateActionAccessKeyError(.depositWithFunctionCall)):
            "DepositWithFunctionCall"
        case .action(.delegateActionAccessKeyError(.delegateActionRequiresNonGasKey)):
            "DelegateActionRequiresNonGasKey"
        case .action(.delegateActionExpired): "DelegateActionExpired"
        case .transaction(.invalidAccessKeyError(let error)), .action(.delegateActionAccessKeyError(let error)):
            Self.name(of: error)
        case .action(.functionCallError(.compilationError(let error))): Self.name(of: error)
        case .transaction(let error): Self.name(of: error)
        case .action(let kind): Self.name(of: kind)
        }
    }

    /// Returns the name of an enum's case with values as Rust writes it: nearcore's cases are called as ours.
    private static func name(of value: some Any) -> String {
        let name = Mirror(reflecting: value).children.first?.label ?? "\(value)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
