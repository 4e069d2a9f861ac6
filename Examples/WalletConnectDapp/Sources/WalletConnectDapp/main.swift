// SPDX-License-Identifier: MIT

import CDappWindow
import Foundation
import NEARConnect
import ProcessSetup

// WalletConnectDapp              on testnet, over WalletConnect's relay
// WalletConnectDapp NODE RELAY   on a devnet, over a relay of this computer
let environment = ProcessInfo.processInfo.environment
var phones = PhoneWalletSettings(
    projectId: environment["NEAR_CONNECT_WALLETCONNECT_PROJECT"] ?? "", appDescription: "Pays half a NEAR.")
var network = NEARNetwork.testnet
var shop = "shop.testnet"
if CommandLine.arguments.count == 3, let node = URL(string: CommandLine.arguments[1]) {
    phones = PhoneWalletSettings(projectId: "local", relay: CommandLine.arguments[2])
    network = .custom(try CustomNetwork(id: "devnet", rpcURLs: [node]))
    shop = "bob.test.near"
} else if phones.projectId.isEmpty {
    print("Get a project id from WalletConnect, and set NEAR_CONNECT_WALLETCONNECT_PROJECT.")
    exit(64)
}

ProgramProcess.prepare()
// GtkApplication runs GLib's loop; the main actor runs in it.
MainLoop.joinMainActor()
let dapp = Dapp(network: network, phones: phones, shop: try AccountId(shop))
exit(
    dapp_window_run(
        { MainActor.assumeIsolated { dapp.open() } },
        { name in
            let name = name.map { String(cString: $0) } ?? ""
            MainActor.assumeIsolated { dapp.press(name) }
        }))
