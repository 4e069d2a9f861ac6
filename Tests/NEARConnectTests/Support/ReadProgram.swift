// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives

/// `near-connect` in a process of its own, whose windows a screen reader reads.
@MainActor
struct ReadProgram {
    let reader: ScreenReader
    private let bus: PrivateBus
    private var process: Process
    private let home: URL
    private let variables: [String: String]
    /// Its files are there as long as this is.
    private let pseudo: PseudoProgram?

    /// Starts the program on a bus of its own, with folders of its own.
    ///
    /// - Parameters:
    ///   - pseudo: A copy of the programs to start in place of those that were built.
    ///   - browser: The program that opens sites; `nil` for none.
    ///   - variables: Further variables of its environment, and of those that are started after it.
    ///   - bus: The bus, which knows ``ScreenReader/service`` and ends with the program; `nil` for a new one.
    init(
        _ arguments: [String], home: URL, pseudo: PseudoProgram? = nil, browser: URL? = nil,
        variables: [String: String] = [:], bus: PrivateBus? = nil
    ) async throws {
        (self.pseudo, self.home, self.variables) = (pseudo, home, variables)
        self.bus = try bus ?? PrivateBus(services: [ScreenReader.service])
        reader = try await ScreenReader(on: self.bus)
        process = try Self.start(
            arguments, on: self.bus, home: home, pseudo: pseudo, browser: browser, variables: variables)
    }

    /// Starts the program once more on a bus of its own, as on another desktop, with this one's folders.
    func another(_ arguments: [String]) async throws -> ReadProgram {
        let folders = bus.environment.filter { $0.key.hasPrefix("XDG_") && $0.key.hasSuffix("_HOME") }
        return try await ReadProgram(arguments, home: home, variables: folders)
    }

    private static func start(
        _ arguments: [String], on bus: PrivateBus, home: URL, pseudo: PseudoProgram?, browser: URL? = nil,
        variables: [String: String] = [:]
    ) throws -> Process {
        let process = try CommandRun.process(
            arguments, bus.environment.merging(["HOME": home.path]) { $1 }.merging(variables) { $1 })
        process.environment?["BROWSER"] = browser?.path
        if let pseudo {
            process.executableURL = pseudo.program
            process.environment?.merge(PseudoProgram.environment) { $1 }
        }
        let log = bus.root.appendingPathComponent("output.log")
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let output = try FileHandle(forWritingTo: log)
        try output.seekToEnd()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        return process
    }

    /// Waits for the program's end, and starts it again with other words, with the same folders.
    ///
    /// - Returns: The exit code of the one that has ended.
    mutating func next(_ arguments: [String], variables: [String: String] = [:]) throws -> Int32 {
        process.waitForEnd()
        let status = process.terminationStatus
        process = try Self.start(
            arguments, on: bus, home: home, pseudo: pseudo, variables: self.variables.merging(variables) { $1 })
        return status
    }

    /// Starts the window on a scene's chain, with its relay for phones.
    static func shell(
        _ scene: PhoneManagerScene, home: URL, pseudo: PseudoProgram? = nil, variables: [String: String] = [:]
    ) async throws -> ReadProgram {
        try await ReadProgram(
            [
                "shell", "--network", "devnet", "--rpc-url", scene.environment.devnet.rpcURL.absoluteString, "--relay",
                scene.relay.address,
            ], home: home, pseudo: pseudo, variables: variables)
    }

    /// Connects the scene's phone by the link that the window shows as a text.
    func connectPhone(of scene: PhoneManagerScene) async throws {
        try await reader.press("push button", "Connect a phone wallet")
        let link = try await reader.find("label", "wc:")
        try await scene.phone.pair(link.text ?? "")
        _ = try await reader.find("label", scene.alice.text)
        try await reader.untilGone("dialog")
    }

    /// The program's process.
    var processIdentifier: pid_t { process.processIdentifier }

    /// The folder of the program's data, settings and state.
    var folder: URL { bus.root }

    /// Returns the program's files, its output among them, with what is in them.
    func files() throws -> [(path: String, content: [UInt8])] {
        try [home, folder].flatMap { folder in
            // Folders and sockets have no content.
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap { path in
                FileManager.default.contents(atPath: folder.appendingPathComponent(path).path).map { (path, Array($0)) }
            }
        }
    }

    /// Ends the program and its bus.
    func stop() async throws {
        process.terminate()
        process.waitForEnd()
        try await bus.stop()
    }
}
