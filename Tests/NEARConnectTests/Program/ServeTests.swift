// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnect
import NEARPrimitives
import ProcessSetup
import XCTest

@testable import NEARConnectCore

/// `near-connect serve`: a wallet for programs in other languages, over the standard streams and a socket.
final class ServeTests: MainLoopTestCase {
    private static let keystore: JSONValue = ["walletId": "near-connect-keystore"]

    /// A policy that approves for this process, which is the client.
    @MainActor
    private static func policy(_ scene: SigningScene) throws -> [String] {
        try scene.policy(
            deposit: "2 NEAR",
            [
                "askers": [.string(ServeHelper.asker)], "gas": "30 Tgas", "methods": ["hello"],
                "messageRecipients": ["shop.example"],
            ])
    }

    func testAnotherProgramSignsInAndSends() throws {
        try withScene { scene in
            let helper = try ServeHelper(scene, try Self.policy(scene) + ["--client-name", "Shop"])
            let none = try await helper.call("state")
            XCTAssertEqual(none["account"], .null)
            _ = try await helper.call("ready")
            let wallets = try await helper.call("wallets")
            XCTAssertEqual(wallets[0]?["id"]?.stringValue, "near-connect-keystore")
            let account = try await helper.call("signIn", Self.keystore)
            XCTAssertEqual(account["accountId"]?.stringValue, "alice.test.near")
            // The change comes before the answer that it belongs to.
            XCTAssertEqual(helper.changes.last?["account"], account)
            let before = try await scene.balance(of: scene.bob)
            _ = try await helper.call(
                "sendNEAR", ["receiverId": "bob.test.near", "amount": "1500000000000000000000000"])
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, try NEARToken("1.5 NEAR").yoctoNEAR)
            let view = try await helper.call("viewAccount", ["accountId": "bob.test.near"])
            XCTAssertEqual(view["amount"]?.stringValue, "\(after.yoctoNEAR)")
            _ = try await helper.call("rpc", ["method": "status"])
            _ = try await helper.call("checkSession")
            _ = try await helper.call("signMessage", ["message": "m", "recipient": "shop.example"])
            _ = try await helper.call(
                "signAndSendTransactions",
                [
                    "transactions": [
                        ["receiverId": "bob.test.near", "actions": [["type": "Transfer", "params": ["deposit": "1"]]]]
                    ]
                ])
            // The journal, too, knows who has asked.
            let own = try await helper.call("history")
            XCTAssertEqual(Set((own.arrayValue ?? []).map { $0["asker"]?.stringValue }), [ServeHelper.asker])
            _ = try await helper.call("signOut")
            XCTAssertEqual(helper.changes.last?["account"], .null)
            XCTAssertEqual(try helper.end(), 0)
        }
    }

    /// Each end of an operation has its code, and what isn't approved isn't signed.
    func testRefusalsHaveCodes() throws {
        try withScene { scene in
            let helper = try ServeHelper(scene, try Self.policy(scene))
            let early = try await helper.refusal("sendNEAR", ["receiverId": "bob.test.near", "amount": "1"])
            XCTAssertEqual(early["data"]?["code"]?.stringValue, "not-signed-in")
            let unknown = try await helper.refusal("signIn", ["walletId": "nobody"])
            XCTAssertEqual(unknown["data"]?["code"]?.stringValue, "unknown-wallet")
            // Without a wallet's id the user would choose.
            let unseen = try await helper.refusal("signIn")
            XCTAssertEqual(unseen["data"]?["code"]?.stringValue, "no-display")
            _ = try await helper.call("signIn", Self.keystore)
            let nonce = try await scene.nonce(of: scene.alice)
            let refused = try await helper.refusal(
                "sendNEAR", ["receiverId": "bob.test.near", "amount": "2000000000000000000000001"])
            XCTAssertEqual(refused["data"]?["code"]?.stringValue, "wallet-rejected")
            let params: [(String, JSONValue)] = [
                ("sendNEAR", ["receiverId": "Bob", "amount": "1"]), ("sendNEAR", ["receiverId": "bob.test.near"]),
                ("sendNEAR", ["receiverId": "bob.test.near", "amount": 1]), ("viewAccount", []),
                ("signMessage", ["message": "m"]), ("ready", ["x": 1]), ("state", ["x": 1]), ("history", ["x": 1]),
                ("rpc", ["method": "status", "params": "x"]), ("signAndSendTransaction", ["receiverId": "bob"]),
            ]
            for (method, value) in params {
                let error = try await helper.refusal(method, value)
                XCTAssertEqual(error["code"], -32602, "\(method) \(value.text): \(error.text)")
            }
            try helper.write("what")
            let line = try await helper.answer(to: nil)
            XCTAssertEqual(line["error"]?["code"], -32700)
            let after = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(after, nonce)
            XCTAssertEqual(try helper.end(), 0)
        }
    }

    /// A rule that names no asker is for the user's own commands, and so is the history of those.
    func testAPolicyForCommandsApprovesNothingForAnotherProgram() throws {
        try withScene { scene in
            let own = try scene.policy(deposit: "2 NEAR")
            _ = try scene.json(["send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near"] + own)
            let helper = try ServeHelper(scene, own)
            let history = try await helper.call("history")
            XCTAssertEqual(history, [])
            let refused = try await helper.refusal("signIn", Self.keystore)
            XCTAssertEqual(refused["data"]?["code"]?.stringValue, "wallet-rejected")
            XCTAssertTrue(refused["message"]?.stringValue?.contains(ServeHelper.asker) == true, refused.text)
            XCTAssertEqual(try helper.end(), 0)
        }
    }

    func testNothingThatDecidesIsAMethod() throws {
        try withScene { scene in
            let helper = try ServeHelper(scene, [])
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../docs/schemas/control.schema.json")
            let control = try JSONValue.parse(Array(try Data(contentsOf: file)))
            let names = (control["$defs"]?.objectValue ?? [:]).keys.map(\.text).filter { $0.hasSuffix(".params") }
                .map { String($0.dropLast(7)) }.filter { $0 != "state" }
            XCTAssertTrue(names.contains("policy.set") && names.contains("requests.approve"))
            for name in names + ["approve", "addKeys", "setApprover", "run.next", "$/approve", "SignIn", "signIn "] {
                let error = try await helper.refusal(name, [:])
                XCTAssertEqual(error["code"], -32601, name)
            }
            XCTAssertEqual(try helper.end(), 0)
            let described = Set(
                (helper.schema["$defs"]?.objectValue ?? [:]).keys.map(\.text)
                    .filter { $0.hasSuffix(".params") || $0.hasSuffix(".result") }.map { String($0.dropLast(7)) })
            XCTAssertEqual(described, Set(ManagerVerb.allCases.map(\.rawValue)).union(["state"]))
        }
    }

    /// One list of ends in each language.
    func testThePythonPackageHasTheCodesOfTheCLibrary() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        func names(_ path: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
            let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            return Set(text.matches(of: pattern).map { "\($0.1)" })
        }
        let header = try names(
            "Sources/CNearConnect/near-connect-error.h", /\n    NEAR_CONNECT_ERROR_([A-Z_]+),/)
        let python = try names("Python/near-connect/near_connect/errors.py", /\n    ([A-Z_]+) = "/)
        // A helper is Python’s.
        XCTAssertEqual(python, header.union(["NO_DISPLAY", "NO_HELPER", "HELPER_ENDED"]))
        XCTAssertTrue(python.contains("TRANSACTION_UNKNOWN"))
    }

    func testACallIsCancelledAndADeadClientsCallsEnd() throws {
        try withScene { scene in
            let display = try VirtualDisplay()
            defer { display.stop() }
            let helper = try ServeHelper(scene, try Self.policy(scene), display: display.name)
            _ = try await helper.call("ready")
            // The user chooses a wallet, or doesn't. Where the other call came first, this one is made again.
            var open = try helper.send("signIn")
            while try await helper.refusal("signIn", ["walletId": "nobody"])["data"]?["code"] != "operation-in-progress"
            {
                if helper.hasAnswer(to: open) { open = try helper.send("signIn") }
                try await Task.sleep(for: .milliseconds(20))
            }
            _ = try await helper.answer(to: try helper.send("$/cancel", ["id": .integer(Int128(open))]))
            let ended = try await helper.answer(to: open)
            XCTAssertEqual(ended["error"]?["code"], -32800, ended.text)
            XCTAssertEqual(ended["error"]?["data"]?["code"]?.stringValue, "task-cancelled", ended.text)
            _ = try await helper.call("signIn", Self.keystore)
            XCTAssertEqual(try helper.end(), 0)
        }
    }

    func testClientsOfASocketSeeTheirOwnRequests() throws {
        try withScene { scene in
            let display = try VirtualDisplay()
            defer { display.stop() }
            let path = scene.root.appending(path: "run/wallet").path
            let process = try CommandRun.process(
                ["serve", "--socket", path] + scene.address + (try Self.policy(scene)),
                ServeHelper.environment(scene, display: display.name))
            let child = try LineChild(process)
            let printed = await child.nextLine()
            XCTAssertEqual(printed, path)
            let time = Duration.seconds(20)
            let first = try await LocalClient.connect(to: path, within: time)
            let second = try await LocalClient.connect(to: path, within: time)
            _ = try await first.call("ready", within: time)
            // Where the other's question comes first, it is asked again.
            let open = Task {
                while try await Self.code({ try await first.call("signIn", within: time) }) == "operation-in-progress" {
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
            // Both clients' calls have the same ids; neither reaches the other's.
            while try await Self.code({ try await second.call("signIn", ["walletId": "nobody"], within: time) })
                != "operation-in-progress"
            {
                try await Task.sleep(for: .milliseconds(20))
            }
            for id in 0...9 { _ = try await second.call("$/cancel", ["id": .integer(Int128(id))], within: time) }
            let still = try await Self.code { try await second.call("signIn", ["walletId": "nobody"], within: time) }
            XCTAssertEqual(still, "operation-in-progress")
            first.close()
            _ = await open.result
            // The calls of a client that is gone end with it.
            while try await Self.code({ try await second.call("signIn", ["walletId": "nobody"], within: time) })
                == "operation-in-progress"
            {
                try await Task.sleep(for: .milliseconds(20))
            }
            let account = try await second.call("signIn", Self.keystore, within: time)
            XCTAssertEqual(account["accountId"]?.stringValue, "alice.test.near")
            let waiting = Task { try await second.call("signIn", within: time) }
            child.signal(SIGKILL)
            do {
                _ = try await waiting.value
                XCTFail("the helper is gone")
            } catch LocalClientError.ended {
                // Once, and at once.
            }
            _ = child.end()
        }
    }

    /// Returns the code of the error with which a call ends.
    @MainActor
    private static func code(_ call: () async throws -> JSONValue) async throws -> String? {
        do {
            _ = try await call()
            return nil
        } catch LocalClientError.answered(let error) {
            return error.data?["code"]?.stringValue
        }
    }
}
