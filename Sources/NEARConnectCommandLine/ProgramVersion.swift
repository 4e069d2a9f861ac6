// SPDX-License-Identifier: MIT

/// The version of both programs.
package enum ProgramVersion {
    /// The version, as `--version` prints it.
    package static let text = "0.1.0"
}
