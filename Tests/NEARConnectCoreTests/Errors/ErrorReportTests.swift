// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
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
        let samples = try ErrorSamples.near()
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
            #expect(ErrorReport(error).status == .failure)
        }
        #expect(Set(samples.map(ErrorSamples.place)) == Set(0..<ErrorSamples.nearCases))
        #expect(Set(samples.map(\.code)).count == ErrorSamples.nearCases)
    }

    @Test func errorsOfNodes() {
        for error in ErrorSamples.rpc {
            let isPlain = if case .node = error { true } else { error == .cancelled }
            check(error, says: !isPlain)
            #expect(ErrorReport(error).status == .failure)
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

    @Test func statusesDoNotChange() {
        #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(ExitStatus.waits.rawValue == 2 && ExitStatus.unavailable.rawValue == 3)
        #expect(ExitStatus.refused.rawValue == 4 && ExitStatus.nothing.rawValue == 5)
    }
}
