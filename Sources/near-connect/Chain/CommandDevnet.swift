// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import ProcessSetup
import SafeText

/// A devnet for one command, in a child process that ends with this one, however this one ends.
///
/// It has a folder of its own, which it removes: the accounts' keys are there, and the profile that the command uses.
@MainActor
final class CommandDevnet {
    /// The network's name.
    nonisolated static let network = "devnet"
    /// The JSON-RPC address.
    let rpcURL: String
    /// The folder with the accounts' keys.
    let credentials: String
    /// The account that signs where none is named.
    let signer: AccountId
    private let program: LineProgram

    /// Starts a chain, and makes its folder the home of this process's profiles.
    ///
    /// - Parameter saysSo: True to say on standard error which chain it is.
    /// - Throws: `ReportedError` with what went wrong there.
    static func start(saysSo: Bool) throws -> CommandDevnet {
        let program = try LineProgram([try SiblingProgram.devnet.path()] + DevnetOptions.argumentsForCommand)
        let line = try MainLoop.run { await program.line() }
        guard let line else { throw notStarted }
        let json = try JSONValue.parse(line)
        if let error = ReportedError(json) { throw error }
        let devnet = try CommandDevnet(json, program)
        for (variable, name) in [("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"), ("XDG_CACHE_HOME", "cache")] {
            setenv(variable, "\(devnet.credentials)/\(name)", 1)
        }
        if saysSo {
            let accounts = json["accounts"]?.arrayValue?.compactMap { $0["accountId"]?.stringValue } ?? []
            StandardError.say(
                localized("this runs on a chain of its own, with %1$s", accounts.joined(separator: ", ")))
        }
        return devnet
    }

    private init(_ json: JSONValue, _ program: LineProgram) throws {
        guard let url = json["rpcUrl"]?.stringValue, let folder = json["credentials"]?.stringValue,
            let accounts = json["accounts"]?.arrayValue, accounts.count > 1,
            let signer = accounts[1]["accountId"]?.stringValue
        else { throw Self.notStarted }
        (rpcURL, credentials, self.program) = (url, folder, program)
        self.signer = try AccountId(signer)
    }

    /// Ends the chain, and waits until its folder is gone.
    func end() {
        do {
            _ = try MainLoop.run { [program] in await program.end() }
        } catch {
            // It ends with this process in any case.
            StandardError.say(DisplayText.line("\(error)"))
        }
    }

    private static var notStarted: ReportedError {
        ReportedError(
            sentence: localized("The chain for this command didn’t start. Try “near-connect devnet”, which says why."),
            code: "devnet", status: .failure)
    }
}
