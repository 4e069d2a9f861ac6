// SPDX-License-Identifier: MIT

internal import Glibc
internal import SafeText

extension VaultError: CustomStringConvertible {
    /// A sentence that names the place and says what to do next.
    public var description: String {
        switch self {
        case .invalidName, .plainRefused, .secretSize, .full, .emptyPassphrase, .longPassphrase: requestText
        case .locked, .refused, .unanswered, .cancelled: openingText
        case .noService, .noKeyring, .gone, .service: serviceText
        default: fileText
        }
    }

    private var requestText: String {
        switch self {
        case .invalidName(let name):
            localized("“%1$s” can’t name a secret. Use 1 to 256 printable ASCII characters without blanks.", name)
        case .plainRefused(let name, let place):
            localized(
                "“%1$s” can spend money and is never stored in %2$s. Choose the desktop’s keyring or a sealed file.",
                "\(name)", "\(place)")
        case .secretSize(let name, let bytes):
            localized(
                "“%1$s” has %2$s bytes. A secret has 1 to %3$s bytes.", "\(name)", "\(bytes)",
                "\(VaultLimits.largestSecret)")
        case .full(let place):
            localized("There is no room for another secret in %1$s. Remove secrets that you don’t need.", "\(place)")
        case .emptyPassphrase(let path):
            localized("The passphrase for %1$s is empty. Choose one that nobody can guess.", DisplayText.line(path))
        case .longPassphrase(let path):
            localized(
                "The passphrase for %1$s is too long: a terminal and other programs would cut it. Choose one of at most %2$s bytes.",
                DisplayText.line(path), "\(VaultLimits.longestPassphrase)")
        default: ""
        }
    }

    private var openingText: String {
        switch self {
        case .locked(let place):
            localized("The secrets in %1$s are locked. Unlock them and try again.", "\(place)")
        case .refused(let place):
            localized(
                "%1$s wasn’t unlocked: the question for its password was closed, or could not be shown. Try again, or choose another place.",
                "\(place)")
        case .unanswered(let place, let limit):
            localized(
                "Nobody answered within %2$s when %1$s asked for permission. Look for a window that asks for a password, or choose a sealed file.",
                "\(place)", DisplayText.words(limit))
        case .cancelled(let place):
            localized(
                "The operation on %1$s was cancelled. Check whether a change was stored before you repeat it.",
                "\(place)")
        default: ""
        }
    }

    private var serviceText: String {
        switch self {
        case .noService(let reason):
            localized(
                "The desktop’s keyring isn’t available: %1$s. Install and start a keyring such as gnome-keyring, or choose a sealed file.",
                reason)
        case .noKeyring:
            localized(
                "The desktop’s keyring has no default keyring yet. Create one in “Passwords and Keys”, or choose a sealed file."
            )
        case .gone(let reason):
            localized(
                "The desktop’s keyring went away during the operation (%1$s). Try again; a change may have been stored already.",
                reason)
        case .service(let reason):
            localized(
                "The desktop’s keyring refused: %1$s. Look into “Passwords and Keys”, or choose a sealed file.", reason)
        default: ""
        }
    }

    private var fileText: String {
        switch self {
        case .wrongPassphrase(let path):
            localized("This passphrase doesn’t open %1$s. Try again.", DisplayText.line(path))
        case .damaged(let path, let damage): damage.text(path: DisplayText.line(path))
        case .restored(let path, let generation, let known):
            localized(
                "%1$s is an old copy (change %2$s of %3$s): later changes are missing. Restore the newest copy, or accept this one if you restored it on purpose.",
                DisplayText.line(path), "\(generation)", "\(known)")
        case .replaced(let path):
            localized(
                "%1$s is another vault than the one used here before. Put the former one back, or accept this one if you put it there.",
                DisplayText.line(path))
        case .missing(let path):
            localized(
                "%1$s was used here and isn’t there any more. Put it back, or accept the loss to begin with an empty vault.",
                DisplayText.line(path))
        case .otherOwner(let path, let user):
            localized(
                "%1$s belongs to another user (id %2$s) and isn’t used. Move it away, or make it yours.",
                DisplayText.line(path), "\(user)")
        case .openToOthers(let path, let mode):
            localized(
                "Other users may read or change %1$s (mode %2$s). Run “chmod go-rwx” on it, and replace the secrets if others had access.",
                DisplayText.line(path), String(mode, radix: 8))
        case .unreadable(let path, .notRegular):
            localized("%1$s isn’t a regular file. Move it away.", DisplayText.line(path))
        case .unreadable(let path, .link):
            localized("%1$s is a link, which isn’t followed. Put the file itself there.", DisplayText.line(path))
        case .unreadable(let path, .tooLarge(let limit)):
            localized(
                "%1$s is larger than %2$s bytes and isn’t read. Move it away.", DisplayText.line(path), "\(limit)")
        case .file(let path, let number):
            localized(
                "%1$s: %2$s. %3$s", DisplayText.line(path), String(cString: strerror(number)), Self.advice(number))
        case .busy(let path, let limit):
            localized(
                "Another process kept %1$s locked for %2$s. End it, or try again later.", DisplayText.line(path),
                DisplayText.words(limit))
        case .unrecorded(let path, let number):
            localized(
                "The secrets are stored, but %1$s could not be written (%2$s): an old copy would not be noticed until the next change. %3$s",
                DisplayText.line(path), String(cString: strerror(number)), Self.advice(number))
        case .noMemory(let mebibytes):
            localized(
                "There is too little memory to make the key from the passphrase: it takes %1$s MiB. Close other programs and try again.",
                "\(mebibytes)")
        default: ""
        }
    }

    private static func advice(_ number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: localized("Make room on the disk and try again.")
        case EROFS, EACCES, EPERM: localized("Make sure that you may read and write there.")
        case EISDIR, ENOTDIR: localized("Something else is in its place: move it away.")
        default: localized("Try again; if it happens again, check the disk.")
        }
    }
}

extension VaultContentError {
    /// A sentence about the file at `path`.
    fileprivate func text(path: String) -> String {
        switch self {
        case .notAVault:
            localized(
                "%1$s isn’t a file of secrets, or only its beginning is there. Restore a copy, or move it away.", path)
        case .notABackup:
            localized("%1$s isn’t a backup, or only its beginning is there. Name another file.", path)
        case .checksum:
            localized("%1$s is damaged: its bytes changed since they were written. Restore a copy.", path)
        case .version(let version):
            localized("%1$s has format %2$s, which this version doesn’t know. Update the program.", path, "\(version)")
        case .cost:
            localized(
                "%1$s asks for an amount of work that isn’t accepted. Restore a copy that this program wrote.", path)
        case .forged:
            localized(
                "%1$s was changed by another program: the passphrase is right, the content isn’t. Restore a copy, and find out who changed it.",
                path)
        case .content:
            localized("%1$s is authentic but can’t be understood. Update the program, or restore a copy.", path)
        }
    }
}
