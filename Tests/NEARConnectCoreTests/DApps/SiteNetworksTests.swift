// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The file with the networks that sites have added.
@Suite final class SiteNetworksTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("networks-\(UUID().uuidString)")
    private static let app = "https://app.example"

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // Nothing was written.
        }
    }

    private func offer(
        _ id: String, _ seed: UInt8, at url: String = "https://rpc.example", version: Int = 1
    ) throws -> DAppNetworkOffer {
        let fields: JSONValue = [
            "networkId": .string(id), "genesisHash": .string(CryptoHash.sha256([seed]).description),
            "rpcUrls": [.string(url)], "specVersion": .integer(Int128(version)),
            "explorerUrl": "https://explorer.example",
        ]
        return try DAppNetworkOffer(try DAppParams(fields, "definition"))
    }

    private func origin(_ text: String = app) throws -> SiteOrigin { try #require(SiteOrigin(text)) }

    @Test func whatIsAddedIsSeenByOtherProcessesAndRemoved() throws {
        let (own, other) = (SiteNetworks(folder: folder), SiteNetworks(folder: folder))
        #expect(try other.all() == [])
        let before = other.mark
        try own.add(offer("fun", 1), by: origin())
        #expect(other.mark != before)
        #expect(try other.all() == own.all())
        #expect(try other.network("fun")?.provider == origin())
        #expect(try other.remove("fun"))
        #expect(try own.all() == [])
        #expect(try !other.remove("fun"))
        #expect(try !own.removeAll(of: origin()))
    }

    @Test func theFileIsAsItsSchemaSays() throws {
        let networks = SiteNetworks(folder: folder)
        try networks.add(offer("fun", 1), by: origin())
        let file = try #require(networks.file)
        let value = try JSONValue.parse(Array(try Data(contentsOf: file)))
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/schemas/site-networks.schema.json")
        let schema = JSONSchema(try JSONValue.parse(Array(try Data(contentsOf: path))))
        #expect(try schema.accepts(value))
        #expect(try !schema.accepts(["schema": 2, "networks": []]))
        #expect(try !schema.accepts(["schema": 1, "networks": [["id": "fun"]]]))
        let facts = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func noSiteTakesAnotherOnesName() throws {
        let networks = SiteNetworks(folder: folder)
        try networks.add(offer("fun", 1), by: origin())
        #expect(throws: NEARError.self) {
            try networks.add(offer("fun", 2), by: try origin("https://b.example"))
        }
        #expect(throws: NEARError.self) {
            try networks.add(offer("other", 1), by: try origin("https://b.example"))
        }
        try networks.add(offer("fun", 1, at: "https://new.example", version: 2), by: origin())
        #expect(try networks.network("fun")?.version == 2)
        #expect(try networks.all().count == 1)
        for seed in 2...UInt8(SiteNetworks.siteLimit) { try networks.add(offer("fun\(seed)", seed), by: origin()) }
        #expect(throws: NEARError.self) { try networks.add(offer("more", 99), by: origin()) }
        #expect(try networks.removeAll(of: origin()))
        #expect(try networks.all() == [])
    }

    @Test func networksOfThisComputersPagesEndWithTheProcess() throws {
        let networks = SiteNetworks(folder: folder)
        try networks.add(
            offer("fun", 1, at: "http://127.0.0.1:3030"), by: try origin("http://localhost:3000"))
        #expect(try networks.all().count == 1)
        #expect(try SiteNetworks(folder: folder).all() == [])
        #expect(try networks.remove("fun"))
    }

    /// A file that somebody else has written gives no more than a page gets.
    ///
    /// There is no name of a public network in it, no local node and no public chain.
    @Test(arguments: [
        "{}", "[]", #"{"schema":2,"networks":[]}"#, #"{"schema":1}"#,
        #"{"schema":1,"networks":[{"id":"mainnet","genesisHash":"HASH","rpcUrls":["https://rpc.example"],"version":1,"site":"https://app.example","since":"2026-01-01T00:00:00Z"}]}"#,
        #"{"schema":1,"networks":[{"id":"fun","genesisHash":"HASH","rpcUrls":["http://192.168.0.1"],"version":1,"site":"https://app.example","since":"2026-01-01T00:00:00Z"}]}"#,
        #"{"schema":1,"networks":[{"id":"fun","genesisHash":"EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H","rpcUrls":["https://rpc.example"],"version":1,"site":"https://app.example","since":"2026-01-01T00:00:00Z"}]}"#,
        #"{"schema":1,"networks":[{"id":"fun","genesisHash":"HASH","rpcUrls":[],"version":1,"site":"https://app.example","since":"2026-01-01T00:00:00Z"}]}"#,
        #"{"schema":1,"networks":[{"id":"fun","id":"fun","genesisHash":"HASH","rpcUrls":["https://rpc.example"],"version":1,"site":"https://app.example","since":"2026-01-01T00:00:00Z"}]}"#,
        #"{"schema":1,"networks":[{"id":"fun","genesisHash":"HASH","rpcUrls":["https://rpc.example"],"version":1,"site":"http://app.example","since":"2026-01-01T00:00:00Z"}]}"#,
    ])
    func aFileThatCantBeUnderstoodGivesNothingAndIsKept(text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let networks = SiteNetworks(folder: folder)
        let bytes = text.replacing("HASH", with: CryptoHash.sha256([1]).description)
        try Data(bytes.utf8).write(to: try #require(networks.file))
        #expect(try networks.all() == [])
        #expect(networks.takeProblem() != nil)
        #expect(networks.takeProblem() == nil)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasPrefix("site-networks") && !$0.hasSuffix(".lock")
        }
        #expect(kept.count == 1)
        try networks.add(offer("fun", 1), by: origin())
        #expect(try networks.all().count == 1)
    }
}
