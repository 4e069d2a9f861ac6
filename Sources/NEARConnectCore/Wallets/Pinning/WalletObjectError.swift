// SPDX-License-Identifier: MIT

/// The reasons for which ``WalletObjects`` doesn't hand out a file.
enum WalletObjectError: Error {
    /// There is no such file.
    case missing
    /// The file's content doesn't have the hash that its name says.
    case altered
    /// The file can't be read.
    case unreadable(String)
}
