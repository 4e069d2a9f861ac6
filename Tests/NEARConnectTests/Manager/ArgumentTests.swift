// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnect
import NEARConnectFoundation
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnectCore

/// Bad input gets a typed error with a sentence, and changes nothing.
final class ArgumentTests: MainLoopTestCase {
    @MainActor
    private static func signedIn() async throws -> WalletTestEnvironment {
        let environment = try await WalletTestEnvironment.start()
        _ = try await environment.manager.signIn(walletId: "near-connect-keystore")
        return environment
    }

    @MainActor
    private static func expectInvalid(
        _ name: String, _ operation: @MainActor () async throws -> Void, line: UInt = #line
    ) async {
        do {
            try await operation()
            XCTFail("no error", line: line)
        } catch NEARError.invalidArgument(let found, let reason) {
            XCTAssertEqual(found, name, line: line)
            XCTAssertFalse(reason.isEmpty, line: line)
        } catch {
            XCTFail("\(error)", line: line)
        }
    }

    func testAmountsActionsAndMethodsAreChecked() throws {
        try run {
            let environment = try await Self.signedIn()
            let manager = environment.manager
            let bob = environment.accounts[1].id
            let before = try await manager.balance(of: bob)
            for amount in ["", "-1", "1.5", "1e3", "٣", "340282366920938463463374607431768211456"] {
                await Self.expectInvalid("amountYocto") {
                    _ = try await manager.sendNEAR(to: bob.text, amountYocto: amount)
                }
            }
            await Self.expectInvalid("actions") {
                _ = try await manager.signAndSendTransaction(receiverId: bob, actions: [Action]())
            }
            await Self.expectInvalid("transactions") { _ = try await manager.signAndSendTransactions([]) }
            await Self.expectInvalid("transactions") { _ = try await manager.signDelegateActions([]) }
            await Self.expectInvalid("methodName") {
                _ = try await manager.callFunction(contractId: bob, methodName: "", args: [])
            }
            await Self.expectInvalid("gas") {
                _ = try await manager.callFunction(contractId: bob.text, methodName: "m", gas: "30 Tgas")
            }
            await Self.expectInvalid("JSON") {
                _ = try await manager.callFunction(contractId: bob.text, methodName: "m", args: ["when": Date()])
            }
            await Self.expectInvalid("actions[0]") {
                _ = try await manager.signAndSendTransaction(receiverId: bob.text, actions: [["type": "Explode"]])
            }
            await Self.expectInvalid("recipient") { _ = try await manager.sign(message: "hello", recipient: "") }
            await Self.expectInvalid("nonce") {
                _ = try await manager.sign(message: "hello", recipient: "app", nonce: [1, 2, 3])
            }
            XCTAssertFalse(manager.isBusy)
            let after = try await manager.balance(of: bob)
            XCTAssertEqual(after, before)
            try await environment.stop()
        }
    }

    func testOperationsNeedAnAccount() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let bob = environment.accounts[1].id
            do {
                _ = try await environment.manager.sendNEAR(to: bob, amount: .near(1))
                XCTFail("no error")
            } catch NEARError.notSignedIn {}
            try await environment.stop()
        }
    }

    func testUnknownWalletIsNamed() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            do {
                _ = try await manager.signIn(walletId: "no-such-wallet")
                XCTFail("no error")
            } catch NEARError.unknownWallet(let id) {
                XCTAssertEqual(id, "no-such-wallet")
            }
            XCTAssertFalse(manager.isSignedIn)
            _ = try await manager.signIn(walletId: "near-connect-keystore")
            try await environment.stop()
        }
    }

    func testARefusingNodeIsATypedError() throws {
        try run(timeout: 120) {
            let environment = try await Self.signedIn()
            let manager = environment.manager
            do {
                _ = try await manager.viewAccount("nobody.test.near")
                XCTFail("no error")
            } catch NEARError.rpcError(let message) {
                XCTAssertTrue(message.contains("nobody.test.near"), message)
            }
            await environment.devnet.stop()
            do {
                _ = try await manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
                XCTFail("no error")
            } catch let error as NEARError {
                XCTAssertEqual(error.code, "wallet-error", "\(error)")
            }
            XCTAssertFalse(manager.isBusy)
            try await environment.stop()
        }
    }

    func testAPortInUseIsNamed() throws {
        try run {
            let devnet = try await Devnet.start()
            var second = DevnetConfiguration()
            second.port = UInt16(devnet.rpcURL.port ?? 0)
            do {
                _ = try await Devnet.start(second)
                XCTFail("no error")
            } catch DevnetError.portInUse(let port) {
                XCTAssertEqual(port, second.port)
            }
            await devnet.stop()
        }
    }

    func testAmountsForPeople() {
        XCTAssertEqual(NEARWalletManager.toYoctoNEAR("1.5"), "1500000000000000000000000")
        XCTAssertEqual(NEARWalletManager.toYoctoNEAR("0.000000000000000000000001"), "1")
        XCTAssertNil(NEARWalletManager.toYoctoNEAR("0.0000000000000000000000001"))
        XCTAssertNil(NEARWalletManager.toYoctoNEAR("340282366920939"))
        XCTAssertNil(NEARWalletManager.toYoctoNEAR("much"))
    }
}
