// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives
import SafeText
import WalletConnectSign

/// Runs a relay of WalletConnect's and a wallet on a phone behind it until standard input ends.
///
/// It prints a line of JSON with the relay's address and the manifest of an executor that asks the phone, and one for
/// each line that it reads: a link to approve, or another script.
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: localized("Serves a wallet on a phone, with WalletConnect’s relay and an executor that asks it."),
        discussion: [
            localized("The wallet has a devnet’s keys."),
            localized("Each line of standard input is a JSON object: {\"pair\": LINK} or {\"script\": {…}}."),
            localized("The end of standard input ends all of it."),
        ].joined(separator: " "))

    @Option(name: .customLong("account"), help: help("An account of the devnet; may be given several times."))
    var accounts: [String] = ["alice.test.near"]
    @Option(help: help("The devnet’s seed, which its accounts’ keys are made from."))
    var seed: String = DevnetConfiguration().seed
    @Option(help: help("The node by which the wallet adds keys that programs ask for.", valueName: "url"))
    var node: String?
    @Option(help: help("The first script, as JSON; without it the wallet accepts everything."))
    var script: String = "{}"

    func run() async throws {
        let relay = try await WalletConnectRelay.start()
        let settings = ScriptedWalletConnectWallet.Settings(
            relay: relay.address,
            accounts: try accounts.map { try DevnetAccount(try AccountId($0), seed: seed) }, node: node)
        let script = try PhoneWalletScript(json: try JSONValue.parse(script))
        guard let wallet = ScriptedWalletConnectWallet(settings, script: script) else {
            throw PeerInputError(description: localized("No key can be made."))
        }
        Self.say([
            "manifest": .string(PhoneExecutor.manifest), "relay": .string(relay.address),
            "wallet": .string(PhoneExecutor.walletId),
        ])
        for await line in InputLines.stream() {
            do {
                let json = try JSONValue.parse(try line.get())
                if let script = json["script"] {
                    await wallet.setScript(try PhoneWalletScript(json: script))
                } else if let link = json["pair"]?.stringValue {
                    try await wallet.pair(link)
                } else {
                    throw PeerInputError(description: localized("The phone follows “pair” and “script”."))
                }
                Self.say(["done": true])
            } catch {
                Self.say(["error": .string(DisplayText.line("\(error)"))])
            }
        }
        await wallet.stop()
        await relay.stop()
    }

    private static func say(_ fields: JSONValue.Members) {
        FileHandle.standardOutput.write(Data((JSONValue.object(fields).text + "\n").utf8))
    }
}
