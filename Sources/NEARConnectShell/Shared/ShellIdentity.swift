// SPDX-License-Identifier: MIT

/// The shell's names on the desktop; `Resources/Desktop` uses the same.
enum ShellIdentity {
    static let applicationId = "io.github.near_connect.Shell"
    static let iconName = applicationId
    static let name = "NEAR Connect"
    /// The page about accounts, keys and fees that About leads to.
    static let documentation = "https://docs.near.org"
}
