// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// The two names of WalletConnect's relay: where one can't be reached, the other one is tried.
struct RelayFallbackTests {
    private static func configuration(_ relay: String) -> SignConfiguration {
        SignConfiguration(
            projectId: "p", metadata: AppMetadata(name: "n", description: "", url: "https://a.example"), relay: relay)
    }

    private static func opening(_ effects: [SignEffect]) -> RelayOpening? {
        for case .open(let opening) in effects { return opening }
        return nil
    }

    /// The relay for which an opening's token is.
    private static func audience(_ opening: RelayOpening) throws -> String? {
        let parts = opening.authorization.split(separator: ".")
        var text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return try JSONValue.parse(try #require(Base64.decode(text)))["aud"]?.stringValue
    }

    @Test func whatCanNotBeReachedByOneNameIsTriedByTheOther() throws {
        let relays = try Self.configuration(SignConfiguration.publicRelay).addresses()
        var engine = SignEngine(
            SignEngine.Settings(
                relays: relays, metadata: AppMetadata(name: "n", description: "", url: "https://a.example"),
                proposesByRelay: false), random: .seeded(7))
        func time(_ seconds: Int64) -> SignTime {
            SignTime(wall: UnixTime(seconds: 1_763_800_000 + seconds), uptime: .seconds(seconds))
        }
        _ = engine.handle(.start(SignStoreContent()), at: time(0))
        let chain = try #require(ChainID("near:testnet"))
        let proposal = SessionProposal(
            required: ["near": NamespaceRequest(chains: [chain], methods: ["m"])], owner: "o")
        var effects = engine.handle(.propose(ticket: 1, proposal), at: time(0))
        var names: [String] = []
        for round in 1...3 {
            let opening = try #require(Self.opening(effects))
            names.append(String(opening.address.prefix { $0 != "?" }))
            #expect(try Self.audience(opening) == names.last)
            let fault = RelayTransportEvent(connection: opening.connection, kind: .failed(.name("unknown")))
            #expect(Self.opening(engine.handle(.transport(fault), at: time(Int64(round) * 4 - 3))) == nil)
            effects = engine.handle(.tick, at: time(Int64(round) * 4))
        }
        #expect(
            names == [SignConfiguration.publicRelay, SignConfiguration.otherPublicRelay, SignConfiguration.publicRelay])
    }

    @Test func aRelayOfOnesOwnHasNoOtherName() throws {
        for relay in ["wss://relay.example", "ws://127.0.0.1:5000"] {
            #expect(try Self.configuration(relay).addresses().count == 1)
        }
        let other = try Self.configuration(SignConfiguration.otherPublicRelay).addresses()
        #expect(other.map(\.audience) == [SignConfiguration.otherPublicRelay, SignConfiguration.publicRelay])
    }
}
