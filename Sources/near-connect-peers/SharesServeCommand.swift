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
struct SharesServeCommand: PeerCommand {
    static let configuration = SharesServeOptions.command
    static let name = SharesServeOptions.name

    @OptionGroup var options: SharesServeOptions

    var output: OutputOptions { options.output }

    func serve() async throws {
        guard let algorithm = TokenAlgorithm(rawValue: options.algorithm) else {
            throw ValidationError(localized("--algorithm is RS256, ES256 or EdDSA."))
        }
        let clients = options.clients
        let provider = try await IdentityProvider.start(
            clients: Set(clients), algorithm: algorithm, port: options.issuerPort)
        var settings = ShareServiceSettings(issuers: [.init(provider.issuer, programs: clients)])
        let file = options.database.map { URL(filePath: $0) }
        if let file { settings.save = { try Data($0).write(to: file, options: .atomic) } }
        if let audit = options.audit {
            let list = try AuditFile(path: audit)
            settings.audit = { list.append($0) }
        }
        let kept = try file.flatMap { file in
            FileManager.default.fileExists(atPath: file.path) ? Array(try Data(contentsOf: file)) : nil
        }
        let service = try await ShareService.start(settings, database: kept, port: options.port)
        say(
            "ready", ["issuer": .string(provider.issuer), "service": .string(service.address)],
            text: localized(
                "Login and service answer. Make a key with: near-connect shares create --issuer %1$s --service %2$s",
                provider.issuer, service.address))
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
