// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import SafeText

/// Calls a contract's method by a transaction.
struct CallCommand: SendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: localized("Call a contract’s method by a transaction."),
        discussion: localized(
            "Signed, approved, recorded and sent as by “send”. What the contract returns goes to standard output, and the lines that it logs to standard error."
        ))

    @OptionGroup var call: CallOptions
    @OptionGroup var sending: SendingOptions

    func validate() throws { try call.check(against: sending.signing) }

    func run() throws {
        let request = try call.request()
        try sending.send("call") { _ in request }
    }
}
