// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// The tests of keys once more, over NEARPrimitives with the trait MLDSA65, as a package has to depend on it for
// post-quantum keys. A package of its own, since one build of near-connect has the trait or hasn't. .ci/run runs it.
let package = Package(
    name: "PostQuantum",
    dependencies: [.package(name: "near-connect", path: "../..", traits: ["MLDSA65"])],
    targets: [
        .testTarget(
            name: "PostQuantumTests", dependencies: [.product(name: "NEARPrimitives", package: "near-connect")],
            path: "Tests/NEARPrimitivesTests",
            exclude: [
                "Accounts", "Actions", "Amounts", "Borsh", "Connector", "Credentials", "Encoding", "Hashing", "JSON",
                "Messages", "Outcome", "SeedPhrases", "Transactions",
                "Support/ActionDescription.swift",
            ],
            sources: ["Keys", "Support/Vectors.swift"], resources: [.copy("Vectors")])
    ],
    swiftLanguageModes: [.v6]
)
