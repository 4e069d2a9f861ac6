// SPDX-License-Identifier: MIT

package import NEARConnectCore

/// A value of a YAML file, with its place.
///
/// Scalars are their texts: `no`, `1_000` and `2024-01-02` are what stands in the file.
package struct LocatedYAML: Sendable {
    /// A value without its place.
    package indirect enum Content: Sendable {
        /// A text; plain is one without quotation marks.
        case scalar(String, isPlain: Bool)
        /// The values of a list.
        case list([LocatedYAML])
        /// The entries of a mapping in their order; no name stands twice.
        case mapping([Member])
    }

    /// An entry of a mapping.
    package struct Member: Sendable {
        /// The name.
        package let name: String
        /// The place of the name.
        package let place: PolicyError.Place
        /// The value.
        package let value: LocatedYAML
    }

    /// The place where the value begins.
    package let place: PolicyError.Place
    /// The value.
    package let content: Content

    package init(place: PolicyError.Place, content: Content) {
        self.place = place
        self.content = content
    }

    /// True if nothing stands there, as after `sign-out:`.
    package var isEmpty: Bool {
        if case .scalar("", isPlain: true) = content { return true }
        return false
    }
}
