// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import NEARConnectCommandLine
import NEARConnectPeers
import NEARPrimitives
import NEARSharedKeys
import SafeText

/// Serves an identity provider and a share service until standard input ends.
///
/// It prints an event with both addresses, and one for each line that it reads.
struct LoginCommand: PeerCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: localized("Serves an identity provider that approves by itself, and a share service that takes it."),
        discussion: [
            localized("Both are for tests: whoever reaches them signs in as anybody."),
            localized(
                "Each line of standard input is a JSON object: {\"script\": […]}, {\"person\": SUBJECT}, {\"rotate\": true} or {\"events\": true}."
            ),
            localized("The end of standard input ends both."),
        ].joined(separator: " "))
    static let name = "login"

    @Option(
        name: .customLong("client"), help: help("A program that may sign in, by its id; may be given several times."))
    var clients: [String] = ["near-connect"]
    @Option(help: help("How the provider signs: RS256, ES256 or EdDSA."))
    var algorithm: String = "RS256"
    @Option(
        name: .customLong("database"),
        help: help("The file that keeps the service’s shares, in plain; without it they are gone at the end."))
    var database: String?
    @Option(help: help("The service’s port; without it any that is free.")) var port: UInt16 = 0
    @OptionGroup var output: OutputOptions

    func serve() async throws {
        guard let algorithm = TokenAlgorithm(rawValue: algorithm) else {
            throw ValidationError(localized("--algorithm is RS256, ES256 or EdDSA."))
        }
        let provider = try await IdentityProvider.start(clients: Set(clients), algorithm: algorithm)
        var settings = ShareServiceSettings(issuers: [.init(provider.issuer, programs: clients)])
        let file = database.map { URL(filePath: $0) }
        if let file { settings.save = { try Data($0).write(to: file, options: .atomic) } }
        let kept = try file.flatMap { file in
            FileManager.default.fileExists(atPath: file.path) ? Array(try Data(contentsOf: file)) : nil
        }
        let service = try await ShareService.start(settings, database: kept, port: port)
        say(
            "ready", ["issuer": .string(provider.issuer), "service": .string(service.address)],
            text: "\(provider.issuer)\n\(service.address)")
        await followInput { try await follow($0, by: provider, service) }
        await service.stop()
        await provider.stop()
    }

    private func follow(_ json: JSONValue, by provider: IdentityProvider, _ service: ShareService) async throws {
        if let steps = json["script"]?.arrayValue {
            let script = steps.compactMap { IdentityStep($0) }
            guard script.count == steps.count else {
                throw PeerInputError(description: localized("A step of the script isn’t known."))
            }
            await provider.follow(script)
            say("script", ["count": .integer(Int128(script.count))], text: localized("%1$s steps", "\(script.count)"))
        } else if let subject = json["person"]?.stringValue {
            await provider.expect(IdentityProvider.Person(subject: subject))
            say("person", ["subject": .string(subject)], text: DisplayText.line(subject))
        } else if json["rotate"] == true {
            try await provider.rotate()
            say("rotated", [:], text: localized("rotated"))
        } else if json["events"] == true {
            let events = await service.events
            say("events", ["events": .array(events.map(\.json))], text: localized("%1$s events", "\(events.count)"))
        } else {
            throw PeerInputError(
                description: localized("The login follows “script”, “person”, “rotate” and “events”."))
        }
    }
}
