// SPDX-License-Identifier: MIT

import Foundation
import Logging
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import TestSupport
import WalletConnectSign
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectScenarioRunner
@testable import NEARConnectScenarios
@testable import NEARConnectShell

/// A link's key, the client's key, sessions' keys and the relay's tokens: no program says, logs, writes or shows them.
final class WalletConnectSecretTests: HomeTestCase {
    /// Commands over one profile, one after the other, and all that was seen of them.
    @MainActor
    private final class Life {
        let folders: ProfileFolders
        let environment: [String: String]
        let relay: WalletConnectRelay
        var search = SecretSearch()
        private(set) var said: [(command: String, text: String)] = []
        /// The programs that were seen.
        ///
        /// A short command may be over between two looks at it.
        private var programs: Set<String> = []
        private let folder: URL
        private var count = 0

        init(_ environment: [String: String], in home: URL, over relay: WalletConnectRelay) throws {
            // Libraries below say what they do, too.
            self.environment = environment.merging(["G_MESSAGES_DEBUG": "all"]) { $1 }
            folders = try ProfileFolders(profile: "default", environment: environment)
            // Beside the home folder, whose files are looked at.
            folder = home.appendingPathExtension("said")
            self.relay = relay
        }

        func start(_ words: [String]) throws -> WatchedCommand {
            count += 1
            let place = words.contains("--relay") ? [] : ["--relay", relay.address]
            return try WatchedCommand(
                ["walletconnect"] + words + place + ["--verbose"], environment,
                in: folder.appendingPathComponent("\(count)"))
        }

        /// Waits for the end of a command, and keeps what it has said.
        ///
        /// - Parameter link: The link that it prints once, which is left out.
        func end(_ command: WatchedCommand, _ words: [String], status: Int32 = 0, link: String? = nil) async throws {
            let ended = await command.end()
            XCTAssertEqual(ended, status, "\(words): \(command.output)\(command.errors)")
            try await collect()
            var output = command.output
            if let link {
                let rest = output.components(separatedBy: link)
                XCTAssertEqual(rest.count, 2, "the link is printed once: \(output)")
                output = rest.joined()
            }
            programs.formUnion(command.programs)
            let name = words.joined(separator: " ")
            said += [("output of \(name)", output), ("errors of \(name)", command.errors)]
            said += command.arguments.map { ("arguments of \(name)", $0) }
        }

        func run(_ words: [String], status: Int32 = 0) async throws {
            try await end(try start(words), words, status: status)
        }

        /// Has a link made, and waits for it.
        ///
        /// The link's key and those of the attempt are secrets from then on.
        func connect(_ options: [String]) async throws -> (command: WatchedCommand, words: [String], link: String) {
            let words = ["connect", "--chain", "near:devnet"] + options
            let command = try start(words)
            let line = try await command.line { $0.contains("wc:") }
            let link = line.hasPrefix("wc:") ? line : try JSONValue.parse(line)["uri"]?.stringValue ?? ""
            try search.add(link: link)
            XCTAssertTrue(search.found(in: line).contains("symKey in hexadecimal"), "the search works")
            try await collect()
            return (command, words, link)
        }

        func collect() async throws {
            search.add(keys: try await SecretSearch.keys(of: folders))
            try search.add(tokens: await relay.openings.compactMap(\.token))
        }

        /// Looks for all secrets in all that was said, and in all files.
        func check(_ home: URL) throws {
            XCTAssertTrue(programs.contains("near-connect-walletconnect"), "\(programs)")
            for (command, text) in said { XCTAssertEqual(search.found(in: text), [], command) }
            XCTAssertEqual(try search.found(below: home), [])
        }

        func remove() throws { try FileManager.default.removeItem(at: folder) }
    }

    func testNoCommandSaysLogsWritesOrShowsASecret() throws {
        let (environment, home) = (environment, home)
        try run(timeout: 120) {
            let relay = try await WalletConnectRelay.start()
            let life = try Life(environment, in: home, over: relay)
            let alice = try DevnetAccount(try AccountId("alice.test.near"), seed: DevnetConfiguration().seed)
            let phone = try XCTUnwrap(ScriptedWalletConnectWallet(.init(relay: relay.address, accounts: [alice])))
            let (connect, words, link) = try await life.connect([])
            try await phone.pair(link)
            try await life.end(connect, words, link: link)
            let topics = await phone.topics
            let topic = try XCTUnwrap(topics.first).text
            for listing in [["sessions"], ["sessions", "--json"], ["accounts"]] { try await life.run(listing) }

            let nonce = JSONValue.array([JSONValue](repeating: 7, count: 32))
            let message = JSONValue.object(["message": "hello", "recipient": "app.example", "nonce": nonce])
            try await life.run(["request", topic, "near_signMessage", message.text])
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: alice.id, publicKey: alice.publicKey, nonce: 7, receiverId: alice.id,
                    blockHash: try CryptoHash(bytes: [UInt8](repeating: 7, count: 32)),
                    actions: [.transfer(TransferAction(deposit: try .near(1)))]))
            try await life.run(["sign", topic, Base64.encode(transaction.borshBytes)])
            try await life.run(["ping", topic, "--relay-token-in-query"])
            await phone.setScript(PhoneWalletScript(["*": [.reject(code: 5_000, message: "no")]]))
            try await life.run(["request", topic, "near_getAccounts", "--json"], status: 7)
            await relay.setRules([RelayRule(.refuse(code: 401, data: "ProjectNotFound"), on: .connection)])
            try await life.run(["ping", topic], status: 3)

            let listening = ["listen"]
            let listen = try life.start(listening)
            _ = try await listen.line { $0.contains("connected") }
            // Through the process that has the sessions.
            try await life.run(["ping", topic])
            listen.signal(SIGINT)
            try await life.end(listen, listening)

            let (second, again, other) = try await life.connect(["--json", "--relay-token-in-query"])
            second.signal(SIGINT)
            try await life.end(second, again, status: 6, link: other)
            let vault = try Data(contentsOf: life.folders.data.appendingPathComponent("secrets.plain"))
            XCTAssertFalse(life.search.found(in: vault).isEmpty, "the search finds what is there")
            try life.check(home)
            try await life.run(["disconnect", topic])
            try await life.run(["forget"])
            try life.check(home)
            XCTAssertEqual(
                life.search.names, ["symKey", "client", "session", "pairing", "agreement", "token", "signature"])
            XCTAssertTrue(life.said.contains { $0.text.contains("GLib-GIO-DEBUG") }, "libraries wrote their log")
            try life.remove()
            await phone.stop()
            await relay.stop()
        }
    }

    /// A manager's life with a phone: its log, the window's, the trace of scenarios, journal, report, errors and files.
    func testAManagersLifeLeavesNoSecretInLogTraceJournalReportOrFile() throws {
        try run(timeout: 120) {
            let (log, window, trace) = (RecordedLog(), RecentLog(), TraceLog())
            var logger = log.logger
            logger.handler = MultiplexLogHandler([
                logger.handler, window.logger("test").handler, TraceRelay(to: trace).logger("test").handler,
            ])
            logger.logLevel = .trace
            let scene = try await PhoneManagerScene.start { $0.logger = logger }
            guard case .folders(let folders) = scene.environment.configuration.profile else {
                return XCTFail("folders")
            }
            var search = SecretSearch()
            @MainActor func collect() async throws {
                for link in scene.links { try search.add(link: link.uri) }
                search.add(keys: try await SecretSearch.keys(of: folders))
                try search.add(tokens: await scene.relay.openings.compactMap(\.token))
            }
            var said: [String] = []
            @MainActor func keep(_ value: Any) {
                said.append("\(value) \(String(reflecting: value))")
                var dumped = ""
                dump(value, to: &dumped)
                said.append(dumped)
            }
            @MainActor func fail(_ work: () async throws -> Void) async {
                do {
                    try await work()
                    XCTFail("no error")
                } catch {
                    keep(error)
                    keep((error as? NEARError)?.errorDescription ?? "")
                    keep(scene.manager.lastError ?? "")
                }
            }
            let bob = scene.bob
            let transfer = TransactionRequest(
                receiverId: bob, actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))])
            try await scene.manager.ready()
            await scene.script("connect", [.reject(code: 5_000, message: "no")])
            await fail { _ = try await scene.signIn() }
            await scene.script("near_getAccounts", [.wrongKey])
            await fail { _ = try await scene.signIn() }
            await scene.phone.setScript(PhoneWalletScript())
            keep(try await scene.signIn())
            try await collect()
            keep(try await scene.manager.sign(message: "hello", recipient: "app.example"))
            keep(try await scene.manager.signAndSendTransactions([transfer, transfer]))
            await scene.script("near_signTransaction", [.wrongBytes])
            await fail { try await scene.manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 1)) }
            await scene.relay.closeConnections()
            await scene.phone.setScript(PhoneWalletScript())
            try await scene.manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 1))
            let own = try ProcessMemory.family(of: getpid()).map { "/proc/\($0)/cmdline" }
            for path in own {
                keep(String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self))
            }
            scene.environment.restartManager()
            await waitUntil("the session") { scene.manager.session == .restored(isVerified: true) }
            try await collect()
            XCTAssertEqual(try search.found(below: folders.data.deletingLastPathComponent()), [])

            keep(try await Self.report(folders, over: scene.relay))
            for entry in try await scene.manager.history() { keep(entry) }
            try await scene.manager.signOut()
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            for prompt in scene.prompts { keep(prompt) }
            keep(scene.troubles)
            try await collect()
            XCTAssertEqual(try search.found(below: folders.data.deletingLastPathComponent()), [])
            for text in said { XCTAssertEqual(search.found(in: text), [], "\(text.prefix(200))") }
            for line in log.lines {
                XCTAssertEqual(search.found(in: "\(line.message) \(line.metadata)"), [], line.message)
            }
            for line in window.lines { XCTAssertEqual(search.found(in: line), [], line) }
            for entry in trace.entries() { XCTAssertEqual(search.found(in: entry.json.text), [], entry.text) }
            XCTAssertTrue(trace.entries().contains { $0.text.contains("WalletConnect") }, "it was logged")
            XCTAssertFalse(window.lines.isEmpty)
            XCTAssertEqual(search.names, ["symKey", "client", "session", "token", "signature"])
            try await scene.stop()
        }
    }

    /// Returns the doctor's report, for which it asks the relay.
    @MainActor
    private static func report(_ folders: ProfileFolders, over relay: WalletConnectRelay) async throws -> String {
        try FileManager.default.createDirectory(at: folders.config, withIntermediateDirectories: true)
        let settings = JSONValue.object(["relay": .string(relay.address), "projectId": "p"])
        try Data(settings.text.utf8).write(to: folders.config.appendingPathComponent("walletconnect.json"))
        let before = await relay.openings.count
        let findings = await DoctorCheck.walletConnect.run(
            DoctorContext(network: .mainnet, folders: folders, isOffline: false, environment: [:]))
        let after = await relay.openings.count
        XCTAssertEqual(after, before + 1, "the relay was asked")
        return ReportText.of(findings, version: "1", aborted: nil)
    }

    /// A scenario with a wallet's executor: the link goes through the page, whose messages the trace names.
    func testAScenariosResultsHaveNoLinkAndNoToken() throws {
        let runs = try ScenarioRun()
        let file = try runs.file(
            """
            version: 1
            wallets:
              walletconnect: {accounts: [alice.test.near]}
            steps:
              - sign-in: walletconnect
              - send: {to: bob.test.near, amount: 2 NEAR}
              - sign-message: {message: Hello, recipient: shop.example}
              - sign-out:
              - balance: bob.test.near
                expect: {is: 1 NEAR}
            """)
        let report = runs.folder.appending(path: "report.xml")
        let run = try runs.run([file, "--results", runs.results.path, "--junit", report.path, "--verbose"])
        XCTAssertEqual(run.status, 1, run.errors)
        let names = try FileManager.default.subpathsOfDirectory(atPath: runs.results.path)
        XCTAssertTrue(names.contains { $0.hasSuffix("trace.jsonl") }, "\(names)")
        var texts = [
            ("output", run.output), ("errors", run.errors), ("report", try String(contentsOf: report, encoding: .utf8)),
        ]
        texts += names.compactMap { name in
            FileManager.default.contents(atPath: runs.results.appending(path: name).path)
                .map { (name, String(decoding: $0, as: UTF8.self)) }
        }
        // A link's words, and the beginning of each of the relay's tokens: {"alg":"EdDSA","typ":"JWT"}.
        for (name, text) in texts {
            for word in ["symKey", "relay-protocol", "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9"] {
                XCTAssertFalse(text.contains(word), "\(name): \(word)")
            }
        }
        XCTAssertTrue(texts.contains { $0.0.hasSuffix("trace.jsonl") && $0.1.contains("sign-message") })
        try runs.end()
    }
}
