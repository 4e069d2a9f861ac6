// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectEngine

/// The operations that only an embedding program has: versions of wallets, by JSON, and what they refuse.
final class ProgramVerbTests: MainLoopTestCase {
    private static let id = "web-wallet"

    /// A site with a wallet, and a manager that has pinned it.
    @MainActor
    private struct Stage {
        let site: SecureSite
        let environment: WalletTestEnvironment
        let verbs: ProgramVerbs

        static func start() async throws -> Stage {
            let site = try SecureSite()
            let environment = try await WalletTestEnvironment.start {
                $0.walletLists = site.lists
                $0.environment = site.environment
            }
            let first = Stage(site: site, environment: environment, verbs: ProgramVerbs(environment.manager))
            try first.serve("1.0.0", code: ScriptedWallet.code)
            try await first.library.pin(id)
            environment.restartManager()
            try await environment.manager.ready()
            return Stage(site: site, environment: environment, verbs: ProgramVerbs(environment.manager))
        }

        var library: WalletLibrary {
            get throws {
                guard case .folders(let folders) = environment.configuration.profile else {
                    throw WalletError.unknown(id: id)
                }
                return WalletLibrary(
                    folders: folders, lists: environment.configuration.walletLists,
                    environment: environment.configuration.environment)
            }
        }

        var runningVersion: String? { get throws { try library.lock().wallets[id]?.pinned.version } }

        func serve(_ version: String, code: String = "window.selector.ready({});") throws {
            let scripted = try JSONValue.parse(ScriptedWallet(accounts: environment.accounts).manifest())
            var entry = scripted["wallets"]?[0]?.objectValue ?? [:]
            let own: JSONValue.Members = [
                "id": .string(id), "name": "Web Wallet", "icon": "", "version": .string(version),
                "executor": .string("\(site.origin)/code.js"),
            ]
            entry.merge(own) { $1 }
            if version != "1.0.0" { entry["permissions"] = ["storage": true, "clipboardRead": true] }
            try site.serve(manifest: [.object(entry)])
            try site.serve("code.js", code, type: "text/plain; charset=utf-8")
        }

        /// Serves a version and has it found; returns what it is called.
        func find(_ version: String) async throws -> (update: JSONValue, name: JSONValue.Members) {
            try serve(version, code: "window.selector.ready({}); // \(version)")
            let found = try await verbs.perform(.lookForWalletUpdates, nil)
            XCTAssertEqual(found["failures"], [:])
            let update = try XCTUnwrap(found["updates"]?[0])
            var name: JSONValue.Members = [:]
            for member: ExactText in ["id", "manifestSHA256", "codeSHA256"] {
                name[member] = try XCTUnwrap(update.objectValue?[member])
            }
            return (update, name)
        }

        func stop() async throws {
            site.stop()
            try await environment.stop()
        }
    }

    @MainActor
    private static func error(of verb: ProgramVerb, _ json: JSONValue, at stage: Stage) async -> NEARError? {
        do throws(NEARError) {
            _ = try await stage.verbs.perform(verb, json)
            return nil
        } catch {
            return error
        }
    }

    func testAVersionIsListedDeclinedAndAcceptedByWhatItIs() throws {
        try run {
            let stage = try await Stage.start()
            let none = try await stage.verbs.perform(.walletUpdates, nil)
            XCTAssertEqual(none, [])
            let (update, old) = try await stage.find("2.0.0")
            XCTAssertEqual(update["name"]?.stringValue, "Web Wallet")
            XCTAssertEqual(update["version"]?.stringValue, "2.0.0")
            XCTAssertEqual(update["addsPermissions"], true)
            XCTAssertEqual(update["isDowngrade"], false)
            XCTAssertEqual(update["isDeclined"], false)
            XCTAssertFalse(try XCTUnwrap(update["changes"]?.arrayValue).isEmpty)
            _ = try await stage.verbs.perform(.declineWalletUpdate, .object(old))
            let declined = try await stage.verbs.perform(.walletUpdates, nil)
            XCTAssertEqual(declined[0]?["isDeclined"], true)
            XCTAssertEqual(try stage.runningVersion, "1.0.0")
            // Another one has come since the list was shown.
            let (_, new) = try await stage.find("3.0.0")
            let refused = await Self.error(of: .acceptWalletUpdate, .object(old), at: stage)
            guard case .invalidArgument(name: "update", _)? = refused else { return XCTFail("\(refused as Any)") }
            XCTAssertEqual(try stage.runningVersion, "1.0.0")
            _ = try await stage.verbs.perform(.acceptWalletUpdate, .object(new))
            XCTAssertEqual(try stage.runningVersion, "3.0.0")
            let left = try await stage.verbs.perform(.walletUpdates, nil)
            XCTAssertEqual(left, [])
            // A manager that was closed pins nothing any more.
            let (_, last) = try await stage.find("4.0.0")
            stage.environment.manager.close()
            let released = await Self.error(of: .acceptWalletUpdate, .object(last), at: stage)
            XCTAssertEqual(released?.code, "manager-released")
            XCTAssertEqual(try stage.runningVersion, "3.0.0")
            try await stage.stop()
        }
    }

    func testAnOlderVersionIsTakenOnlyWhereThatIsSaid() throws {
        try run {
            let stage = try await Stage.start()
            let (update, name) = try await stage.find("0.9.0")
            XCTAssertEqual(update["isDowngrade"], true)
            let refused = await Self.error(of: .acceptWalletUpdate, .object(name), at: stage)
            XCTAssertEqual(refused?.code, "wallet-error")
            XCTAssertEqual(try stage.runningVersion, "1.0.0")
            _ = try await stage.verbs.perform(
                .acceptWalletUpdate, .object(name.merging(["allowsDowngrade": true]) { $1 }))
            XCTAssertEqual(try stage.runningVersion, "0.9.0")
            try await stage.stop()
        }
    }

    func testWhatWasCancelledBeforeItBeganChangesNothing() throws {
        try run {
            let stage = try await Stage.start()
            let manager = stage.environment.manager
            let account = try await manager.signIn(walletId: Self.id)
            let (_, name) = try await stage.find("2.0.0")
            let work = OpenWork()
            let calls: [(ProgramVerb, JSONValue)] = [
                (.walletUpdates, nil), (.lookForWalletUpdates, nil), (.identifyChain, nil), (.resetCache, nil),
                (.acceptWalletUpdate, .object(name)), (.declineWalletUpdate, .object(name)),
                (.forgetWallet, ["walletId": .string(Self.id)]),
            ]
            for (number, (verb, json)) in zip(UInt64(1)..., calls) {
                var code: String?
                work.start(
                    number, ending: verb.ending,
                    { () throws(EngineError) in
                        do throws(NEARError) {
                            return try await stage.verbs.perform(verb, json)
                        } catch {
                            throw .operation(error)
                        }
                    },
                    answer: { end in
                        if case .failure(.operation(let error)) = end { code = error.code } else { code = "none" }
                    })
                work.cancel(number)
                await waitUntil("the end of \(verb)") { code != nil }
                XCTAssertEqual(code, "task-cancelled", verb.rawValue)
            }
            XCTAssertEqual(try stage.runningVersion, "1.0.0")
            let waiting = try await stage.verbs.perform(.walletUpdates, nil)
            XCTAssertEqual(waiting[0]?["isDeclined"], false)
            XCTAssertEqual(manager.currentAccount, account)
            try await stage.stop()
        }
    }

    func testWhatAVerbDoesNotKnowIsRefusedByName() throws {
        try run {
            let stage = try await Stage.start()
            for verb in ProgramVerb.allCases {
                let strange = await Self.error(of: verb, ["colour": "red"], at: stage)
                XCTAssertEqual(strange?.code, "invalid-argument", verb.rawValue)
                let list = await Self.error(of: verb, ["a", "list"], at: stage)
                XCTAssertEqual(list?.code, "invalid-argument", verb.rawValue)
            }
            let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"
            let wrong: [(ProgramVerb, JSONValue, String)] = [
                (.addFunctionCallKey, ["publicKey": .string(key)], "contractId"),
                (.addFunctionCallKey, ["contractId": "bob.test.near"], "publicKey"),
                (
                    .addFunctionCallKey,
                    ["publicKey": .string(key), "contractId": "bob.test.near", "methodNames": "get"], "methodNames"
                ),
                (
                    .addFunctionCallKey,
                    ["publicKey": .string(key), "contractId": "bob.test.near", "methodNames": [1]], "methodNames"
                ),
                (.addFunctionCallKey, ["publicKey": .string(key), "walletId": "w"], "walletId"),
                (.forgetWallet, nil, "walletId"), (.acceptWalletUpdate, ["id": "x"], "manifestSHA256"),
                (
                    .acceptWalletUpdate,
                    ["id": "x", "manifestSHA256": "", "codeSHA256": "", "allowsDowngrade": "yes"], "allowsDowngrade"
                ),
            ]
            for (verb, json, name) in wrong {
                guard case .invalidArgument(let found, _)? = await Self.error(of: verb, json, at: stage) else {
                    return XCTFail("\(verb) takes \(json.text)")
                }
                // What waits is looked up first.
                XCTAssertTrue([name, "update"].contains(found), "\(verb) \(json.text): \(found)")
            }
            try await stage.stop()
        }
    }
}
