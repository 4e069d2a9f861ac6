// SPDX-License-Identifier: MIT

/// A reason for which a vault can't do what it was asked.
///
/// ``description`` is a sentence for users: it names the place and says what to do next.
public enum VaultError: Error, Hashable, Sendable {
    // MARK: What was asked

    /// The text can't name a secret.
    case invalidName(String)
    /// A secret that can spend was to be stored in plain.
    case plainRefused(SecretName, VaultPlace)
    /// The secret is empty, or larger than ``VaultLimits/largestSecret``.
    case secretSize(SecretName, bytes: Int)
    /// The place has ``VaultLimits/mostSecrets`` secrets, or no room for another one.
    case full(VaultPlace)
    /// The new passphrase is empty.
    case emptyPassphrase(path: String)
    /// The new passphrase has more bytes than ``VaultLimits/longestPassphrase``.
    case longPassphrase(path: String)

    // MARK: Opening

    /// The place must be unlocked first.
    case locked(VaultPlace)
    /// The user closed the question without an answer.
    case refused(VaultPlace)
    /// The user, or a program that should have asked the user, didn't answer in time.
    case unanswered(VaultPlace, after: Duration)
    /// The operation's task was cancelled.
    case cancelled(VaultPlace)

    // MARK: Secret Service

    /// There is no Secret Service on the session bus, and none that could be started.
    case noService(reason: String)
    /// The Secret Service runs but has no default keyring.
    case noKeyring
    /// The Secret Service went away during the operation; a change may or may not have been stored.
    case gone(reason: String)
    /// The Secret Service answered with an error.
    case service(reason: String)

    // MARK: Files

    /// The passphrase doesn't open the file.
    case wrongPassphrase(path: String)
    /// The file's content isn't as it was written.
    case damaged(path: String, VaultContentError)
    /// The file is an earlier copy of itself.
    case restored(path: String, generation: UInt64, known: UInt64)
    /// The file is another vault than the one that was used here.
    case replaced(path: String)
    /// The file was used here and isn't there any more.
    case missing(path: String)
    /// The file belongs to another user.
    case otherOwner(path: String, user: UInt32)
    /// The file lets other users read or write.
    case openToOthers(path: String, mode: UInt32)
    /// The file is a link, a folder, too large, or otherwise not read.
    case unreadable(path: String, VaultFileFault)
    /// The system refused to read or write the file.
    case file(path: String, errno: Int32)
    /// Another process holds the file's lock.
    case busy(path: String, after: Duration)
    /// The secret is stored, but the note that finds restored copies isn't.
    case unrecorded(path: String, errno: Int32)
    /// There isn't enough memory to make the key from the passphrase.
    case noMemory(mebibytes: Int)
}

/// A reason for which a file isn't even read.
public enum VaultFileFault: Hashable, Sendable {
    /// It is a folder, a pipe, a device, …
    case notRegular
    /// It is a symbolic link, which isn't followed.
    case link
    /// It is larger than any file of secrets, in bytes.
    case tooLarge(limit: Int)
}
