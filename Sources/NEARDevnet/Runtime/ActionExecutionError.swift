// SPDX-License-Identifier: MIT

import NEARPrimitives

/// An action could not be done: the receipt fails and is rolled back.
///
/// Never leaves the runtime as an error.
struct ActionExecutionError: Error {
    let kind: ActionErrorKind

    init(_ kind: ActionErrorKind) {
        self.kind = kind
    }
}

extension ActionErrorKind {
    /// For actions of a later protocol version.
    ///
    /// The validator refuses them, so no receipt ever has one.
    static func unsupportedAction(_ feature: String, _ parameters: ProtocolParameters) -> ActionErrorKind {
        .newReceiptValidationError(
            .actionsValidation(
                .unsupportedProtocolFeature(protocolFeature: feature, version: parameters.protocolVersion)))
    }
}
