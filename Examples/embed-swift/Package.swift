// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "embed-swift",
    // In a package of yours: .package(url: "https://github.com/OWNER/near-connect", from: "0.1.0")
    dependencies: [.package(name: "near-connect", path: "../..")],
    targets: [
        .systemLibrary(name: "CGTK", pkgConfig: "gtk+-3.0", providers: [.apt(["libgtk-3-dev"])]),
        .executableTarget(
            name: "EmbedSwift",
            dependencies: [
                "CGTK",
                .product(name: "NEARConnect", package: "near-connect"),
                .product(name: "ProcessSetup", package: "near-connect"),
            ]),
    ])
