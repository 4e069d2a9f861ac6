// SPDX-License-Identifier: MIT

internal import SafeText

extension FunctionCallError: CustomStringConvertible {
    /// The reason why the call failed and the remedy, in sentences for the user.
    public var description: String {
        if let panicMessage { return HostError.guestPanic(message: panicMessage).description }
        return switch self {
        case .compilationError(let error): error.description
        case .linkError(let message):
            localized(
                "The contract needs a function that the network doesn’t have. Build it again for NEAR. The node says: %1$s.",
                DisplayText.quotation(message))
        case .methodResolveError(let error): error.description
        case .wasmTrap(let trap):
            localized(
                "The contract’s code crashed (%1$s). Check the arguments, or tell the contract’s authors.",
                DisplayText.quotation(trap.rawValue, limit: 80))
        case .wasmUnknownError:
            localized(
                "The contract’s code failed, and the node doesn’t say why. Check the arguments, or tell the contract’s authors."
            )
        case .hostError(let error): error.description
        case .executionError(let message):
            Self.knownTexts[ExactText(message)]?.description
                ?? localized(
                    "The contract’s call failed. Check the arguments. The node says: %1$s.",
                    DisplayText.quotation(message))
        case .unrecognized(let json):
            localized(
                "The contract’s call failed in a way that this version doesn’t know (%1$s). Look it up in an explorer, or install a newer version.",
                ErrorWords.name(of: json))
        }
    }
}

extension MethodResolveError: CustomStringConvertible {
    /// The reason why the method couldn't be called and the remedy, in sentences for the user.
    public var description: String {
        switch self {
        case .methodEmptyName: localized("The call names no method. Name one.")
        case .methodNotFound:
            localized("The contract has no such method. Check the method’s name and the contract’s account.")
        case .methodInvalidSignature:
            localized(
                "The contract’s function takes parameters or returns a value, so it is no method. Name another one.")
        default:
            localized(
                "The method can’t be called (%1$s). Check its name and the contract’s account.",
                DisplayText.quotation(rawValue, limit: 80))
        }
    }
}
