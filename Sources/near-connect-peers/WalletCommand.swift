// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives
import SafeText

/// Serves a scripted wallet until standard input ends, so that it never outlives who started it.
///
/// It prints a line of JSON with the manifest's address, and one for each line that it reads: a script, which holds for
/// whoever fetches the manifest from then on.
struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet",
        abstract: localized("Serves a wallet that signs for real, and behaves as a script says."),
        discussion: [
            localized(
                "The wallet has a devnet’s keys. Save its manifest for near-connect shell --wallet-manifest FILE."),
            localized("Each line of standard input is a new script, a JSON object of steps by method."),
            localized("The end of standard input ends the wallet."),
        ].joined(separator: " "))

    @Option(name: .customLong("account"), help: help("An account of the devnet; may be given several times."))
    var accounts: [String] = ["alice.test.near"]
    @Option(help: help("The devnet’s seed, which its accounts’ keys are made from."))
    var seed: String = DevnetConfiguration().seed
    @Option(help: help("The first script, as JSON; without it the wallet accepts everything."))
    var script: String = "{}"
    @Option(
        name: .customLong("allows-open"),
        help: help("An address that the wallet may open, as in a manifest; may be given several times."))
    var allowsOpen: [String] = []

    func run() async throws {
        let wallet = ScriptedWallet(
            accounts: try accounts.map { try DevnetAccount(try AccountId($0), seed: seed) },
            script: try Self.script([UInt8](script.utf8)), allowsOpen: allowsOpen)
        let server = try await ScriptedWalletServer.start(wallet)
        Self.say(["manifest": .string(server.manifest), "wallet": .string(ScriptedWallet.id)])
        for await line in InputLines.stream() {
            do {
                server.change(script: try Self.script(try line.get()))
                Self.say(["script": "served"])
            } catch {
                Self.say(["error": .string(DisplayText.line("\(error)"))])
            }
        }
        await server.stop()
    }

    private static func script(_ text: [UInt8]) throws -> JSONValue {
        let script = try JSONValue.parse(text)
        guard script.objectValue != nil else {
            throw ValidationError(localized("A script is a JSON object: steps by method."))
        }
        return script
    }

    private static func say(_ fields: JSONValue.Members) {
        FileHandle.standardOutput.write(Data((JSONValue.object(fields).text + "\n").utf8))
    }
}
