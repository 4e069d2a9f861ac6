// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARPrimitives
import XCTest

/// `walletconnect wallets`: the packaged ones ask nobody, and a registry is asked where that is said.
final class WalletsVerbTests: HomeTestCase {
    private static let answer: JSONValue = [
        "count": 3,
        "data": [
            ["id": "a1", "name": "Good Wallet", "mobile_link": "goodwallet://", "homepage": "https://good.example"],
            ["id": "a2", "name": "Code alone", "chains": ["near:testnet"]],
            ["id": "a3", "name": "HOT Wallet", "mobile_link": "evil-wallet://"],
        ],
    ]

    private static func wallets(
        _ words: [String], _ environment: [String: String], status: Int32 = 0
    ) async throws -> [JSONValue] {
        let run = try await CommandRun.walletConnect(["wallets", "--json"] + words, environment)
        XCTAssertEqual(run.status, status, "\(words): \(run.output)\(run.errors)")
        return try AnswerSchema.check(run, of: "walletconnect wallets")
    }

    func testThePackagedWalletsAreListedAndNobodyIsAsked() throws {
        let environment = environment
        let folder = home.appendingPathComponent(".config/near-connect/default")
        try run {
            let requests = RegistryRequests()
            let server = try await LoopbackWebServer.start(limit: 16) { request in
                requests.add(request)
                return .json(Self.answer)
            }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(#"{"registry": "\#(server.origin)/of-profile"}"#.utf8)
                .write(to: folder.appendingPathComponent("walletconnect.json"))
            let all = try await Self.wallets([], environment)
            XCTAssertEqual(all.map { $0["wallet"]?["id"] }, ["fireblocks", "hot", "trust", "safepal"])
            XCTAssertTrue(all.allSatisfy { $0["source"] == "packaged" })
            let lines = try await CommandRun.walletConnect(["wallets"], environment).output.split(separator: "\n")
            XCTAssertTrue(lines[2].hasSuffix("The request is in the wallet all the same."), "\(lines)")
            let near = try await Self.wallets(["--network", "testnet"], environment)
            XCTAssertEqual(near.map { $0["wallet"]?["id"] }, ["fireblocks", "hot"])
            XCTAssertEqual(near[1]["wallet"]?["native"], "hotwallet://")
            XCTAssertEqual(near[0]["wallet"]?["hints"], ["codeOnly"])
            XCTAssertEqual(requests.all.count, 0)
            // The profile's registry, and a project from nowhere: it is on this computer.
            let found = try await Self.wallets(["--online"], environment)
            XCTAssertEqual(found.map { $0["wallet"]?["id"] }, ["fireblocks", "hot", "a1"])
            XCTAssertEqual(found.last?["source"], "registry")
            XCTAssertEqual(requests.all.map(\.path), ["/of-profile"])
            XCTAssertEqual(requests.all.map { $0.query["chains"] }, ["near:mainnet"])
            await server.stop()
        }
    }

    func testARegistryIsAskedForANetworkAndSaidWhat() throws {
        let environment = environment
        try run {
            let requests = RegistryRequests()
            let server = try await LoopbackWebServer.start(limit: 16) { request in
                requests.add(request)
                return requests.all.count < 3 ? .json(Self.answer) : WebAnswer(status: 403)
            }
            let registry = ["--online", "--registry", "\(server.origin)/list", "--project-id", "abc"]
            let found = try await Self.wallets(["--network", "testnet"] + registry, environment)
            XCTAssertEqual(found.map { $0["wallet"]?["id"] }, ["fireblocks", "hot", "a1", "a2"])
            XCTAssertEqual(found.last?["wallet"]?["hints"], ["codeOnly"])
            XCTAssertEqual(requests.all.map { $0.query["projectId"] }, ["abc"])
            XCTAssertEqual(requests.all.map { $0.query["chains"] }, ["near:testnet"])
            // In a terminal it is said before who is asked, and what that one learns.
            let text = try await CommandRun.walletConnect(["wallets"] + registry, environment)
            XCTAssertEqual(text.status, 0, text.errors)
            XCTAssertTrue(
                text.errors.contains("asking 127.0.0.1, which learns this computer’s address"), text.errors)
            XCTAssertTrue(
                text.output.contains("Good Wallet\thttps://good.example\tgoodwallet://\tfrom the registry"), text.output
            )
            let refused = try await Self.wallets(registry, environment, status: 3)
            XCTAssertEqual(refused.map { $0["code"] }, [nil, nil, "registryRefused"])
            await server.stop()
        }
    }

    func testWhatCannotBeAskedIsSaid() throws {
        let environment = environment
        try run {
            for (words, status, code) in [
                (["--online", "--registry", "http://127.0.0.1:1/"], 3, "registryUnreachable"),
                (["--online", "--registry", "https://registry.example/list"], 64, "projectMissing"),
                (["--online", "--registry", "http://registry.example/list"], 64, "usage"),
                (["--registry", "https://registry.example/list"], 64, "usage"), (["--network", "fun"], 64, "usage"),
            ] as [([String], Int32, JSONValue)] {
                let answers = try await Self.wallets(words, environment, status: status)
                XCTAssertEqual(answers.last?["code"], code, "\(words)")
            }
        }
    }
}
