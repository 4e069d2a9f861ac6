// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import SafeText

/// The addresses, accounts and keys of a devnet that runs: as lines for users, as JSON for programs.
struct DevnetAnnouncement {
    let devnet: Devnet
    let credentials: URL
    let state: String?

    private var accounts: [DevnetAccount] { [devnet.rootAccount] + devnet.accounts }

    /// The announcement as `docs/schemas/devnet.schema.json` describes it.
    var json: JSONValue {
        [
            "version": .integer(Int128(CommandFailure.jsonVersion)), "command": .string(DevnetOptions.name),
            "outcome": "done", "network": "devnet",
            "chainId": .string(devnet.chainId), "rpcUrl": .string("\(devnet.rpcURL)"),
            "explorerUrl": .string("\(devnet.explorerURL)"),
            "credentials": .string(credentials.path(percentEncoded: false)),
            "state": state.map { .string($0) } ?? .null,
            "processId": .integer(Int128(ProcessInfo.processInfo.processIdentifier)),
            "accounts": .array(
                accounts.map { account in
                    [
                        "accountId": .string(account.id.text), "publicKey": .string("\(account.publicKey)"),
                        "secretKey": .string(account.secretKey.exposedText()),
                    ]
                }),
        ]
    }

    /// Prints it.
    ///
    /// A reader behind a pipe waits for it, so it isn't kept back.
    func print(asJSON: Bool) {
        if asJSON { StandardOutput.write(json.text) } else { printLines() }
        fflush(nil)
    }

    private func printLines() {
        row(localized("RPC"), "\(devnet.rpcURL)")
        row(localized("explorer"), "\(devnet.explorerURL)")
        row(localized("chain id"), "\(devnet.chainId)")
        row(localized("credentials"), credentials.path(percentEncoded: false))
        if let state { row(localized("state"), state) }
        for account in accounts {
            row(localized("account"), "\(account.id)")
            row(localized("  key"), account.secretKey.exposedText())
        }
        StandardOutput.write(localized("These keys are for tests: anybody can make them. Stop with Ctrl-C."))
    }

    private func row(_ label: String, _ value: String) { StandardOutput.write(WalletText.column(label, 13) + value) }
}
