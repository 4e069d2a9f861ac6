// SPDX-License-Identifier: MIT

internal import SafeText

extension CompilationError: CustomStringConvertible {
    /// The reason why the contract couldn't be prepared and the remedy, in sentences for the user.
    public var description: String {
        switch self {
        case .codeDoesNotExist(let id):
            localized("The account %1$s has no contract. Check the name, or deploy a contract first.", id.text)
        case .prepareError(let error):
            localized(
                "The network doesn’t accept the contract’s WebAssembly (%1$s). Build the contract again for NEAR and deploy it.",
                DisplayText.quotation(error.rawValue, limit: 80))
        case .wasmerCompileError(let message):
            localized(
                "The contract couldn’t be compiled. Build it again for NEAR and deploy it. The node says: %1$s.",
                DisplayText.quotation(message))
        case .unrecognized(let json):
            localized(
                "The contract couldn’t be prepared for a reason that this version doesn’t know (%1$s). Tell the contract’s authors, or install a newer version.",
                ErrorWords.name(of: json))
        }
    }
}
