// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectCore
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect

/// The verbs by which programs in other languages call the manager: what they refuse before anything starts.
final class ManagerVerbTests: MainLoopTestCase {
    @MainActor
    private static func refusal(_ verb: ManagerVerb, _ json: JSONValue) async -> (name: String, reason: String)? {
        let manager = NEARWalletManager(configuration: NEARWalletConfiguration(network: .testnet, profile: .ephemeral))
        defer { manager.close() }
        do throws(NEARError) {
            _ = try await ManagerVerbs(manager).perform(verb, json)
        } catch {
            if case .invalidArgument(let name, let reason) = error { return (name, reason) }
        }
        return nil
    }

    func testEachVerbRefusesWhatItDoesNotKnow() throws {
        try run {
            for verb in ManagerVerb.allCases {
                let strange = await Self.refusal(verb, ["colour": "red"])
                XCTAssertNotNil(strange, verb.rawValue)
                let list = await Self.refusal(verb, ["a", "list"])
                XCTAssertNotNil(list, verb.rawValue)
            }
        }
    }

    func testAParameterIsNamed() throws {
        try run {
            let transfer: JSONValue = ["receiverId": "bob.testnet", "amount": "1.5 NEAR"]
            let amount = await Self.refusal(.sendNEAR, transfer)
            XCTAssertEqual(amount?.name, "amount")
            let number = await Self.refusal(.sendNEAR, ["receiverId": "bob.testnet", "amount": 1])
            XCTAssertEqual(number?.name, "amount")
            let receiver = await Self.refusal(.sendNEAR, ["receiverId": "Bob", "amount": "1"])
            XCTAssertEqual(receiver?.name, "receiverId")
            let missing = await Self.refusal(.viewFunction, ["contractId": "bob.testnet"])
            XCTAssertEqual(missing?.name, "methodName")
            let both = await Self.refusal(
                .viewFunction,
                ["contractId": "bob.testnet", "methodName": "get", "args": ["a": 1], "argsBase64": "e30="])
            XCTAssertEqual(both?.name, "argsBase64")
            let params = await Self.refusal(.rpc, ["method": "status", "params": "[]"])
            XCTAssertEqual(params?.name, "params")
            let nonce = await Self.refusal(.signMessage, ["message": "m", "recipient": "r", "nonce": "AAAA"])
            XCTAssertEqual(nonce?.name, "nonce")
        }
    }

    func testTheCLibraryCallsEachVerb() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources/CNearConnect")
        func called(_ files: [String]) throws -> Set<String> {
            let texts = try files.map {
                try String(contentsOf: folder.appending(path: "near-connect-operations-\($0).c"), encoding: .utf8)
            }
            return Set(
                texts.joined().matches(of: /near_connect_private_start(?:_raw)?\(\s*self, "([A-Za-z]+)"/).map {
                    "\($0.1)"
                })
        }
        XCTAssertEqual(
            try called(["account", "chain", "transaction"]), Set(ManagerVerb.allCases.map(\.rawValue)))
        // Those of the program alone, of which the helper has none.
        let own = try String(
            contentsOf: root.appending(path: "Sources/NEARConnectEngine/ProgramVerb.swift"), encoding: .utf8)
        let names = Set(own.matches(of: /\n {4}case ([A-Za-z]+)/).map { "\($0.1)" })
        XCTAssertEqual(try called(["program", "updates"]), names)
        XCTAssertTrue(names.isDisjoint(with: ManagerVerb.allCases.map(\.rawValue)))
    }

    /// So programs in other languages, and clients of `serve`, show the sentences that programs in Swift do.
    @MainActor
    func testAnErrorHasTheSentenceOfItsDescription() throws {
        for error in try NEARErrorSamples.all() {
            let (said, sentence) = (VerbResult.error(error), try XCTUnwrap(error.errorDescription))
            let isEnded = try XCTUnwrap(sentence.last).isPunctuation
            XCTAssertEqual(said["message"]?.stringValue, isEnded ? sentence : "\(sentence).")
            XCTAssertEqual(said["code"]?.stringValue, error.code)
        }
    }

    @MainActor
    func testAnErrorHasItsDataInJSON() throws {
        let hash = CryptoHash.sha256([1])
        let unknown = VerbResult.error(.transactionUnknown(hash: hash))
        XCTAssertEqual(unknown["code"]?.stringValue, "transaction-unknown")
        XCTAssertEqual(unknown["hash"]?.stringValue, hash.description)
        let partly = VerbResult.error(.partiallySent(outcomes: [], hash: hash, reason: "stopped"))
        XCTAssertEqual(partly["outcomes"], .array([]))
        XCTAssertEqual(VerbResult.session(.stale(reason: "gone"))["state"]?.stringValue, "stale")
        XCTAssertEqual(VerbResult.account(nil), .null)
    }
}
