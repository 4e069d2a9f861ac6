// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import Glibc
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import ProcessSetup

/// Commands of the program on a devnet of this process.
@MainActor
final class VerbBench {
    private let programs: URL
    private let pairs: Int
    private let devnet: Devnet
    private let home: URL
    private let policy: String

    /// Starts the chain, and stores its keys as near-cli does.
    init(folder: URL, programs: URL, pairs: Int) async throws {
        self.programs = programs
        self.pairs = pairs
        home = folder.appending(path: "home")
        var chain = DevnetConfiguration()
        chain.accounts = try ["alice.test.near", "bob.test.near"].map { .init(try AccountId($0)) }
        devnet = try await Devnet.start(chain)
        let keys = home.appending(path: ".near-credentials/\(devnet.chainId)")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let alice = devnet.accounts[0]
        let credential: JSONValue = [
            "account_id": .string(alice.id.text), "public_key": .string("\(alice.publicKey)"),
            "private_key": .string(alice.secretKey.exposedText()),
        ]
        let file = keys.appending(path: "alice.test.near.json")
        try Data(credential.text.utf8).write(to: file)
        chmod(file.path, 0o600)
        policy = home.appending(path: "policy.json").path
        let rule: JSONValue = [
            "name": "ci", "networks": [.string(devnet.chainId)], "messageRecipients": ["shop.example"],
            "deposit": "9 NEAR",
        ]
        let rules: JSONValue = ["version": 1, "rules": [rule]]
        try Data(rules.text.utf8).write(to: URL(filePath: policy))
        setenv("HOME", home.path, 1)
        setenv("XDG_STATE_HOME", home.appending(path: "state").path, 1)
        setenv("XDG_DATA_HOME", home.appending(path: "data").path, 1)
        setenv("XDG_CACHE_HOME", home.appending(path: "cache").path, 1)
    }

    /// Stops the chain.
    func stop() async { await devnet.stop() }

    private var address: [String] { ["--network", devnet.chainId, "--rpc-url", devnet.rpcURL.absoluteString] }
    private var approved: [String] { ["--signer", "alice.test.near", "--approve", policy] }

    /// Measures commands against the time that their own calls to the node take, which `--verbose` prints.
    func measureVerbs() async throws {
        let hash = try await sentHash()
        try await devnet.deploy(.guestBook, to: try AccountId("book.test.near"))
        let message = try await line(
            ["sign-message", "hello", "--recipient", "shop.example", "--json"] + approved + address)
        let commands: [(String, [String])] = [
            ("send-native", ["send", "bob.test.near", "1 yoctoNEAR"] + approved + address),
            ("account", ["account", "alice.test.near"] + address),
            ("tx", ["tx", hash, "--signer", "alice.test.near"] + address),
            ("status", ["status"] + address),
            ("view", ["view", "book.test.near", "total_messages"] + address),
            ("verify-message", ["verify-message", message] + address),
            ("keys", ["keys", "list", "--network", devnet.chainId]),
        ]
        for (name, arguments) in commands {
            var figure = Figure("verb-\(name)", .difference, bar: .atMost(30))
            for pair in -1..<max(9, pairs) {
                let run = try await run(arguments, isVerbose: name != "keys")
                if pair >= 0 { figure.pairs.append(run) }
            }
            figure.write()
        }
        try await measureDevnet()
    }

    /// Compares `send` in a wallet's page with the start of a page over the same profile.
    func measureWallet() async throws {
        let wallet = ["--wallet", "near-connect-keystore", "--approve", policy]
        _ = try await run(["sign-in"] + wallet + address, isVerbose: false)
        var figure = Figure("send-wallet", .ratio, bar: .atMost(1.3))
        let view = programs.appending(path: "near-connect-view").path
        for pair in -1..<pairs {
            let own = try await run(["send", "bob.test.near", "1 yoctoNEAR"] + wallet + address, isVerbose: false)
            setenv("NEAR_CONNECT_BENCH_START", "\(Self.nanoseconds())", 1)
            let program = try LineProgram(
                [view, "bench", "start", "--json", "--profile", "default", "--rpc-url", devnet.rpcURL.absoluteString])
            guard let line = await program.line(),
                let time = try JSONValue.parse(line)["ms"].flatMap({ Double($0.text) })
            else {
                throw BenchError("bench start printed nothing")
            }
            _ = await program.end()
            if pair >= 0 { figure.pairs.append((own.own, time)) }
        }
        figure.write()
    }

    /// Returns CLOCK_MONOTONIC in nanoseconds.
    private static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private func sentHash() async throws -> String {
        let line = try await line(["send", "bob.test.near", "1 yoctoNEAR", "--json"] + approved + address)
        guard let hash = try JSONValue.parse(line)["hash"]?.stringValue else {
            throw BenchError("send printed no hash")
        }
        return hash
    }

    /// Returns the first line that a command prints.
    private func line(_ arguments: [String]) async throws -> String {
        let program = try LineProgram([programs.appending(path: "near-connect").path] + arguments)
        let line = await program.line()
        let status = await program.end()
        guard status == 0, let line else { throw BenchError("\(arguments[0]) failed") }
        return line
    }

    /// Measures the time from nothing to the line that says that a chain answers.
    ///
    /// There is no node before it: it is compared with the start of the same chain in this process.
    private func measureDevnet() async throws {
        var figure = Figure("verb-devnet", .difference, bar: .atMost(30))
        for pair in -1..<max(9, pairs) {
            let program = try await TimedProgram.start(
                [programs.appending(path: "near-connect").path, "devnet", "--json"], log: home.appending(path: "log"))
            kill(program.identifier, SIGTERM)
            _ = await program.end()
            guard let time = program.time else { throw BenchError("devnet printed nothing") }
            let (own, chain) = try await milliseconds { try await Devnet.start(DevnetConfiguration()) }
            await chain.stop()
            if pair >= 0 { figure.pairs.append((time, own)) }
        }
        figure.write()
    }

    /// Runs a command.
    ///
    /// - Returns: The milliseconds to the first byte of its output, and those of its calls to the node.
    private func run(_ arguments: [String], isVerbose: Bool) async throws -> (own: Double, other: Double) {
        let log = home.appending(path: "log")
        let words = [programs.appending(path: "near-connect").path] + arguments + (isVerbose ? ["--verbose"] : [])
        let program = try await TimedProgram.start(words, log: log)
        let status = await program.end()
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        guard status == 0, let time = program.time else { throw BenchError("\(arguments[0]) failed: \(text)") }
        let calls = text.split(separator: "\n").filter { $0.contains("a node answered") }.compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("time=") }.flatMap { Double($0.dropFirst(5)) }
        }
        return (time, calls.reduce(0, +) * 1_000)
    }
}
