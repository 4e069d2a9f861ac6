// SPDX-License-Identifier: MIT
// A window with any NEAR wallet in it: signs in, and sends 1.5 NEAR. The same as the programs of Examples/embed.

import CGTK
import Foundation
import NEARConnect
import ProcessSetup

/// Returns an argument of the program, counted from 1.
func argument(_ number: Int) -> String? {
    CommandLine.arguments.count > number ? CommandLine.arguments[number] : nil
}

/// Makes the manager: on a network by its name, or on a node of one's own.
@MainActor
func makeManager() throws -> NEARWalletManager {
    let name = argument(1) ?? "testnet"
    var configuration = NEARWalletConfiguration(profile: .ephemeral, appName: "Embedded")
    if let node = argument(2).flatMap({ URL(string: $0) }) {
        configuration.network = .custom(try CustomNetwork(id: name, rpcURLs: [node]))
    } else if let network = NEARNetwork(rawValue: name) {
        configuration.network = network
    }
    if let file = getenv("EMBED_POLICY") {
        configuration.approval = try ApprovalPolicy(contentsOf: String(cString: file))
    }
    if let folder = getenv("EMBED_CREDENTIALS") {
        configuration.keystore =
            Keystore.credentials(network: name, in: CredentialFolder(path: String(cString: folder))).keystore
    }
    return NEARWalletManager(configuration: configuration)
}

ProgramProcess.prepare()
gtk_init(nil, nil)
MainLoop.joinMainActor()
let manager = try makeManager()
let widget = BridgeWidget(manager: manager)
let window = gtk_window_new(GTK_WINDOW_TOPLEVEL)
gtk_container_add(
    UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkContainer.self),
    widget.gtkWidget.assumingMemoryBound(to: GtkWidget.self))
g_signal_connect_data(window, "destroy", { gtk_main_quit() }, nil, nil, GConnectFlags(rawValue: 0))
gtk_widget_show_all(window)
Task {
    do {
        print("signed in: \(try await manager.signIn(walletId: argument(3)).accountId)")
        let outcome = try await manager.sendNEAR(to: AccountId("bob.test.near"), amount: NEARToken("1.5 NEAR"))
        print("sent: \(outcome.transactionHash)")
    } catch {
        FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
    }
    gtk_main_quit()
}
gtk_main()
