// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "WalletConnectDapp",
    // In a package of yours: .package(url: "https://github.com/OWNER/near-connect", from: "0.1.0")
    dependencies: [.package(name: "near-connect", path: "../..")],
    targets: [
        // SwiftPM says that it leaves out GTK's flag -pthread: nothing needs it.
        .systemLibrary(name: "CGTK", pkgConfig: "gtk+-3.0", providers: [.apt(["libgtk-3-dev"])]),
        // The window, in C as GTK has it.
        .target(name: "CDappWindow", dependencies: ["CGTK"]),
        .executableTarget(
            name: "WalletConnectDapp",
            dependencies: [
                "CDappWindow",
                .product(name: "NEARConnect", package: "near-connect"),
                .product(name: "ProcessSetup", package: "near-connect"),
            ]),
    ])
