// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "SharedAccount",
    dependencies: [
        // A checkout; or, in its place, a version by its address:
        // .package(url: "https://github.com/OWNER/near-connect", from: "0.1.0")
        .package(name: "near-connect", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "SharedAccount",
            dependencies: ["NEARConnectCore", "NEARDevnet", "NEARPrimitives", "NEARRPC", "NEARSharedKeys"].map {
                .product(name: $0, package: "near-connect")
            })
    ])
