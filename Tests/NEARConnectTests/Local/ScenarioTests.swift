// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnect
import NEARConnectLocal
import NEARConnectPeers
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnectCore

final class ScenarioTests: MainLoopTestCase {
    func testEveryStepOfTheDemoHolds() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let provider = try await IdentityProvider.start(clients: ["near-connect"])
            let service = try await ShareService.start(
                ShareServiceSettings(issuers: [.init(provider.issuer, programs: ["near-connect"])]))
            var reports: [ScenarioReport] = []
            let login = ScenarioLogin(issuer: provider.issuer, service: service.address)
            let succeeded = await WalletScenario(environment, login: login).run { reports.append($0) }
            for report in reports { XCTAssertTrue(report.isSuccess, "\(report.step): \(report.detail)") }
            XCTAssertEqual(reports.map(\.step), ScenarioStep.allCases)
            XCTAssertTrue(succeeded)
            await service.stop()
            await provider.stop()
            try await environment.stop()
        }
    }

    /// Published connectors give wallets no address of the devnet, so wallets have to get it in another way.
    func testEveryStepOfTheDemoHoldsWithConnectorsOfThePublishedOnesShape() throws {
        try run(timeout: 120) {
            for file in [ConnectorLoaderTests.reference, ConnectorLoaderTests.plain] {
                let environment = try await WalletTestEnvironment.start { $0.connector = .file(file) }
                var reports: [ScenarioReport] = []
                let scenario = WalletScenario(environment)
                let succeeded = await scenario.run { reports.append($0) }
                XCTAssertEqual(reports.map(\.step), scenario.steps)
                XCTAssertFalse(scenario.steps.contains { $0.needsLogin })
                for report in reports {
                    XCTAssertTrue(report.isSuccess, "\(file.lastPathComponent), \(report.step): \(report.detail)")
                }
                XCTAssertTrue(succeeded)
                try await environment.stop()
            }
        }
    }

    func testTheScriptedWalletSignsAndSendsToo() throws {
        try run {
            for source in [ConnectorSource.embedded, .file(ConnectorLoaderTests.reference)] {
                let environment = try await WalletTestEnvironment.start(script: [:]) { $0.connector = source }
                let manager = environment.manager
                let bob = environment.accounts[1].id
                _ = try await manager.signIn(walletId: ScriptedWallet.id)
                let outcome = try await manager.sendNEAR(to: bob, amount: .near(3))
                XCTAssertEqual(outcome.transaction.signerId.text, "alice.test.near")
                let balance = try await manager.balance(of: bob)
                XCTAssertEqual(balance, try .near(10_003))
                try await environment.stop()
            }
        }
    }
}
