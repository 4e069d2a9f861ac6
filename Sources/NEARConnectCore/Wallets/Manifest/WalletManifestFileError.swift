// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// The reasons for which a file is not a usable manifest.
///
/// The text names the file, the wallet and the field.
package struct WalletManifestFileError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The file.
    package let path: String
    /// The faults, each a line for the user.
    package let reasons: [String]

    /// Each reason after the file's name, a line each.
    package var description: String {
        reasons.map { DisplayText.line(localized("%1$s: %2$s", path, $0)) }.joined(separator: "\n")
    }

    /// The same as ``description``.
    package var errorDescription: String? { description }
}
