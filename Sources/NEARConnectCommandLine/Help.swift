// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Returns the help of an option, a flag or an argument, as ``localized(_:_:)`` returns other texts.
///
/// - Parameters:
///   - text: The English text: one literal on one line.
///   - values: The texts for its places.
///   - valueName: The name of the option's value in the usage, which isn't translated.
package func help(_ text: StaticString, _ values: String..., valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(filledPlaces(of: text, with: values), valueName: valueName)
}

/// Joins the paragraphs of a command's discussion, each a text of ``localized(_:_:)``.
package func paragraphs(_ texts: String...) -> String { texts.joined(separator: "\n\n") }
