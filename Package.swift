// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// Every target speaks Swift 6 and says where each declaration it uses comes from.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// WebKitGTK's flags. The distribution's own file makes SwiftPM warn at each build, so ours stands in for it (it says why);
/// whoever sets `PKG_CONFIG_PATH` has WebKitGTK somewhere else and gets exactly the file that he points to.
let webKitGTK =
    Context.environment["PKG_CONFIG_PATH"] == nil
    ? "\(Context.packageDirectory)/Sources/CWebKitGTK/webkitgtk.pc" : "webkit2gtk-4.1"

/// Scripts/fuzz sets this: the parsers are built with the counters that libFuzzer steers by, and the fuzzer is a product.
let fuzzes = Context.environment["NEAR_CONNECT_FUZZ"] != nil
let parserSettings = strict + (fuzzes ? [.unsafeFlags(["-sanitize=fuzzer"])] : [])

let fuzzTargets: [Target] = [
    .target(name: "CFuzzer"),
    .executableTarget(
        name: "near-connect-fuzz", dependencies: ["CFuzzer", "NEARPrimitives", "NEARRPC"], swiftSettings: strict,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
]

let package = Package(
    name: "near-connect",
    products: [
        .library(name: "NEARConnect", targets: ["NEARConnect"]),
        .library(name: "GLibRuntime", targets: ["GLibRuntime"]),
        .library(name: "NEARConnectTestKit", targets: ["NEARConnectTestKit"]),
        .library(name: "NEARDevnet", targets: ["NEARDevnet"]),
        .library(name: "NEARPrimitives", targets: ["NEARPrimitives"]),
        .library(name: "NEARRPC", targets: ["NEARRPC"]),
        .executable(name: "near-connect", targets: ["near-connect"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // What Swift can't import by itself: module maps and a thin shim over the C headers.
        .systemLibrary(
            name: "CWebKitGTK", pkgConfig: webKitGTK,
            providers: [.apt(["libwebkit2gtk-4.1-dev", "libjavascriptcoregtk-4.1-dev", "libgtk-3-dev"])]),
        .systemLibrary(name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]),
        .systemLibrary(
            name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
            providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

        // NEAR's formats and its RPC: no GTK below this line's targets.
        .target(
            name: "NEARPrimitives",
            dependencies: [.product(name: "Crypto", package: "swift-crypto"), "CSecp256k1"],
            swiftSettings: parserSettings),
        .target(
            name: "NEARRPC",
            dependencies: ["NEARPrimitives", "CCurl", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),
        // Curves with pairings, for the devnet's contracts; no library that Debian 12 has does both of them.
        .target(name: "PairingCurves", swiftSettings: strict),
        .target(
            name: "NEARDevnet",
            dependencies: [
                "NEARPrimitives", "PairingCurves", "CJavaScriptCore", "CNettle",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HashTreeCollections", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Contracts/Samples/Source"],
            resources: [.embedInCode("Explorer")],
            swiftSettings: strict),

        // The GTK side, from the C headers up to the library that programs embed.
        .target(name: "GLibRuntime", dependencies: ["CWebKitGTK"], swiftSettings: strict),
        .target(name: "WebKitGTK", dependencies: ["GLibRuntime", "CWebKitGTK"], swiftSettings: strict),
        .target(
            name: "NEARConnectResources", path: "Resources", exclude: ["Desktop", "Types"],
            sources: ["ResourceBundle.swift"],
            resources: [.copy("Bridge"), .copy("Connector"), .copy("Wallets")],
            swiftSettings: strict),
        .target(
            name: "NEARConnect",
            dependencies: [
                "WebKitGTK", "GLibRuntime", "CWebKitGTK", "CQREncode", "NEARRPC", "NEARPrimitives",
                "NEARConnectResources",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "NEARConnectTestKit",
            dependencies: [
                "NEARConnect", "NEARConnectResources", "NEARDevnet", "NEARPrimitives", "NEARRPC", "GLibRuntime",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "near-connect",
            dependencies: [
                "NEARConnect", "NEARConnectTestKit", "NEARDevnet", "NEARPrimitives", "NEARRPC", "GLibRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),

        // Benchmarks that Scripts/bench runs.
        .executableTarget(
            name: "near-connect-bench-devnet", dependencies: ["NEARDevnet", "NEARPrimitives"],
            swiftSettings: strict),
        .executableTarget(
            name: "near-connect-bench-connector",
            dependencies: [
                "ConnectorTesting", "WebKitGTK", "GLibRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "near-connect-soak",
            dependencies: [
                "NEARConnectTestKit", "NEARConnect", "NEARDevnet", "NEARPrimitives", "GLibRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(name: "CAllocationCounter"),
        .executableTarget(
            name: "near-connect-bench-primitives",
            dependencies: [
                "NEARPrimitives", "CAllocationCounter", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),

        .testTarget(
            name: "NEARPrimitivesTests", dependencies: ["NEARPrimitives"], resources: [.copy("Vectors")],
            swiftSettings: strict),
        .testTarget(
            name: "NEARRPCTests",
            dependencies: [
                "NEARRPC", "NEARPrimitives",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .target(
            name: "MainLoopTesting", dependencies: ["WebKitGTK", "GLibRuntime", "CWebKitGTK"],
            path: "Tests/MainLoopTesting",
            swiftSettings: strict),
        .target(name: "ThreadTesting", path: "Tests/ThreadTesting", swiftSettings: strict),
        .target(
            name: "KillingLog", dependencies: [.product(name: "Logging", package: "swift-log")],
            path: "Tests/KillingLog", swiftSettings: strict),
        .executableTarget(
            name: "near-connect-journal-child",
            dependencies: [
                "NEARConnect", "NEARPrimitives", "GLibRuntime", "KillingLog",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/JournalChild", swiftSettings: strict),
        .executableTarget(
            name: "near-connect-wallets-child",
            dependencies: ["NEARConnect", "KillingLog", .product(name: "Logging", package: "swift-log")],
            path: "Tests/WalletsChild", swiftSettings: strict),
        // The conformance suite of the wallet protocol, and a page to run it in; benches use it too.
        .target(
            name: "ConnectorTesting", dependencies: ["WebKitGTK", "GLibRuntime", "NEARConnectResources"],
            path: "Tests/ConnectorTesting", resources: [.copy("Fixtures")],
            swiftSettings: strict),
        .testTarget(
            name: "ConnectorTests",
            dependencies: [
                "ConnectorTesting", "MainLoopTesting", "WebKitGTK", "GLibRuntime",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NEARConnectTests",
            dependencies: [
                "near-connect-journal-child", "near-connect-wallets-child",
                "NEARConnect", "NEARDevnet", "NEARPrimitives", "NEARRPC", "WebKitGTK", "GLibRuntime", "MainLoopTesting",
                "NEARConnectTestKit", "NEARConnectResources", "ThreadTesting",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "WebKitGTKTests", dependencies: ["WebKitGTK", "GLibRuntime", "MainLoopTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "PairingCurvesTests", dependencies: ["PairingCurves", "NEARPrimitives", "ThreadTesting"],
            resources: [.copy("Vectors")], swiftSettings: strict),
        .testTarget(
            name: "NEARDevnetTests",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                "NEARDevnet", "NEARPrimitives", "NEARRPC", "ThreadTesting", "near-connect",
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            exclude: ["Clients/check_jsonrpc_client.py", "Clients/check_py_near.py", "Contracts/Source"],
            swiftSettings: strict),
    ] + (fuzzes ? fuzzTargets : []),
    swiftLanguageModes: [.v6]
)
