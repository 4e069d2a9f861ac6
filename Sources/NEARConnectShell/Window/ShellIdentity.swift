// SPDX-License-Identifier: MIT

/// By what names the desktop knows the shell. `Resources/Desktop` uses the same.
enum ShellIdentity {
    static let applicationId = "io.github.near_connect.Shell"
    static let iconName = applicationId
    static let name = "NEAR Connect"
}
