// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import SafeText

/// Runs the embedded chain by itself, for any NEAR client.
struct DevnetCommand: JSONCommand {
    static let configuration = DevnetOptions.command

    @OptionGroup var options: DevnetOptions

    var printsJSON: Bool { options.output.json }
    var subject: JSONValue.Members { ["network": .string(DevnetOptions.name)] }

    func run() throws {
        Diagnostics.start(verbose: options.output.verbose)
        if options.forCommand { return try OneCommandChain.serve(makeConfiguration()) }
        let configuration = try makeConfiguration()
        let ready = try options.readyFile.map { try ReadyFile(path: $0) }
        try MainActor.assumeIsolated {
            try MainLoop.run {
                let devnet = try await Devnet.start(configuration)
                // Before the first line: a reader of that line may end the program at once.
                let interruption = Interruption()
                let folder = try credentialFolder()
                try devnet.writeCredentials(to: folder)
                let announcement = DevnetAnnouncement(devnet: devnet, credentials: folder, state: options.state)
                try ready?.write(announcement.json)
                if !options.output.quiet { announcement.print(asJSON: options.output.json) }
                await interruption.wait()
                try ready?.remove()
                await devnet.stop()
            }
        }
    }

    private func makeConfiguration() throws -> DevnetConfiguration {
        var configuration = DevnetConfiguration()
        configuration.port = options.port
        configuration.allowedOrigins = options.allowOrigin
        configuration.accounts = try options.accounts.split(separator: ",").map { name in
            let name = name.trimmingCharacters(in: .whitespaces)
            let id = try AccountId(name)
            guard id.kind == .named, id.isTopLevel else { return DevnetConfiguration.Account(id) }
            return DevnetConfiguration.Account(try AccountId("\(name).\(configuration.rootAccountId)"))
        }
        configuration.stateDirectory = options.state.map { URL(filePath: $0, directoryHint: .isDirectory) }
        if let blockTime = options.blockTime {
            configuration.blockProduction = .every(.milliseconds(blockTime))
            configuration.clock = .system
        }
        return configuration
    }

    private func credentialFolder() throws -> URL {
        if let credentials = options.credentials { return URL(filePath: credentials, directoryHint: .isDirectory) }
        if let state = options.state {
            return URL(filePath: state, directoryHint: .isDirectory).appending(path: "credentials")
        }
        return try ProfileFolders(profile: "devnet").data.appending(path: "credentials")
    }
}
