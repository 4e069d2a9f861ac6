// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

// sample: package
import PackageDescription

let package = Package(
    name: "Payment",
    dependencies: [
        // A checkout; or, in its place, a version by its address:
        // .package(url: "https://github.com/OWNER/near-connect", from: "0.1.0")
        .package(name: "near-connect", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Payment",
            dependencies: [
                .product(name: "NEARConnectProgram", package: "near-connect"),
                .product(name: "NEARDevnet", package: "near-connect"),
            ])
    ])
// end of sample
