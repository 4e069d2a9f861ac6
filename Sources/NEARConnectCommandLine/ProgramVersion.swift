// SPDX-License-Identifier: MIT

/// The version of both programs.
package enum ProgramVersion {
    /// As `--version` prints it.
    package static let text = "0.1.0"
}
