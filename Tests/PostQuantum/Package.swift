// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// The tests of keys once more, over NEARPrimitives with the trait MLDSA65, as a package has to depend on it for
// post-quantum keys. A package of its own, since one build of near-connect has the trait or hasn't. .ci/run runs it.
let package = Package(
    name: "PostQuantum",
    dependencies: [
        .package(name: "near-connect", path: "../..", traits: ["MLDSA65"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .testTarget(
            name: "PostQuantumTests", dependencies: [.product(name: "NEARPrimitives", package: "near-connect")],
            path: "Tests/NEARPrimitivesTests",
            exclude: [
                "Accounts", "Actions", "Amounts", "Borsh", "Connector", "Credentials", "Encoding", "Hashing", "JSON",
                "Messages", "Outcome", "SeedPhrases", "Transactions",
                "Support/ActionDescription.swift",
            ],
            sources: ["Keys", "Support/Vectors.swift"], resources: [.copy("Vectors")]),
        // Signatures of shared keys, verified by the library that this build has anyway.
        .testTarget(
            name: "SharedKeyTests",
            dependencies: [
                .product(name: "NEARShares", package: "near-connect"),
                .product(name: "NEARPrimitives", package: "near-connect"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
