// SPDX-License-Identifier: MIT

internal import WebKitGTK

/// The system's list of public suffixes, as texts about sites take it.
enum PublicSuffix {
    /// Returns the registrable ending of a host; `nil` where the list knows none.
    static let registrable: @Sendable (String) -> String? = { PublicSuffixes.registrable($0) }
}
