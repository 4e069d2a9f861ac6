// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import Testing
import WalletConnectPlatform
import WalletConnectSign

@testable import NEARConnect

/// The relay and the project of a window: named, of the environment, or of the profile.
struct PhoneSettingsTests {
    /// Reads the settings of a profile with this file.
    private static func read(
        _ file: String?, relay: String? = nil, project: String? = nil, environment: [String: String] = [:]
    ) throws -> PhoneWalletSettings {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("phone-\(UUID().uuidString)")
        let folders = ProfileFolders(root: root)
        try FileManager.default.createDirectory(at: folders.config, withIntermediateDirectories: true)
        if let file { try Data(file.utf8).write(to: folders.config.appendingPathComponent("walletconnect.json")) }
        let settings = Result {
            try PhoneWalletSettings(
                profile: folders, named: .init(relay: relay, project: project), certificates: "/ca.pem",
                environment: environment)
        }
        try FileManager.default.removeItem(at: root)
        return try settings.get()
    }

    @Test func whatIsNamedComesBeforeTheEnvironmentAndThatBeforeTheProfile() throws {
        let file = #"{"projectId": "of-profile", "relay": "wss://relay.example"}"#
        let variable = ["NEAR_CONNECT_WALLETCONNECT_PROJECT": "of-environment"]
        #expect(try Self.read(file).projectId == "of-profile")
        #expect(try Self.read(file).relay == "wss://relay.example")
        #expect(try Self.read(file, environment: variable).projectId == "of-environment")
        let named = try Self.read(
            file, relay: "ws://127.0.0.1:5000", project: "of-option", environment: variable)
        #expect(named.projectId == "of-option")
        #expect(named.relay == "ws://127.0.0.1:5000")
        #expect(named.certificates == "/ca.pem")
    }

    @Test func withoutAProjectNoPhoneIsOfferedButOverARelayOfThisComputer() throws {
        #expect(try Self.read(nil).projectId == "")
        #expect(try Self.read(nil, relay: "ws://127.0.0.1:5000").projectId == "local")
    }

    @Test func theRegistryIsTheProfilesOrWalletConnectsOwn() throws {
        #expect(try Self.read(nil).registry == "https://api.web3modal.org/getWallets")
        #expect(PhoneWalletSettings(projectId: "p").registry == "https://api.web3modal.org/getWallets")
        let named = try Self.read(#"{"registry": "https://registry.example/list"}"#)
        #expect(named.registry == "https://registry.example/list")
        // A button is all that hangs on it: there is none for what is no address, and all else works.
        #expect(try Self.read(#"{"registry": "http://registry.example"}"#).registry == "http://registry.example")
        for none in ["null", "5"] { #expect(try Self.read("{\"registry\": \(none)}").registry == nil) }
    }

    @Test func theRelaysSwitchesAndTheNativeWalletsAreTheProfiles() throws {
        let usual = try Self.read(nil)
        #expect(!usual.sendsTokenInQuery && usual.relayHeaders.isEmpty)
        #expect(usual.nativeWallets == PhoneWalletSettings.walletIds)
        let file = #"{"relayToken": "query", "relayHeaders": ["Origin: https://a.example"], "nativeWallets": []}"#
        let settings = try Self.read(file)
        #expect(settings.sendsTokenInQuery && settings.nativeWallets.isEmpty)
        #expect(settings.relayHeaders == ["Origin: https://a.example"])
        let one = try Self.read(#"{"relayToken": "header", "nativeWallets": ["unity-wallet"]}"#)
        #expect(!one.sendsTokenInQuery && one.nativeWallets == ["unity-wallet"])
        // Another relay gets nothing of what is meant for the profile's.
        let other = try Self.read(file, relay: "ws://127.0.0.1:5000")
        #expect(!other.sendsTokenInQuery && other.relayHeaders.isEmpty)
    }

    @Test(
        arguments: [
            "{", #"{"relay": "http://relay.example"}"#, #"{"relayToken": "cookie"}"#, #"{"relayToken": null}"#,
            #"{"relayHeaders": "Origin: a"}"#, #"{"relayHeaders": [5]}"#, #"{"relayHeaders": ["Host: a"]}"#,
            #"{"nativeWallets": [null]}"#, #"{"nativeWallets": ["walletconnect"]}"#, #"{"relayHeaders": ["secret"]}"#,
            #"{"relay": "wss://other.example", "relayToken": 5}"#, #"{"nativeWallets": {}}"#,
        ])
    func aFileThatIsWrongIsSaid(file: String) {
        #expect(throws: (any Error).self) { try Self.read(file) }
    }

    @Test(
        arguments: [
            ("near-wallet", "near-wallet://"), ("near-wallet:", "near-wallet://"), ("near-wallet://", "near-wallet://"),
            ("https://wallet.example", "https://wallet.example"), ("javascript:alert(1)", nil), ("file:///etc", nil),
            ("a b", nil), ("", nil), ("\u{202E}wallet", nil), (String(repeating: "a", count: 201), nil),
        ] as [(String, String?)])
    func aWalletsSchemeIsReadInEachUsualForm(written: String, opened: String?) async {
        let links = await PhoneWalletChoice.links(written: written)
        #expect(links?.openOnly == opened)
    }
}
