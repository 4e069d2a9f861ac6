// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// True if the user has said where WebKitGTK is, by setting `PKG_CONFIG_PATH`; then exactly that file is used.
///
/// The distribution's own file makes SwiftPM warn at each build, so ours stands in for it (it says why).
let hasOwnPackages = Context.environment["PKG_CONFIG_PATH"] != nil
let webKitGTK = hasOwnPackages ? "webkit2gtk-4.1" : "\(Context.packageDirectory)/Sources/CWebKitGTK/webkitgtk.pc"
let glib = hasOwnPackages ? "gio-unix-2.0" : "\(Context.packageDirectory)/Sources/CGLib/glib.pc"
let secret = hasOwnPackages ? "libsecret-1" : "\(Context.packageDirectory)/Sources/CSecret/secret.pc"

/// Scripts/fuzz sets this: parsers are built with the counters that libFuzzer reads, and the fuzzer is a product.
let fuzzes = Context.environment["NEAR_CONNECT_FUZZ"] != nil
/// Scripts/bench and Scripts/soak set this: what they run is built.
let measures = Context.environment["NEAR_CONNECT_BENCHMARKS"] != nil

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto", condition: .when(traits: ["MLDSA65"]))
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
/// SQLite's C functions from the distribution, without GRDB itself, which brings Foundation with it.
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let flyingFox: [Target.Dependency] = [
    .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
]

// Module maps over C headers: Swift can't import them by itself.
let systemLibraries: [Target] = [
    .systemLibrary(name: "CGLib", pkgConfig: glib, providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
        name: "CWebKitGTK", pkgConfig: webKitGTK,
        providers: [.apt(["libwebkit2gtk-4.1-dev", "libjavascriptcoregtk-4.1-dev", "libgtk-3-dev"])]),
    .systemLibrary(
        name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
        providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
    .systemLibrary(name: "CSecret", pkgConfig: secret, providers: [.apt(["libsecret-1-dev"])]),
    .systemLibrary(name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
]

// From the ground up; a target names only what stands above it in this list. No GTK down to NEARConnectCore.
let libraries: [Target] = [
    // Texts from outside, made fit to be shown to somebody who decides by them, and our own texts for users.
    .target(name: "SafeText"),
    // Locks on files that processes share, with turns.
    .target(name: "FileLocking"),
    // Bytes of secrets in memory that is guarded, and wiped.
    .target(name: "GuardedMemory", dependencies: ["CSodium"]),
    .target(
        name: "NEARPrimitives", dependencies: ["SafeText", "CSecp256k1", "CSodium", "CNettle", "CGLib", crypto]),
    .target(name: "NEARRPC", dependencies: ["NEARPrimitives", "SafeText", "CCurl", logging]),
    // Shared keys: any two of the shares sign, and the key is never put together. No I/O.
    .target(name: "NEARShares", dependencies: ["NEARPrimitives", "GuardedMemory", "SafeText", "CSodium"]),
    // Curves with pairings, for the devnet's contracts; no library that Debian 12 has does both of them.
    .target(name: "PairingCurves"),
    .target(
        name: "NEARDevnet",
        dependencies: [
            "NEARPrimitives", "PairingCurves", "CJavaScriptCore", "CNettle", logging,
            .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "HashTreeCollections", package: "swift-collections"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        exclude: ["Contracts/Samples/Source"],
        resources: [.embedInCode("Explorer")]),
    // Two variables of the Swift runtime's, whose functions have a calling convention that Swift can't name.
    .target(name: "CMainExecutor"),
    .target(name: "GLibRuntime", dependencies: ["CGLib", "CMainExecutor"]),
    // What belongs to a program's process and not to a library in it: variables, signals, a display of its own, before
    // the first view or contract. The handler of fatal signals is C.
    .target(name: "CProcessSetup"),
    .target(name: "ProcessSetup", dependencies: ["CProcessSetup", "GLibRuntime", "CGLib"]),
    // Places for secrets: the desktop's keyring, a sealed file, a plain file, memory.
    .target(
        name: "NEARVault",
        dependencies: ["GLibRuntime", "GuardedMemory", "SafeText", "FileLocking", "CGLib", "CSecret", "CSodium"]),
    // WalletConnect's engine, envelopes and links: no socket, no file, no clock.
    .target(name: "WalletConnectSign", dependencies: ["NEARPrimitives", "GuardedMemory", "SafeText", "CSodium"]),
    // C, so that no accessor is generated for its files: SwiftPM's in Swift imports Foundation, and ends the program
    // when the files aren't there.
    .target(
        name: "CNEARConnectResources", path: "Resources", exclude: ["Desktop", "Types"], sources: ["own_file.c"],
        resources: [.copy("Bridge"), .copy("Connector"), .copy("DAppTests"), .copy("Provider"), .copy("Wallets")]),
    // Two calls on UNIX sockets that Swift can't import.
    .target(name: "CLocalSocket"),
    .target(
        name: "NEARConnectCore",
        dependencies: [
            "NEARPrimitives", "NEARRPC", "CNEARConnectResources", "SafeText", "FileLocking", "CLocalSocket", logging,
            sqlite,
        ]),

    // Scenario files: reading them, which scenarios run where, and reports of how they went. No I/O.
    .target(name: "NEARConnectScenarios", dependencies: ["NEARConnectCore", "NEARPrimitives", "SafeText", "CLibYAML"]),

    // Windows and web views.
    .target(name: "GTKToolkit", dependencies: ["SafeText", "GLibRuntime", "CGLib", "CWebKitGTK"]),
    .target(name: "WebKitGTK", dependencies: ["GLibRuntime", "CGLib", "CWebKitGTK"]),
    .target(
        name: "NEARConnect",
        dependencies: [
            "NEARConnectCore", "NEARPrimitives", "NEARRPC", "WebKitGTK", "GTKToolkit",
            "GLibRuntime", "SafeText", "CGLib", "CQREncode", logging,
        ]),
    // Names of near-connect-ios with [String: Any], which need all of Foundation; it re-exports NEARConnect.
    .target(
        name: "NEARConnectFoundation", dependencies: ["NEARConnect", "NEARConnectCore", "NEARPrimitives", "SafeText"]),
    // The process of a program that is written for this library, which it re-exports.
    .target(
        name: "NEARConnectProgram",
        dependencies: ["NEARConnect", "NEARConnectCore", "GTKToolkit", "GLibRuntime", "ProcessSetup", "SafeText"]),
    .target(
        name: "NEARConnectShell",
        dependencies: [
            "NEARConnect", "NEARConnectCore", "NEARPrimitives", "NEARRPC", "WebKitGTK", "GTKToolkit", "GLibRuntime",
            "SafeText", logging,
        ]),
    .target(
        name: "NEARConnectLocal",
        dependencies: [
            "NEARConnect", "NEARConnectCore", "NEARDevnet", "NEARPrimitives", "NEARRPC", "GLibRuntime", "SafeText",
        ]),
    // Scripted counterparts for tests, which no program of the product links.
    .target(
        name: "NEARConnectPeers", dependencies: ["NEARDevnet", "NEARPrimitives"] + flyingFox,
        resources: [.embedInCode("Wallet")]),
    .target(
        name: "NEARConnectTestKit",
        dependencies: [
            "NEARConnectPeers", "NEARConnectLocal", "NEARConnectProgram", "NEARConnect", "NEARConnectCore",
            "NEARDevnet", "NEARPrimitives", "NEARRPC", "WebKitGTK", "GLibRuntime", logging,
        ] + flyingFox),
    // Runs scenarios through a manager: the other half of NEARConnectScenarios, with all I/O.
    .target(
        name: "NEARConnectScenarioRunner",
        dependencies: [
            "NEARConnectScenarios", "NEARConnectLocal", "NEARConnect", "NEARConnectCore", "NEARDevnet",
            "NEARPrimitives", "NEARRPC", "ProcessSetup", "SafeText", logging,
        ]),
    // Linked by tests alone: under it an async main, as that of Swift Testing, leaves the main thread to GLib's loop.
    .target(name: "CTestProcess", dependencies: ["CProcessSetup", "CGLib"]),
    .target(name: "MainLoopTestKit", dependencies: ["GLibRuntime", "GTKToolkit", "ProcessSetup", "CTestProcess"]),
    // What tests import: the kit, and both test frameworks with it.
    .target(
        name: "NEARConnectTesting",
        dependencies: [
            "NEARConnectTestKit", "MainLoopTestKit", "NEARConnectLocal", "NEARConnectPeers", "NEARConnectProgram",
            "NEARConnect", "NEARConnectCore", "NEARDevnet", "NEARPrimitives", "NEARRPC", "GLibRuntime", logging,
        ]),
    .target(
        name: "NEARConnectCommandLine",
        dependencies: [
            "NEARConnectCore", "NEARPrimitives", "NEARRPC", "SafeText", "GLibRuntime", "ProcessSetup", argumentParser,
            logging,
        ]),
]

let programs: [Target] = [
    // Loads neither GTK nor WebKit nor JavaScriptCore (Scripts/check looks): the next two do, and it executes them.
    .executableTarget(
        name: "near-connect",
        dependencies: [
            "NEARConnectCommandLine", "NEARConnectCore", "NEARPrimitives", "NEARRPC", "GLibRuntime", "ProcessSetup",
            "SafeText", argumentParser, logging,
        ]),
    .executableTarget(
        name: "near-connect-devnet",
        dependencies: [
            "NEARConnectCommandLine", "NEARConnectCore", "NEARDevnet", "NEARPrimitives", "GLibRuntime", "ProcessSetup",
            "SafeText", argumentParser,
        ]),
    .executableTarget(
        name: "near-connect-view",
        dependencies: [
            "NEARConnectCommandLine", "NEARConnectScenarioRunner", "NEARConnectScenarios", "NEARConnectShell",
            "NEARConnectLocal", "NEARConnectProgram", "NEARConnect", "NEARConnectCore", "NEARDevnet", "NEARPrimitives",
            "NEARRPC", "GLibRuntime", "ProcessSetup", "SafeText", argumentParser, logging,
        ]),
]

let testSupport: [Target] = [
    // Scripted counterparts, for tests and pipelines; no program above has any of them.
    .executableTarget(
        name: "near-connect-peers",
        dependencies: [
            "NEARConnectPeers", "NEARConnectCommandLine", "NEARConnectCore", "NEARDevnet", "NEARPrimitives",
            "SafeText", argumentParser,
        ]),
    .executableTarget(
        name: "near-connect-vault-child", dependencies: ["NEARVault", "GLibRuntime"], path: "Tests/VaultChild"),
    .target(
        name: "MainLoopTesting",
        dependencies: [
            "MainLoopTestKit", "WebKitGTK", "GTKToolkit", "GLibRuntime", "CWebKitGTK", "ProcessSetup",
            "PreparedProcess",
        ],
        path: "Tests/MainLoopTesting"),
    .target(
        name: "TestSupport", dependencies: ["NEARConnectCore", "NEARPrimitives", "NEARRPC"] + flyingFox,
        path: "Tests/TestSupport"),
    .target(name: "ThreadTesting", path: "Tests/ThreadTesting"),
    // Texts that Unicode takes for equal and that have other bytes.
    .target(name: "TextTesting", path: "Tests/TextTesting"),
    // Linked by tests that use views or contracts: their process is prepared before its main begins.
    .target(name: "PreparedProcess", dependencies: ["CProcessSetup"], path: "Tests/PreparedProcess"),
    // A second process for tests, which may be killed at a step that they name.
    .executableTarget(
        name: "near-connect-test-child",
        dependencies: [
            "NEARConnectProgram", "NEARConnectCore", "NEARPrimitives", "NEARRPC", "GTKToolkit", "GLibRuntime",
            argumentParser, logging,
        ],
        path: "Tests/TestChild"),
    // The conformance suite of the wallet protocol, and a page to run it in; benches use it too.
    .target(
        name: "ConnectorTesting",
        dependencies: ["NEARConnectCore", "NEARPrimitives", "WebKitGTK", "GLibRuntime"],
        path: "Tests/ConnectorTesting", resources: [.copy("Fixtures")]),
]

let tests: [Target] = [
    .testTarget(
        name: "NEARPrimitivesTests", dependencies: ["NEARPrimitives", "TextTesting"], resources: [.copy("Vectors")]),
    .testTarget(name: "FileLockingTests", dependencies: ["FileLocking"]),
    .testTarget(name: "GuardedMemoryTests", dependencies: ["GuardedMemory"]),
    .testTarget(
        name: "NEARSharesTests",
        dependencies: ["NEARShares", "NEARPrimitives", "GuardedMemory", "TestSupport", "ThreadTesting"],
        resources: [.copy("Vectors")]),
    .testTarget(
        name: "NEARRPCTests",
        dependencies: ["NEARRPC", "NEARPrimitives", "CCurl", "near-connect-test-child"] + flyingFox),
    .testTarget(
        name: "NEARVaultTests",
        dependencies: ["NEARVault", "GLibRuntime", "CSodium", "ThreadTesting", "near-connect-vault-child"]),
    .testTarget(
        name: "WalletConnectSignTests",
        dependencies: ["WalletConnectSign", "NEARPrimitives", "GuardedMemory", "ThreadTesting"]),
    .testTarget(
        name: "PairingCurvesTests", dependencies: ["PairingCurves", "NEARPrimitives", "ThreadTesting"],
        resources: [.copy("Vectors")]),
    .testTarget(
        name: "NEARDevnetTests",
        dependencies: [
            "NEARDevnet", "NEARPrimitives", "NEARRPC", "PreparedProcess", "ProcessSetup", "TestSupport", "TextTesting",
            "ThreadTesting", "near-connect", "near-connect-devnet", logging,
            .product(name: "FlyingSocks", package: "FlyingFox"),
            .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "NIOCore", package: "swift-nio"),
        ],
        exclude: [
            "Clients/check_jsonrpc_client.py", "Clients/check_near_api.py", "Clients/check_near_kit.py",
            "Clients/check_py_near.py", "Contracts/Source",
        ]),
    .testTarget(
        name: "NEARConnectCoreTests",
        dependencies: [
            "NEARConnectCommandLine", "NEARConnectCore", "NEARPrimitives", "NEARRPC", "NEARDevnet", "SafeText",
            "TestSupport", "TextTesting", "ThreadTesting", "PreparedProcess", "near-connect",
            "near-connect-test-child", argumentParser, logging,
            .product(name: "InMemoryLogging", package: "swift-log"),
        ] + flyingFox),
    .testTarget(
        name: "NEARConnectScenariosTests",
        dependencies: ["NEARConnectScenarios", "NEARConnectCore", "NEARPrimitives", "TestSupport"]),
    .testTarget(
        name: "WebKitGTKTests", dependencies: ["WebKitGTK", "GTKToolkit", "GLibRuntime", "MainLoopTesting"]),
    .testTarget(
        name: "ProcessSetupTests", dependencies: ["ProcessSetup", "GLibRuntime", "WebKitGTK", "MainLoopTesting"]),
    .testTarget(
        name: "ConnectorTests",
        dependencies: ["ConnectorTesting", "MainLoopTesting", "WebKitGTK", "GLibRuntime"] + flyingFox),
    .testTarget(
        name: "NEARConnectTests",
        dependencies: [
            "near-connect", "near-connect-view", "near-connect-devnet", "near-connect-peers", "near-connect-test-child",
            "NEARConnect", "NEARConnectCore", "NEARConnectFoundation", "NEARConnectShell", "NEARConnectLocal",
            "NEARConnectTestKit", "NEARConnectScenarioRunner", "NEARConnectScenarios",
            "NEARDevnet", "NEARPrimitives", "NEARRPC", "WebKitGTK", "GTKToolkit", "GLibRuntime",
            "SafeText", "FileLocking", "TestSupport", "TextTesting", "MainLoopTesting", "ThreadTesting", "ProcessSetup",
            logging,
            .product(name: "InMemoryLogging", package: "swift-log"),
        ] + flyingFox,
        exclude: ["Fixtures"]),
    // The test kit, used as a dApp's tests use it: its files import nothing else of this package.
    .testTarget(name: "NEARConnectTestingTests", dependencies: ["NEARConnectTesting"]),
    // What the README and the documentation show, and a run of it; its files import what a reader's program would.
    .testTarget(
        name: "ExamplesTests",
        dependencies: [
            "NEARConnect", "NEARConnectFoundation", "NEARConnectProgram", "NEARConnectTestKit", "GTKToolkit",
            "MainLoopTesting",
        ],
        path: "Examples", exclude: ["CI", "dapp-tests", "Payment", "Shop", "Window", "scenarios"]),
    // A dApp's tests. A target of their own: literals of the kit count in all files of a target that imports it.
    .testTarget(name: "ExampleShopTests", dependencies: ["NEARConnectTesting"], path: "Examples/Shop/Tests/ShopTests"),
    // Scripts that find mistakes, shown to find them.
    .testTarget(name: "ScriptsTests"),
]

let managersOverDevnet: [Target.Dependency] = [
    "NEARConnectLocal", "NEARConnectProgram", "NEARConnect", "NEARConnectCore", "NEARDevnet", "NEARPrimitives",
    "GLibRuntime", "ProcessSetup", argumentParser, logging,
]

let benchmarks: [Target] = [
    .executableTarget(
        name: "near-connect-bench-devnet",
        dependencies: ["NEARDevnet", "NEARPrimitives", "ProcessSetup", "CJavaScriptCore"],
        path: "Benchmarks/Devnet"),
    .executableTarget(
        name: "near-connect-bench-connector",
        dependencies: ["ConnectorTesting", "GTKToolkit", "WebKitGTK", "GLibRuntime", "ProcessSetup", argumentParser],
        path: "Benchmarks/Connector"),
    .executableTarget(name: "near-connect-bench-embedded", dependencies: ["NEARConnect"], path: "Benchmarks/Embedded"),
    .executableTarget(
        name: "near-connect-bench-scenarios",
        dependencies: managersOverDevnet + ["BenchFigures", "NEARConnectScenarioRunner", "NEARConnectScenarios"],
        path: "Benchmarks/Scenarios"),
    .executableTarget(
        name: "near-connect-bench-dapps",
        dependencies: managersOverDevnet + ["BenchFigures", "NEARConnectTestKit", "WebKitGTK"],
        path: "Benchmarks/DApps"),
    .target(name: "BenchFigures", path: "Benchmarks/Figures"),
    .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter"),
    .executableTarget(
        name: "near-connect-bench-primitives",
        dependencies: ["NEARPrimitives", "NEARShares", "GuardedMemory", "CAllocationCounter", "CSodium"],
        path: "Benchmarks/Primitives"),
    .executableTarget(
        name: "near-connect-soak",
        dependencies: managersOverDevnet + ["NEARConnectTestKit", "NEARConnectScenarioRunner", "NEARConnectScenarios"],
        path: "Benchmarks/Soak"),
]

let fuzzing: [Target] = [
    .target(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    .executableTarget(
        name: "near-connect-fuzz",
        dependencies: [
            "CFuzzer", "NEARConnectCore", "NEARPrimitives", "NEARRPC", "NEARShares", "GuardedMemory",
            "WalletConnectSign", logging,
        ],
        path: "Fuzzing/Fuzzer",
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
]

let targets =
    systemLibraries + libraries + programs + testSupport + tests + (measures ? benchmarks : [])
    + (fuzzes ? fuzzing : [])

/// The libraries whose code libFuzzer watches.
let fuzzed: Set = ["NEARPrimitives", "NEARShares", "WalletConnectSign"]

/// Every target speaks Swift 6 and says where each declaration it uses comes from.
for target in targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ] + (fuzzes && fuzzed.contains(target.name) ? [.unsafeFlags(["-sanitize=fuzzer"])] : [])
}

let package = Package(
    name: "near-connect",
    products: [
        "NEARConnect", "NEARConnectProgram", "NEARConnectFoundation", "NEARConnectCore", "GLibRuntime",
        "NEARConnectTestKit", "NEARConnectTesting", "NEARDevnet", "NEARPrimitives", "NEARRPC", "ProcessSetup",
    ].map { .library(name: $0, targets: [$0]) }
        + [
            "near-connect", "near-connect-devnet", "near-connect-peers", "near-connect-view",
        ].map { .executable(name: $0, targets: [$0]) },
    traits: [
        .trait(
            name: "MLDSA65",
            description:
                "Signs and verifies with post-quantum keys (FIPS 204); builds swift-crypto, which takes minutes.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        // For the trait MLDSA65 alone; without it SwiftPM neither fetches nor builds it.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: targets,
    swiftLanguageModes: [.v6]
)
