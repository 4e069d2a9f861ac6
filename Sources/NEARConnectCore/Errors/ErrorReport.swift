// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The table from typed errors to what a user and a program learn of them.
///
/// Commands end with it, and windows show its sentence. An error type that isn't here gets its own description and the
/// code `failed`.
package struct ErrorReport: Sendable, Hashable {
    /// A sentence for the user: what happened, and what to do.
    package let sentence: String
    /// A name for programs, which doesn't change between versions.
    package let code: String
    /// The exit status of a command that ends with the error.
    package let status: ExitStatus
    /// The error of the node or the chain behind it, as it came; `nil` where there is none.
    package let nodeError: JSONValue?

    private init(_ sentence: String, code: String, status: ExitStatus = .failure, nodeError: JSONValue? = nil) {
        // Texts of wallets and nodes may end in any way.
        let isEnded = sentence.last.map { ".!?…".contains($0) } ?? false
        self.sentence = isEnded ? sentence : localized("%1$s.", sentence)
        self.code = code
        self.status = status
        self.nodeError = nodeError
    }

    /// Looks an error up.
    package init(_ error: any Error) {
        switch error {
        case let error as NEARError:
            self.init(
                error.errorDescription ?? error.code, code: error.code, status: error.status,
                nodeError: error.nodeError)
        case let error as WalletError: self.init(error.description, code: error.code, status: error.status)
        case let error as WalletManifestError:
            self.init(
                localized("The manifest can’t be used: %1$s. Correct it and try again.", "\(error)"),
                code: "manifest-entry")
        case let error as WalletManifestFileError: self.init(error.description, code: "manifest")
        case let error as ReturnLinkError: self.init(error.errorDescription ?? error.code, code: error.code)
        case let error as DirectSigningError:
            self.init(error.sentence, code: error.code, status: error.status)
        case let error as RepeatedRequestError:
            self.init(error.sentence, code: error.code, status: error.status)
        case let error as ReportedError:
            self.init(error.sentence, code: error.code, status: error.status, nodeError: error.nodeError)
        case RPCError.node(let node):
            if case .invalidTransaction(let refusal) = node.cause {
                self.init(refusal, nodeError: node.json)
            } else {
                let error = RPCError.node(node)
                self.init(error.sentence, code: error.code, status: error.status, nodeError: node.json)
            }
        case let error as RPCError: self.init(error.sentence, code: error.code, status: error.status)
        case let error as DownloadError:
            self.init(
                localized("The file could not be fetched: %1$s. Try again later.", "\(error)"),
                code: "download", status: .unavailable)
        default: self.init(other: error)
        }
    }

    private init(_ refusal: InvalidTxError, nodeError: JSONValue?) {
        self.init(
            localized("The node refused the transaction. %1$s", "\(refusal)"), code: "transaction-refused",
            status: .refusedByChain, nodeError: nodeError)
    }

    /// Looks up the errors of files, keys and formats.
    private init(other error: any Error) {
        switch error {
        case FileLockError.system(let call):
            self.init(FileErrorText.sentence(for: call, at: call.path), code: "lock")
        case let error as FileLockError:
            self.init(localized("The file can’t be locked: %1$s.", "\(error)"), code: "lock")
        case let error as RegularFileError:
            self.init(localized("The file can’t be read: %1$s.", "\(error)"), code: "file")
        case let error as SystemCallError:
            self.init(FileErrorText.sentence(for: error, at: error.path), code: "system")
        case let error as PackagedFile.UnreadableError:
            self.init(
                localized("A file of the program can’t be read (%1$s). Install the program again.", "\(error)"),
                code: "installation")
        case let error as AccountIdError:
            self.init(
                localized("That is not an account id: %1$s. Correct it and try again.", "\(error)"), code: "account-id")
        case let error as KeyError:
            self.init(localized("The key can’t be used: %1$s. Use another one.", "\(error)"), code: "key")
        case let error as CredentialError:
            self.init(
                localized("The credential file can’t be used: %1$s. Correct it, or use another one.", "\(error)"),
                code: "credential")
        case let error as JSONParsingError:
            self.init(localized("That is not JSON: %1$s. Correct it and try again.", "\(error)"), code: "json")
        case let error as InvalidTxError: self.init(error, nodeError: nil)
        case let error as TxExecutionError:
            self.init(
                localized("The transaction failed on the chain. %1$s", "\(error)"), code: "transaction-failed",
                status: .refusedByChain)
        default: self.init(DisplayText.words(error), code: "failed")
        }
    }
}

extension NEARError {
    /// The chain's error as it came: in the outcome, or in the words of the wallet.
    fileprivate var nodeError: JSONValue? {
        switch self {
        case .transactionFailed(let outcome): outcome.json["status"]?["Failure"]
        case .walletRejected(let words), .walletError(let words), .rpcError(let words),
            .partiallySent(_, _, let words):
            QuotedJSON.failure(in: words)?.json
        default: nil
        }
    }
}

extension WalletError {
    /// The exit status of a command that ends with this error.
    package var status: ExitStatus {
        switch self {
        case .listUnavailable, .codeUnavailable: .unavailable
        case .codeUnexpected, .altered, .pinRequired, .signInRequired, .replaced, .downgrade, .offerChanged,
            .hashDiffers:
            .refused
        case .unknown, .misnamed, .packaged, .local, .notPinned, .nothingOffered: .nothing
        case .lockCorrupt, .lockNewer, .busy, .storage: .failure
        }
    }
}
