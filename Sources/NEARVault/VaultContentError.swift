// SPDX-License-Identifier: MIT

/// A reason for which the bytes of a file of secrets are not taken.
public enum VaultContentError: Error, Hashable, Sendable {
    /// It doesn't begin as such a file does, or is too short for one.
    case notAVault
    /// It doesn't begin as a backup does, or is too short for one.
    case notABackup
    /// Its checksum doesn't match: bytes were lost or changed.
    case checksum
    /// It was written by a later version of this program.
    case version(UInt32)
    /// It asks for more or less work than is accepted to make the key.
    case cost
    /// The passphrase is right, and the content was changed on purpose: only its checksum matches.
    case forged
    /// Its content can't be understood although it is authentic.
    case content
}
