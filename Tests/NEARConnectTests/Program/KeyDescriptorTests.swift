// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import XCTest

/// `--key fd:3`: a key from a pipe, in no file, no command line and no variable.
final class KeyDescriptorTests: MainLoopTestCase {
    /// Runs a command by a shell, with descriptor 3 as `opened` says; `$1` is a file with alice's key.
    @MainActor
    private static func run(_ words: [String], opened: String, in scene: SigningScene) throws -> CommandRun {
        let process = try scene.process([])
        let key = scene.root.appending(path: ".near-credentials/devnet/alice.test.near.json").path
        let script = "\(opened.replacing("$PROGRAM", with: "\"$0\" \"$@\""))"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        process.environment?["KEY_FILE"] = key
        process.arguments =
            ["--wait", "/bin/sh", "-c", script, try CommandRun.executable().path] + words + scene.address
        return try CommandRun.run(process)
    }

    /// A pipe on descriptor 3.
    private static let pipe = #"cat "$KEY_FILE" | { exec 3<&0 </dev/null; $PROGRAM; }"#

    func testAKeyComesFromAPipe() throws {
        try withScene { scene in
            let before = try await scene.balance(of: scene.bob)
            let send = ["send", "bob.test.near", "1.5 NEAR", "--key", "fd:3"]
            let sent = try Self.run(send + scene.policy(deposit: "2 NEAR"), opened: Self.pipe, in: scene)
            XCTAssertEqual(sent.status, 0, sent.errors)
            XCTAssertFalse((sent.output + sent.errors).contains("ed25519:"), sent.errors)
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after, NEARToken(yoctoNEAR: before.yoctoNEAR + (try NEARToken("1.5 NEAR").yoctoNEAR)))
            // A regular file, and a command that stores the key.
            let other = scene.root.appending(path: "other").path
            let stored = try Self.run(
                ["keys", "import", "alice.test.near", "--key", "fd:3", "--credentials", other],
                opened: #"$PROGRAM 3<"$KEY_FILE""#, in: scene)
            XCTAssertEqual(stored.status, 0, stored.errors)
            XCTAssertTrue(stored.output.contains("\(scene.alice.publicKey)"), stored.output)
        }
    }

    func testTheDescriptorIsClosedOnceTheKeyIsRead() throws {
        try withScene { scene in
            let node = try SilentNode()
            let key = scene.root.appending(path: ".near-credentials/devnet/alice.test.near.json").path
            let process = try CommandRun.process([], scene.environment.merging(["KEY_FILE": key]) { $1 })
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let send = ["send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near", "--key", "fd:3"]
            process.arguments =
                ["-c", #"exec "$0" "$@" 3<"$KEY_FILE""#, try CommandRun.executable().path] + send
                + (try scene.policy(deposit: "1 NEAR"))
                + ["--network", "devnet", "--rpc-url", node.url.absoluteString]
            try process.run()
            // It asks the chain, and has the key.
            close(await node.take())
            let folder = "/proc/\(process.processIdentifier)/fd"
            let open = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
                // Empty for a descriptor that is gone by now.
                var target = [UInt8](repeating: 0, count: 4_096)
                let count = readlink("\(folder)/\(name)", &target, target.count)
                return String(decoding: target.prefix(max(0, count)), as: UTF8.self)
            }
            XCTAssertFalse(open.isEmpty)
            XCTAssertFalse(open.contains { $0.hasSuffix("/alice.test.near.json") }, "\(open)")
            process.terminate()
            process.waitForEnd()
        }
    }

    func testWhatIsNoKeyIsRefused() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            for (name, opened, says) in [
                ("fd:3", "$PROGRAM 3<&-", "Nothing is open as descriptor 3"), ("fd:0", Self.pipe, "from 3 on"),
                ("fd:", Self.pipe, "no descriptor"), ("fd:-1", Self.pipe, "no descriptor"),
                ("fd:3x", Self.pipe, "no descriptor"), ("fd:99999999999", Self.pipe, "no descriptor"),
                ("fd:3", "$PROGRAM 3</dev/zero", "neither a pipe"), ("fd:3", "$PROGRAM 3</", "neither a pipe"),
                ("fd:3", "head -c 100000 /dev/zero | { exec 3<&0 </dev/null; $PROGRAM; }", "too long"),
                ("fd:3", "printf x | { exec 3<&0 </dev/null; $PROGRAM; }", "can’t be used"),
            ] {
                let run = try Self.run(
                    ["send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near", "--key", name] + policy,
                    opened: opened, in: scene)
                XCTAssertEqual(run.status, 64, "\(name), \(opened): \(run.errors)")
                XCTAssertTrue(run.errors.contains(says), "\(name), \(opened): \(run.errors)")
            }
            XCTAssertEqual(try scene.history(), [])
        }
    }
}
