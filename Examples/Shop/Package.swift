// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "Shop",
    // In a package of yours: .package(url: "https://github.com/OWNER/near-connect", from: "0.1.0")
    dependencies: [.package(name: "near-connect", path: "../..")],
    targets: [
        .testTarget(
            name: "ShopTests", dependencies: [.product(name: "NEARConnectTesting", package: "near-connect")])
    ])
