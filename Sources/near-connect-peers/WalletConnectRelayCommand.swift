// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import NEARConnectCommandLine
import NEARConnectPeers
import NEARPrimitives
import SafeText
import WalletConnectSign

/// Runs a relay until standard input ends.
struct WalletConnectRelayCommand: PeerCommand {
    static let configuration = WalletConnectRelayOptions.command
    static let name = WalletConnectRelayOptions.name

    @OptionGroup var options: WalletConnectRelayOptions

    var output: OutputOptions { options.output }

    func serve() async throws {
        var settings = RelaySettings()
        settings.projects = Set(options.project)
        let relay = try await WalletConnectRelay.start(
            settings, rules: try Self.rules(options.rules), port: Int(options.port))
        say(
            "ready",
            [
                "url": .string(relay.address),
                "processId": .integer(Int128(ProcessInfo.processInfo.processIdentifier)),
            ], text: relay.address)
        await followInput { try await follow($0, relay) }
        await relay.stop()
    }

    private static func rules(_ text: String) throws -> [RelayRule] {
        do {
            return try RelayRule.script(try JSONValue.parse(text))
        } catch {
            throw ValidationError(localized("--rules can’t be read. %1$s", DisplayText.line("\(error)")))
        }
    }

    private func follow(_ json: JSONValue, _ relay: WalletConnectRelay) async throws {
        if let rules = json["rules"] {
            let rules = try RelayRule.script(rules)
            await relay.setRules(rules)
            say("rules", ["count": .integer(Int128(rules.count))], text: localized("%1$s rules", "\(rules.count)"))
        } else if json["release"] == true {
            await relay.release()
            say("released", [:], text: localized("released"))
        } else if json["cut"] == true {
            await relay.closeConnections()
            say("closed", [:], text: localized("closed"))
        } else if let code = json["close"]?.integerValue(), (1_000...4_999).contains(code) {
            await relay.closeConnections(code: code)
            say("closed", ["code": .integer(Int128(code))], text: localized("closed"))
        } else if json["calls"] == true {
            let calls = await relay.calls
            say("calls", ["calls": .array(calls.map(Self.json))], text: localized("%1$s calls", "\(calls.count)"))
        } else {
            throw PeerInputError(
                description: localized("The relay follows “rules”, “release”, “close”, “cut” and “calls”."))
        }
    }

    private static func json(_ call: RelayCall) -> JSONValue {
        [
            "method": .string(call.method), "topic": call.topic.map { .string($0.text) } ?? .null,
            "tag": call.tag.map { .integer(Int128($0)) } ?? .null, "agent": .string(call.agent),
        ]
    }
}
