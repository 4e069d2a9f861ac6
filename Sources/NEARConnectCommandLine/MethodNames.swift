// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// The methods that a key or a site may call, as a command takes them: names between commas.
///
/// For a key of the chain no name means all methods. So a text without one is refused: a variable of a script that is
/// empty would give more than its author meant.
package struct MethodNames: Hashable, Sendable {
    package let names: [String]

    /// Reads an option's value.
    ///
    /// - Throws: `ValidationError` where a name is empty.
    package init(_ text: String) throws(ValidationError) {
        names = text.split(separator: ",", omittingEmptySubsequences: false).map { TypedText.trimmed(String($0)) }
        guard !names.contains(where: \.isEmpty) else {
            throw ValidationError(
                localized("a name is empty. Write names between commas, or leave the option out for all methods."))
        }
    }
}
