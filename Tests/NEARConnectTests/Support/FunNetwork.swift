// SPDX-License-Identifier: MIT

import Foundation
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnectCore

/// A second chain under the name "fun", whose nodes may be changed by the test, and a key of it.
@MainActor
struct FunNetwork {
    let chain: Devnet
    let key: Keystore.Entry

    init() async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = try ["carol.test.near", "dave.test.near"].map { .init(try AccountId($0)) }
        chain = try await Devnet.start(configuration)
        key = Keystore.Entry(
            network: "fun", accountId: chain.accounts[0].id, secretKey: chain.accounts[0].secretKey)
    }

    func client() throws -> NEARRPCClient { try NEARRPCClient(endpoints: [RPCEndpoint(url: chain.rpcURL)]) }

    func genesis() async throws -> String {
        let genesis = try await client().status().genesisHash
        return try XCTUnwrap(genesis).description
    }

    /// The definition of a page, in JavaScript.
    static func definition(_ genesis: String, at url: URL, and more: String = "") -> String {
        #"{ chain: "fun", networkId: "fun", genesisHash: "\#(genesis)", rpcUrls: ["\#(url.absoluteString)"], icon: "x", types: {}, tokenSymbol: "FUN", tokenDecimals: 24, ss58Format: 0\#(more) }"#
    }

    static let provide = """
        const extension = await window.injectedWeb3["near-connect"].enable("dApp");
        const provide = (definition) => extension.metadata.provide(definition).catch((error) => `${error.code} ${error.message}`);
        """
}
