// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import NEARConnectCommandLine
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives
import SafeText
import WalletConnectSign

/// Runs a scripted phone wallet until standard input ends.
struct WalletConnectWalletCommand: PeerCommand {
    static let configuration = WalletConnectWalletOptions.command
    static let name = WalletConnectWalletOptions.name

    @OptionGroup var options: WalletConnectWalletOptions

    var output: OutputOptions { options.output }

    func serve() async throws {
        var settings = ScriptedWalletConnectWallet.Settings(
            relay: options.relay,
            accounts: try options.accounts.map {
                try DevnetAccount(try AccountId($0), seed: options.seed ?? DevnetConfiguration().seed)
            })
        settings.node = options.node
        let script: PhoneWalletScript
        do {
            script = try PhoneWalletScript(json: try JSONValue.parse(options.script))
        } catch {
            throw ValidationError(localized("--script can’t be read. %1$s", DisplayText.line("\(error)")))
        }
        guard let wallet = ScriptedWalletConnectWallet(settings, script: script) else {
            throw PeerInputError(description: localized("No key can be made."))
        }
        let reports = Task {
            for await report in wallet.reports { tell(report) }
        }
        say(
            "ready",
            [
                "relay": .string(options.relay),
                "processId": .integer(Int128(ProcessInfo.processInfo.processIdentifier)),
            ], text: localized("ready"))
        if let link = options.link, link != "-" { await pair(link, wallet) }
        var waitsForLink = options.link == "-"
        for await line in InputLines.stream() {
            do {
                let bytes = try line.get()
                if waitsForLink {
                    waitsForLink = false
                    await pair(String(decoding: bytes, as: UTF8.self), wallet)
                    continue
                }
                let json = try JSONValue.parse(bytes)
                guard json.objectValue?.count == 1 else {
                    throw PeerInputError(description: localized("A line is a JSON object with one member."))
                }
                try await follow(json, wallet)
            } catch {
                sayFault("\(error)")
            }
        }
        await wallet.stop()
        await reports.value
    }

    private func pair(_ link: String, _ wallet: ScriptedWalletConnectWallet) async {
        do {
            try await wallet.pair(link)
        } catch {
            sayFault("\(error)")
        }
    }

    private func follow(_ json: JSONValue, _ wallet: ScriptedWalletConnectWallet) async throws {
        if let link = json["pair"]?.stringValue { return await pair(link, wallet) }
        if let script = json["script"] {
            await wallet.setScript(try PhoneWalletScript(json: script))
            return say("script", [:], text: localized("script"))
        }
        if json["go"] == true { return await wallet.go() }
        if json["sleep"] == true { return await wallet.leaveRelay() }
        if json["wake"] == true { return await wallet.wake() }
        let topics = await wallet.topics
        guard !topics.isEmpty else { throw PeerInputError(description: localized("There is no session.")) }
        for topic in topics {
            if let grant = json["update"].flatMap(PhoneWalletScript.grant) {
                tell(try await wallet.update(topic, grant), of: "update")
            } else if let event = json["event"], let name = event["name"]?.stringValue,
                let chain = event["chain"]?.stringValue
            {
                tell(
                    try await wallet.emit(name, data: event["data"] ?? .null, chain: chain, on: topic), of: "event")
            } else if let seconds = json["extend"]?.integerValue(as: Int64.self) {
                tell(try await wallet.extend(topic, seconds: seconds), of: "extend")
            } else if json["ping"] == true {
                tell(try await wallet.ping(topic), of: "ping")
            } else if let end = json["disconnect"] {
                await wallet.end(
                    topic, code: end["code"]?.integerValue() ?? 6_000, message: end["message"]?.stringValue ?? "")
            } else {
                throw PeerInputError(
                    description: localized(
                        "The wallet can’t follow %1$s.", DisplayText.quotation(json.text, limit: 200)))
            }
        }
    }

    // MARK: What happens

    private func tell(_ answer: RPCMessage?, of what: String) {
        switch answer {
        case .failure(_, let error)?:
            say(
                "told", ["what": .string(what), "code": error.code.map { .integer(Int128($0)) } ?? .null],
                text: localized("%1$s: refused", what))
        default: say("told", ["what": .string(what), "code": .null], text: localized("%1$s: taken", what))
        }
    }

    private func tell(_ report: ScriptedWalletConnectWallet.Report) {
        func code(_ code: Int?) -> JSONValue { code.map { .integer(Int128($0)) } ?? .null }
        switch report {
        case .proposed(let chains, let methods):
            say(
                "proposed",
                [
                    "chains": .array(chains.map(JSONValue.string)), "methods": .array(methods.map(JSONValue.string)),
                ], text: localized("proposed: %1$s", DisplayText.line(chains.joined(separator: " "))))
        case .refused: say("refused", [:], text: localized("refused"))
        case .settled(let topic):
            say("settled", ["topic": .string(topic.text)], text: localized("settled: %1$s", topic.text))
        case .settlementRefused(let number):
            say("settlementRefused", ["code": code(number)], text: localized("the program refused the settlement"))
        case .requested(let method, let chain):
            say(
                "requested", ["method": .string(method), "chain": .string(chain)],
                text: localized("requested: %1$s", DisplayText.line(method)))
        case .answered(let method):
            say("answered", ["method": .string(method)], text: localized("answered: %1$s", DisplayText.line(method)))
        case .ended(let topic, let number):
            say(
                "ended", ["topic": .string(topic.text), "code": code(number)],
                text: localized("ended: %1$s", topic.text))
        case .sleeps: say("sleeps", [:], text: localized("sleeps"))
        }
    }
}
