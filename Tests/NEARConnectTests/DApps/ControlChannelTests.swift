// SPDX-License-Identifier: MIT

import FoundationEssentials
import Logging
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The control channel of a driven browser, over its socket, by its schema.
final class ControlChannelTests: MainLoopTestCase {
    func testEachMethodHasASchemaAndEachSchemaAMethod() throws {
        try run {
            let scene = try await ControlScene()
            let names = Set(scene.channel.methods.map(\.name.text))
            let described = scene.schema.objectValue?["$defs"]?.objectValue.map { definitions in
                Set(
                    definitions.keys.map(\.text).filter { $0.hasSuffix(".params") || $0.hasSuffix(".result") }
                        .map { String($0.dropLast(7)) })
            }
            XCTAssertEqual(described, names)
            XCTAssertEqual(names.count, 18)
            try await scene.stop()
        }
    }

    func testParametersThatTheSchemaRefusesTheMethodRefusesToo() throws {
        try run {
            let scene = try await ControlScene()
            let key = scene.chain.devnet.accounts[1].secretKey.exposedText()
            let calls: [(String, JSONValue, isGood: Bool)] = [
                ("state", [:], true), ("state", ["x": 1], false), ("state", [], false),
                ("policy.set", ["policy": "deny"], true), ("policy.set", ["policy": "all"], false),
                ("policy.set", ["beyond": "refuse"], true), ("policy.set", ["beyond": true], false),
                ("policy.set", ["policy": 3], false), ("policy.set", ["policy": "allow"], true),
                ("requests.list", ["state": "any"], true), ("requests.list", ["state": "new"], false),
                ("requests.wait", ["timeout": -1], false), ("requests.wait", ["timeout": "1"], false),
                ("requests.wait", ["kind": "pay"], false), ("requests.wait", ["origin": "x"], false),
                ("requests.wait", ["after": -1], false),
                ("requests.approve", [:], false), ("requests.approve", ["id": 0], false),
                ("requests.refuse", ["id": "1"], false), ("requests.refuse", ["id": 1, "reason": 2], false),
                ("events.subscribe", [:], true), ("events.subscribe", ["all": true], false),
                ("accounts.add", ["accountId": "carol.test.near", "secretKey": .string(key)], true),
                ("accounts.add", ["accountId": "carol.test.near", "secretKey": "key"], false),
                ("accounts.add", ["accountId": "carol.test.near"], false),
                (
                    "accounts.add", ["accountId": "carol.test.near", "secretKey": .string(key), "network": "devnet"],
                    true
                ),
                ("accounts.add", ["accountId": "carol.test.near", "secretKey": .string(key), "network": 1], false),
                ("requests.wait", ["kind": "addNetwork", "timeout": -1], false),
                ("accounts.select", ["accountId": "bob.test.near"], true), ("accounts.select", [:], false),
                ("accounts.select", ["accountId": "a"], false),
                ("accounts.lock", ["locked": 1], false), ("accounts.lock", ["locked": false], true),
                ("sites.list", [:], true), ("sites.grant", ["origin": "http://localhost:1"], true),
                ("sites.grant", ["origin": "ftp://localhost"], false), ("sites.grant", [:], false),
                ("sites.grant", ["origin": "http://localhost:1", "accounts": "bob"], false),
                ("sites.revoke", ["origin": "http://localhost:1"], true), ("sites.revoke", ["origin": 1], false),
                ("network.select", ["network": "devnet"], true), ("network.select", [:], false),
                ("journal.list", ["limit": 1], true), ("journal.list", ["limit": 0], false),
                ("chain.snapshot", [:], true), ("chain.restore", ["id": 1], true), ("chain.restore", [:], false),
                ("chain.fastForward", ["blocks": 3], true), ("chain.fastForward", ["blocks": 0], false),
            ]
            for (method, params, isGood) in calls {
                XCTAssertEqual(try scene.accepts(params, "\(method).params"), isGood, "\(method) \(params.text)")
                do throws(LocalClientError) {
                    let result = try await scene.client.call(method, params, within: .seconds(10))
                    XCTAssertTrue(isGood, "\(method) \(params.text)")
                    XCTAssertTrue(try scene.accepts(result, "\(method).result"), "\(method): \(result.text)")
                } catch {
                    XCTAssertEqual(scene.code(error), isGood ? 0 : -32602, "\(method) \(params.text): \(error)")
                }
            }
            try await scene.stop()
        }
    }

    func testRequestsWaitForTheirAnswerAndAreAnsweredOnce() throws {
        try run {
            let scene = try await ControlScene()
            _ = try await scene.call("events.subscribe")
            let first = Task { await scene.approver.approve(scene.signIn()) }
            let open = try await scene.call("requests.wait", ["kind": "signIn", "origin": "http://localhost:1"])
            XCTAssertTrue(try scene.accepts(open, "request"), open.text)
            XCTAssertEqual(open["state"], "open")
            let id = try XCTUnwrap(open["id"])
            do throws(LocalClientError) {
                _ = try await scene.client.call(
                    "requests.approve", ["id": id, "account": "eve.test.near"], within: .seconds(5))
                XCTFail("an account that wasn't offered")
            } catch {
                XCTAssertEqual(scene.code(error), -32602)
            }
            _ = try await scene.call("requests.approve", ["id": id, "account": "bob.test.near"])
            let answer = await first.value
            XCTAssertEqual(answer, .approved(account: try AccountId("bob.test.near")))
            for method in ["requests.approve", "requests.refuse"] {
                do throws(LocalClientError) {
                    _ = try await scene.client.call(method, ["id": id], within: .seconds(5))
                    XCTFail("answered twice")
                } catch {
                    XCTAssertEqual(scene.code(error), -32011)
                }
            }
            let second = Task { await scene.approver.approve(scene.signIn()) }
            let next = try await scene.call("requests.wait", ["after": id])
            _ = try await scene.call("requests.refuse", ["id": next["id"] ?? .null, "reason": "too dear"])
            let refusal = await second.value
            XCTAssertEqual(refusal, .refused(reason: "too dear"))
            let closed = try await scene.call("requests.list", ["state": "closed"])
            XCTAssertEqual(closed.arrayValue?.compactMap { $0["by"]?.stringValue }, ["control", "control"])
            await waitUntil("the events") { scene.events.count == 4 }
            XCTAssertEqual(
                scene.events.compactMap { $0["event"]?.stringValue },
                ["requests.opened", "requests.closed", "requests.opened", "requests.closed"])
            for event in scene.events { XCTAssertTrue(try scene.accepts(event, "event"), event.text) }
            try await scene.stop()
        }
    }

    func testALockedWalletRefusesAndALostRequestIsNeverLeft() throws {
        try run {
            let scene = try await ControlScene(patience: .milliseconds(50))
            let late = await scene.approver.approve(scene.signIn())
            XCTAssertEqual(late, .refused(reason: "nobody answered in time"))
            _ = try await scene.call("accounts.lock")
            let locked = await scene.approver.approve(scene.signIn())
            XCTAssertEqual(locked, .refused(reason: "the wallet is locked"))
            _ = try await scene.call("accounts.lock", ["locked": false])
            _ = try await scene.call("policy.set", ["policy": "allow"])
            let allowed = await scene.approver.approve(scene.signIn())
            XCTAssertEqual(allowed, .approved(account: try AccountId("alice.test.near")))
            // For other pages than those of this computer “allow” is no answer.
            let remote = await scene.approver.approve(scene.signIn(origin: "https://app.example"))
            guard case .refused = remote else { return XCTFail("\(remote)") }
            let framed = await scene.approver.approve(scene.signIn(inside: ["https://app.example"]))
            guard case .refused = framed else { return XCTFail("\(framed)") }
            try await scene.stop()
        }
    }

    func testAllowIsForNoPublicChain() throws {
        try run {
            let scene = try await ControlScene()
            _ = try await scene.call("policy.set", ["policy": "allow"])
            for chain in [ChainIdentity.mainnet, .testnet] {
                let answer = await scene.approver.approve(scene.signIn(chain: chain))
                guard case .refused = answer else { return XCTFail("\(chain): \(answer)") }
            }
            let unknown = await scene.approver.approve(scene.signIn(chain: nil))
            guard case .refused = unknown else { return XCTFail("\(unknown)") }
            try await scene.stop()
        }
    }

    func testASocketOfAnotherRoleHasNoneOfTheMethods() throws {
        try run {
            let scene = try await ControlScene()
            let path = scene.root.appendingPathComponent("other/socket").path
            for role in LocalRole.allCases where role != .controls {
                let server = try await LocalServer.open(at: path, role: role, methods: scene.channel.methods)
                let client = try await LocalClient.connect(to: path, within: .seconds(5))
                for method in scene.channel.methods {
                    do throws(LocalClientError) {
                        _ = try await client.call(method.name.text, within: .seconds(5))
                        XCTFail("\(role) has \(method.name.text)")
                    } catch {
                        XCTAssertEqual(scene.code(error), -32601)
                    }
                }
                client.close()
                await server.close()
            }
            try await scene.stop()
        }
    }

    func testAChainGoesBackToASnapshot() throws {
        try run {
            let scene = try await ControlScene()
            let before = try await scene.call("chain.snapshot")
            _ = try await scene.call("chain.fastForward", ["blocks": 10])
            let after = try await scene.call("chain.restore", ["id": before["id"] ?? .null])
            XCTAssertEqual(after["height"], before["height"])
            do throws(LocalClientError) {
                _ = try await scene.client.call("chain.restore", ["id": 99], within: .seconds(5))
                XCTFail("there is no such snapshot")
            } catch {
                XCTAssertEqual(scene.code(error), -32013)
            }
            try await scene.stop()
        }
    }
}
