// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import TestSupport
import Testing

@testable import NEARConnectCore

/// The table from typed errors to sentences, codes and exit statuses: every case of every type.
@Suite struct ErrorReportTests {
    /// Verbs by which a sentence says what to do.
    private static let advice: Set<Substring> = [
        "Accept", "Add", "Build", "Check", "Choose", "Connect", "Correct", "Finish", "Give", "Install", "Just", "Look",
        "Make", "Move", "Name", "Pin", "Run", "Send", "Sign", "Start", "Tell", "Try", "Use", "Wait", "end", "give",
        "install", "move", "put", "use",
    ]

    private static func isAdvice(_ sentence: String) -> Bool {
        !advice.isDisjoint(with: sentence.split { !$0.isLetter })
    }

    /// Checks what holds for each sentence and code.
    private func check(_ error: any Error, says advises: Bool = true) {
        let report = ErrorReport(error)
        #expect(!report.sentence.isEmpty)
        #expect(report.sentence.hasSuffix("."), "\(report.sentence)")
        #expect(!report.sentence.contains("\\u") && !report.sentence.contains("$s"), "\(report.sentence)")
        #expect(report.sentence.first?.isLowercase == false || isQuoted(error), "\(report.sentence)")
        #expect(report.code.wholeMatch(of: /[a-zA-Z]+(-[a-z]+)*/) != nil, "\(report.code)")
        #expect(report.code != "failed", "\(error) isn't in the table")
        if advises { #expect(Self.isAdvice(report.sentence), "\(report.sentence)") }
    }

    /// The sentence of such an error begins with a name, or is a wallet's own.
    private func isQuoted(_ error: any Error) -> Bool {
        switch error as? NEARError {
        case .invalidArgument, .walletError: true
        default: false
        }
    }

    @Test func walletErrors() {
        for error in ErrorSamples.wallet {
            check(error)
            let (report, row) = (ErrorReport(error), ErrorSamples.row(error))
            #expect(report.code == row.code)
            #expect(report.status.rawValue == row.status)
            #expect(
                report.sentence.contains("Wallet W") || report.sentence.contains("“w”")
                    || report.sentence.contains("/l")
                    || report.sentence.contains("lists.example"), "it names no thing")
        }
        #expect(Set(ErrorSamples.wallet.map { ErrorSamples.row($0).place }) == Set(0..<ErrorSamples.walletCases))
        // An id that is written in another case is unknown, too.
        #expect(Set(ErrorSamples.wallet.map(\.code)).count == ErrorSamples.walletCases - 1)
    }

    @Test func errorsOfTheManager() throws {
        let samples = try NEARErrorSamples.all()
        for error in samples {
            // These repeat others' words, or say what the user has just done.
            let speaksForItself =
                switch error {
                case .walletError, .walletRejected, .rpcError, .signatureInvalid, .userCancelled, .taskCancelled,
                    .storage:
                    true
                default: false
                }
            check(error, says: !speaksForItself)
            #expect(ErrorReport(error).status.rawValue == ErrorSamples.status(error), "\(error)")
        }
        #expect(Set(samples.map(NEARErrorSamples.place)) == Set(0..<NEARErrorSamples.cases))
        #expect(Set(samples.map(\.code)).count == NEARErrorSamples.cases)
    }

    @Test func errorsOfNodes() {
        for error in ErrorSamples.rpc {
            let isPlain = if case .node = error { true } else { error == .cancelled }
            check(error, says: !isPlain)
            #expect(ErrorReport(error).status.rawValue == ErrorSamples.status(error), "\(error)")
        }
        #expect(Set(ErrorSamples.rpc.map(ErrorSamples.place)) == Set(0..<ErrorSamples.rpcCases))
        #expect(Set(ErrorSamples.rpc.map(\.code)).count == ErrorSamples.rpcCases)
    }

    @Test func errorsOfReturnLinks() {
        for error in ErrorSamples.links { check(error, says: false) }
        #expect(Set(ErrorSamples.links.map { ErrorReport($0).code }).count == ErrorSamples.links.count)
    }

    @Test func errorsOfFilesKeysAndFormats() throws {
        for (error, code, status) in try ErrorSamples.others() {
            check(error, says: !(error is WalletManifestFileError))
            #expect(ErrorReport(error).code == code, "\(error)")
            #expect(ErrorReport(error).status.rawValue == status, "\(error)")
        }
    }

    @Test func anErrorThatIsNotInTheTableHasItsOwnWords() {
        struct OddError: Error, CustomStringConvertible { let description = "odd" }
        #expect(ErrorReport(OddError()).sentence == "odd.")
        #expect(ErrorReport(OddError()).code == "failed")
        #expect(ErrorReport(OddError()).status == .failure)
    }

    /// The chain's word is told from a node that gives none, and both from an outcome that nobody knows.
    @Test func answersOfNodesHaveTheirStatus() throws {
        let id = try AccountId("a.near")
        let rows: [(RPCErrorCause, Int32)] = [
            (.unknownAccount(accountId: id, at: nil), 8), (.noContractCode(accountId: id, at: nil), 8),
            (.contractExecutionError(error: "x", at: nil), 8), (.invalidTransaction(.expired), 8),
            (.unknownBlock(reference: nil), 8), (.unknownTransaction(hash: nil), 9), (.timeoutError, 9),
            (.requestRouted(hash: nil), 9), (.notSyncedYet, 3), (.internalError(message: ""), 3),
            (.doesNotTrackShard, 3), (.methodNotFound(method: "m"), 1), (.unrecognized(name: "N", info: nil), 1),
        ]
        for (cause, status) in rows {
            let error = RPCNodeError(name: .handlerError, cause: cause, code: -32000, message: "", json: .null)
            #expect(ErrorReport(RPCError.node(error)).status.rawValue == status, "\(cause)")
        }
    }

    @Test func statusesDoNotChange() {
        let table: [(NEARConnectCore.ExitStatus, Int32)] = [
            (.success, 0), (.failure, 1), (.waits, 2), (.unavailable, 3), (.refused, 4), (.nothing, 5), (.cancelled, 6),
            (.refusedByWallet, 7), (.refusedByChain, 8), (.unknownOutcome, 9), (.noDisplay, 10), (.refusedByPolicy, 11),
            (.sharesMissing, 12), (.wrongShare, 13), (.refusedByLogin, 14), (.usage, 64), (.fault, 70),
        ]
        #expect(NEARConnectCore.ExitStatus.allCases == table.map(\.0))
        for (status, number) in table { #expect(status.rawValue == number) }
        #expect(Set(NEARConnectCore.ExitStatus.allCases.map(\.meaning)).count == table.count)
    }
}
