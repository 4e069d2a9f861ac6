// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// True if the user has said where WebKitGTK is, by setting `PKG_CONFIG_PATH`; then exactly that file is used.
///
/// The distribution's own file makes SwiftPM warn at each build, so ours stands in for it (it says why).
let hasOwnPackages = Context.environment["PKG_CONFIG_PATH"] != nil
let webKitGTK = hasOwnPackages ? "webkit2gtk-4.1" : "\(Context.packageDirectory)/Sources/CWebKitGTK/webkitgtk.pc"
let glib = hasOwnPackages ? "gio-unix-2.0" : "\(Context.packageDirectory)/Sources/CGLib/glib.pc"
let soup = hasOwnPackages ? "libsoup-3.0" : "\(Context.packageDirectory)/Sources/CSoup/soup.pc"
let secret = hasOwnPackages ? "libsecret-1" : "\(Context.packageDirectory)/Sources/CSecret/secret.pc"

/// Scripts/fuzz sets this: parsers are built with the counters that libFuzzer reads, and the fuzzer is a product.
let fuzzes = Context.environment["NEAR_CONNECT_FUZZ"] != nil
/// Scripts/bench and Scripts/soak set this: what they run is built.
let measures = Context.environment["NEAR_CONNECT_BENCHMARKS"] != nil
/// Scripts/build-library sets this for the C library's engine, with linker flags that no dependency may have.
let embeds = Context.environment["NEAR_CONNECT_ENGINE"] != nil

/// Scripts/soak and .ci/run set this for Thread Sanitizer: what these targets need is built, and nothing else.
let pure = Context.environment["NEAR_CONNECT_PURE"] != nil
let pureTargets: Set = [
    "CNEARConnectResources", "CGLib", "CSodium", "CSecp256k1", "CNettle", "SafeText", "GuardedMemory", "NEARPrimitives",
    "SeededTesting", "SignTesting", "ThreadTesting", "NEARShares", "NEARSharesTests", "WalletConnectSign",
    "WalletConnectSignTests",
]
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["MLDSA65"]))
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
/// SQLite's C functions from the distribution, without GRDB itself, which brings Foundation with it.
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let flyingFox = ["FlyingFox", "FlyingSocks"].map { Target.Dependency.product(name: $0, package: "FlyingFox") }
let nio = ["NIOCore", "NIOHTTP1", "NIOPosix"].map { Target.Dependency.product(name: $0, package: "swift-nio") }

/// A module map over C headers: Swift can't import them by itself.
func system(_ name: String, _ pkgConfig: String, from provider: SystemPackageProvider) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [provider])
}

func library(_ name: String, _ needs: [Target.Dependency]) -> Target { .target(name: name, dependencies: needs) }
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies)
}

let systemLibraries = [
    system("CGLib", glib, from: .apt(["libglib2.0-dev"])),
    system("CWebKitGTK", webKitGTK, from: .apt(["libwebkit2gtk-4.1-dev", "libgtk-3-dev"])),
    system("CJavaScriptCore", "javascriptcoregtk-4.1", from: .apt(["libjavascriptcoregtk-4.1-dev"])),
    system("CSecret", secret, from: .apt(["libsecret-1-dev"])),
    system("CSoup", soup, from: .apt(["libsoup-3.0-dev"])),
    system("CSecp256k1", "libsecp256k1", from: .apt(["libsecp256k1-dev"])),
    system("CSodium", "libsodium", from: .apt(["libsodium-dev"])),
    system("CNettle", "nettle", from: .apt(["nettle-dev"])),
    system("CHogweed", "hogweed", from: .apt(["nettle-dev"])),
    system("CQREncode", "libqrencode", from: .apt(["libqrencode-dev"])),
    system("CLibYAML", "yaml-0.1", from: .apt(["libyaml-dev"])),
    system("CZstd", "libzstd", from: .apt(["libzstd-dev"])),
]

/// The dependencies of targets that work without a window, with a manager, and with wallets on phones.
let core: [Target.Dependency] = ["NEARConnectCore", "NEARPrimitives", "NEARRPC"]
let manager: [Target.Dependency] = core + ["NEARConnect", "GLibRuntime"]
let phones: [Target.Dependency] = ["WalletConnectPlatform", "WalletConnectSign"]
let secrets: [Target.Dependency] = ["NEARVault", "GuardedMemory"]
let sharedKeys: [Target.Dependency] = secrets + ["NEARSharedKeys", "NEARShares"]
let program: [Target.Dependency] = [
    "NEARConnectCommandLine", "NEARConnectCore", "NEARPrimitives", "GLibRuntime", "ProcessSetup", "SafeText",
    argumentParser,
]
let programNames = ["", "-devnet", "-peers", "-view", "-walletconnect"].map { "near-connect\($0)" }

// From the ground up; a target names only what stands above it in this list. HACKING.md says what each of them is.
let libraries: [Target] = [
    // C: for Swift SwiftPM makes an accessor that imports Foundation, and ends the program without the files.
    .target(
        name: "CNEARConnectResources", path: "Resources", exclude: ["Desktop", "Types"],
        resources: ["Bridge", "Connector", "DAppTests", "Provider", "Translations", "Wallets"].map { .copy($0) }),
    library("SafeText", ["CNEARConnectResources"]),
    .target(name: "FileLocking"),
    library("QRCode", ["CQREncode"]),
    library("GuardedMemory", ["CSodium"]),
    library("NEARPrimitives", ["SafeText", "CSecp256k1", "CSodium", "CNettle", "CGLib", crypto]),
    .target(name: "CCurl"),
    library("NEARRPC", ["NEARPrimitives", "SafeText", "CCurl", logging]),
    library("NEARShares", ["NEARPrimitives", "GuardedMemory", "SafeText", "CSodium"]),
    .target(name: "PairingCurves"),
    .target(
        name: "NEARDevnet",
        dependencies: [
            "NEARPrimitives", "PairingCurves", "CJavaScriptCore", "CNettle", logging, grdb,
            .product(name: "HashTreeCollections", package: "swift-collections"),
        ] + nio,
        exclude: ["Contracts/Samples/Source"],
        resources: [.embedInCode("Explorer")]),
    .target(name: "CMainExecutor"),
    library("GLibRuntime", ["CGLib", "CMainExecutor"]),
    .target(name: "CProcessSetup"),
    library("ProcessSetup", ["CProcessSetup", "GLibRuntime", "CGLib"]),
    library("NEARVault", ["GLibRuntime", "GuardedMemory", "SafeText", "FileLocking", "CGLib", "CSecret", "CSodium"]),
    library("WalletConnectSign", ["NEARPrimitives", "GuardedMemory", "SafeText", "CSodium"]),
    .target(name: "CLocalSocket"),
    library(
        "NEARConnectCore",
        [
            "NEARPrimitives", "NEARRPC", "WalletConnectSign", "CNEARConnectResources", "SafeText", "FileLocking",
            "CLocalSocket", logging, sqlite,
        ]),
    library(
        "WalletConnectPlatform",
        [
            "WalletConnectSign", "NEARConnectCore", "NEARVault", "NEARPrimitives", "GLibRuntime", "FileLocking",
            "GuardedMemory", "SafeText", "CGLib", "CSoup",
        ]),
    library(
        "NEARSharedKeys", core + secrets + ["NEARShares", "SafeText", "CHogweed", "CLocalSocket", "CSodium", logging]),
    library("NEARConnectScenarios", ["NEARConnectCore", "NEARPrimitives", "SafeText", "CLibYAML"]),
    library("GTKToolkit", ["SafeText", "GLibRuntime", "CGLib", "CWebKitGTK"]),
    library("WebKitGTK", ["GLibRuntime", "CGLib", "CWebKitGTK"]),
    library(
        "NEARConnect",
        core + phones + [
            "WebKitGTK", "GTKToolkit", "GLibRuntime", "SafeText", "QRCode", "CGLib", "NEARVault", logging,
        ]),
    library("NEARConnectFoundation", ["NEARConnect", "NEARConnectCore", "NEARPrimitives", "SafeText"]),
    library(
        "NEARConnectProgram",
        ["NEARConnect", "NEARConnectCore", "GTKToolkit", "GLibRuntime", "ProcessSetup", "SafeText"]),
    library(
        "NEARConnectShell",
        manager + phones + sharedKeys + ["WebKitGTK", "GTKToolkit", "QRCode", "SafeText", "CZstd", logging]),
    library("NEARConnectLocal", manager + sharedKeys + ["NEARDevnet", "SafeText"]),
    .target(
        name: "NEARConnectPeers",
        dependencies: core + nio + [
            "NEARDevnet", "NEARSharedKeys", "NEARShares", "WalletConnectSign", "GuardedMemory", "SafeText", "CHogweed",
            "CSodium", .product(name: "NIOWebSocket", package: "swift-nio"),
        ],
        resources: [.embedInCode("Wallet")]),
    library(
        "NEARConnectTestKit",
        manager + [
            "NEARConnectPeers", "NEARConnectLocal", "NEARConnectProgram", "NEARDevnet", "WebKitGTK", logging,
        ]),
    library(
        "NEARConnectScenarioRunner",
        manager + phones + [
            "NEARConnectScenarios", "NEARConnectLocal", "NEARDevnet", "ProcessSetup", "SafeText", logging,
        ]),
    // For tests alone: under it an async main, as that of Swift Testing, leaves the main thread to GLib's loop.
    library("CTestProcess", ["CProcessSetup", "CGLib"]),
    library("MainLoopTestKit", ["GLibRuntime", "CGLib", "GTKToolkit", "ProcessSetup", "CTestProcess"]),
    library(
        "NEARConnectTesting",
        manager + [
            "NEARConnectTestKit", "MainLoopTestKit", "NEARConnectLocal", "NEARConnectPeers", "NEARConnectProgram",
            "NEARDevnet", logging,
        ]),
    library("CNearConnectEngine", ["CGLib"]),
    .target(
        name: "NEARConnectEngine", dependencies: manager + phones + ["CNearConnectEngine", "SafeText", logging],
        linkerSettings: embeds ? [.unsafeFlags(["-static-stdlib", "-use-ld=lld"])] : []),
    library("NEARConnectCommandLine", core + ["SafeText", "GLibRuntime", "ProcessSetup", argumentParser, logging]),
]

let programs: [Target] = [
    // Loads neither GTK nor WebKit nor JavaScriptCore (Scripts/check looks): others do, and it executes them.
    .executableTarget(name: "near-connect", dependencies: program + ["NEARRPC", logging]),
    .executableTarget(name: "near-connect-devnet", dependencies: program + ["NEARDevnet"]),
    .executableTarget(
        name: "near-connect-walletconnect",
        dependencies: program + phones + sharedKeys + ["NEARRPC", "QRCode", logging]),
    .executableTarget(
        name: "near-connect-view",
        dependencies: program + [
            "NEARConnectScenarioRunner", "NEARConnectScenarios", "NEARConnectShell", "NEARConnectLocal",
            "NEARConnectProgram", "NEARConnect", "NEARDevnet", "NEARRPC", "WalletConnectPlatform", logging,
        ]),
]

let testSupport: [Target] = [
    .executableTarget(
        name: "near-connect-peers",
        dependencies: [
            "NEARConnectPeers", "NEARConnectCommandLine", "NEARConnectCore", "WalletConnectSign", "NEARDevnet",
            "NEARPrimitives", "SafeText", "NEARSharedKeys", argumentParser,
        ]),
    .executableTarget(
        name: "near-connect-vault-child",
        dependencies: ["NEARVault", "NEARShares", "NEARPrimitives", "GLibRuntime", "CSodium"], path: "Tests/VaultChild"),
    .executableTarget(
        name: "near-connect-shares-child", dependencies: core + sharedKeys, path: "Tests/SharesChild"),
    .target(
        name: "MainLoopTesting",
        dependencies: [
            "MainLoopTestKit", "WebKitGTK", "GTKToolkit", "GLibRuntime", "CWebKitGTK", "ProcessSetup",
            "PreparedProcess",
        ],
        path: "Tests/MainLoopTesting"),
    .target(
        name: "TestSupport", dependencies: core + flyingFox + ["CSodium", "SeededTesting"], path: "Tests/TestSupport"),
    .target(name: "SeededTesting", path: "Tests/SeededTesting"),
    .target(name: "ThreadTesting", path: "Tests/ThreadTesting"),
    .target(
        name: "SignTesting", dependencies: ["WalletConnectSign", "NEARPrimitives", "GuardedMemory"],
        path: "Tests/SignTesting"),
    .executableTarget(
        name: "near-connect-sign-child",
        dependencies: ["WalletConnectPlatform", "WalletConnectSign", "NEARConnectCore", "NEARVault", "SignTesting"],
        path: "Tests/SignChild"),
    .target(name: "TextTesting", path: "Tests/TextTesting"),
    // Linked by tests with views or contracts: their process is prepared before its main begins.
    .target(name: "PreparedProcess", dependencies: ["CProcessSetup"], path: "Tests/PreparedProcess"),
    .executableTarget(
        name: "near-connect-test-child",
        dependencies: [
            "NEARConnectProgram", "NEARConnectCore", "NEARPrimitives", "NEARRPC", "GTKToolkit", "GLibRuntime",
            argumentParser, logging,
        ],
        path: "Tests/TestChild"),
    .target(
        name: "ConnectorTesting",
        dependencies: ["NEARConnectCore", "NEARPrimitives", "WebKitGTK", "GLibRuntime"],
        path: "Tests/ConnectorTesting", resources: [.copy("Fixtures")]),
]

let testTargets: [Target] = [
    .testTarget(
        name: "NEARPrimitivesTests", dependencies: ["NEARPrimitives", "TextTesting"], resources: [.copy("Vectors")]),
    tests("FileLockingTests", ["FileLocking"]),
    tests("GuardedMemoryTests", ["GuardedMemory"]),
    .testTarget(
        name: "NEARSharesTests",
        dependencies: ["NEARShares", "NEARPrimitives", "GuardedMemory", "SeededTesting", "ThreadTesting"],
        resources: [.copy("Vectors")]),
    tests(
        "NEARSharedKeysTests",
        core + secrets + [
            "NEARSharedKeys", "NEARShares", "NEARDevnet", "NEARConnectPeers", "TestSupport", "ThreadTesting",
            "CLocalSocket", "near-connect-shares-child", logging,
        ]),
    tests("NEARRPCTests", ["NEARRPC", "NEARPrimitives", "CCurl", "near-connect-test-child"] + flyingFox),
    tests(
        "NEARVaultTests",
        secrets + [
            "NEARPrimitives", "GLibRuntime", "MainLoopTestKit", "CSodium", "TestSupport", "ThreadTesting",
            "near-connect-vault-child",
        ]),
    tests(
        "WalletConnectSignTests",
        ["WalletConnectSign", "NEARPrimitives", "GuardedMemory", "SeededTesting", "SignTesting", "ThreadTesting"]),
    tests(
        "WalletConnectPlatformTests",
        [
            "WalletConnectPlatform", "WalletConnectSign", "NEARConnectCore", "NEARPrimitives", "NEARVault",
            "GuardedMemory", "GLibRuntime", "MainLoopTestKit", "SignTesting", "TestSupport", "ThreadTesting",
            "CGLib", "near-connect-sign-child",
        ]),
    .testTarget(
        name: "PairingCurvesTests", dependencies: ["PairingCurves", "NEARPrimitives", "ThreadTesting"],
        resources: [.copy("Vectors")]),
    .testTarget(
        name: "NEARDevnetTests",
        dependencies: [
            "NEARDevnet", "NEARPrimitives", "NEARRPC", "PreparedProcess", "ProcessSetup", "TestSupport", "TextTesting",
            "ThreadTesting", "near-connect", "near-connect-devnet", logging, grdb,
        ] + nio + flyingFox,
        exclude: [
            "Clients/check_jsonrpc_client.py", "Clients/check_near_api.py", "Clients/check_near_kit.py",
            "Clients/check_py_near.py", "Contracts/Source",
        ]),
    tests(
        "NEARConnectCoreTests",
        core + [
            "NEARConnectCommandLine", "NEARDevnet", "SafeText", "TestSupport", "TextTesting", "ThreadTesting",
            "PreparedProcess", "near-connect", "near-connect-test-child", argumentParser, logging,
            .product(name: "InMemoryLogging", package: "swift-log"),
        ] + flyingFox),
    tests("NEARConnectScenariosTests", ["NEARConnectScenarios", "NEARConnectCore", "NEARPrimitives", "TestSupport"]),
    tests("WebKitGTKTests", ["WebKitGTK", "GTKToolkit", "GLibRuntime", "MainLoopTesting"]),
    tests("ProcessSetupTests", ["ProcessSetup", "GLibRuntime", "WebKitGTK", "MainLoopTesting"]),
    tests("ConnectorTests", ["ConnectorTesting", "MainLoopTesting", "WebKitGTK", "GLibRuntime"] + flyingFox),
    .testTarget(
        name: "NEARConnectTests",
        dependencies: manager + sharedKeys + [
            "near-connect-test-child", "QRCode", "NEARConnectPeers", "NEARConnectFoundation", "NEARConnectShell",
            "NEARConnectLocal", "NEARConnectTestKit", "NEARConnectScenarioRunner", "NEARConnectScenarios", "NEARDevnet",
            "WebKitGTK", "GTKToolkit", "SafeText", "FileLocking", "TestSupport", "TextTesting", "MainLoopTesting",
            "ThreadTesting", "ProcessSetup", "NEARConnectEngine", logging,
            .product(name: "InMemoryLogging", package: "swift-log"),
        ] + phones + flyingFox + programNames.map { .byName(name: $0) },
        exclude: ["Fixtures"]),
    // Scripted counterparts that need no display.
    tests(
        "NEARConnectPeersTests",
        core + ["NEARConnectPeers", "WalletConnectSign", "NEARDevnet", "PreparedProcess", logging]),
    // The test kit as a dApp's tests use it: its files import nothing else of this package.
    tests("NEARConnectTestingTests", ["NEARConnectTesting"]),
    // What the documents show, and a run of it; its files import what a reader's program would.
    .testTarget(
        name: "ExamplesTests",
        dependencies: [
            "NEARConnect", "NEARConnectFoundation", "NEARConnectProgram", "NEARConnectTestKit", "GTKToolkit",
            "MainLoopTesting",
        ],
        path: "Examples",
        exclude: [
            "CI", "dapp-tests", "embed", "embed-python-asyncio", "embed-swift", "headless-python", "Payment",
            "SharedAccount", "Shop", "WalletConnectDapp", "Window", "scenarios",
        ]),
    // A target of its own: literals of the kit count in all files of a target that imports it.
    .testTarget(name: "ExampleShopTests", dependencies: ["NEARConnectTesting"], path: "Examples/Shop/Tests/ShopTests"),
    .testTarget(name: "ScriptsTests"),
]

let managersOverDevnet: [Target.Dependency] = [
    "NEARConnectLocal", "NEARConnectProgram", "NEARConnect", "NEARConnectCore", "NEARDevnet", "NEARPrimitives",
    "GLibRuntime", "ProcessSetup", argumentParser, logging,
]
func bench(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: "near-connect-bench-\(name.lowercased())", dependencies: dependencies, path: "Benchmarks/\(name)")
}
let benchmarks: [Target] = [
    bench("Devnet", ["NEARDevnet", "NEARPrimitives", "ProcessSetup", "CJavaScriptCore"]),
    bench("Connector", ["ConnectorTesting", "GTKToolkit", "WebKitGTK", "GLibRuntime", "ProcessSetup", argumentParser]),
    bench("Embedded", ["NEARConnect", "GTKToolkit"]),
    bench("Scenarios", managersOverDevnet + ["BenchFigures", "NEARConnectScenarioRunner", "NEARConnectScenarios"]),
    bench("DApps", managersOverDevnet + ["BenchFigures", "NEARConnectTestKit", "WebKitGTK"]),
    bench(
        "SharedKeys",
        core + sharedKeys + ["BenchFigures", "NEARConnectPeers", "NEARDevnet", "GLibRuntime", "CSodium"]),
    .target(name: "BenchFigures", path: "Benchmarks/Figures"),
    .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter"),
    bench("Primitives", ["NEARPrimitives", "CAllocationCounter", "CSodium"]),
    bench(
        "WalletConnect",
        phones + [
            "BenchFigures", "NEARConnectPeers", "NEARConnectCore", "NEARVault", "NEARDevnet", "NEARPrimitives",
            "GuardedMemory", "GLibRuntime", "ProcessSetup", "CSodium", argumentParser,
        ]),
    .executableTarget(
        name: "near-connect-soak",
        dependencies: managersOverDevnet + ["NEARConnectTestKit", "NEARConnectScenarioRunner", "NEARConnectScenarios"],
        path: "Benchmarks/Soak"),
]

let fuzzing: [Target] = [
    .target(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    .executableTarget(
        name: "near-connect-fuzz",
        dependencies: core + sharedKeys + ["CFuzzer", "GLibRuntime", "WalletConnectSign", logging],
        path: "Fuzzing/Fuzzer",
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
]

let targets =
    (systemLibraries + libraries + programs + testSupport + testTargets + (measures ? benchmarks : [])
    + (fuzzes ? fuzzing : [])).filter { !pure || pureTargets.contains($0.name) }

/// The libraries whose code libFuzzer watches.
let fuzzed: Set = ["NEARConnectCore", "NEARPrimitives", "NEARSharedKeys", "NEARShares", "WalletConnectSign"]

/// Every target speaks Swift 6 and says where each declaration it uses comes from.
for target in targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? [])
        + ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"].map { .enableUpcomingFeature($0) }
        + (fuzzes && fuzzed.contains(target.name) ? [.unsafeFlags(["-sanitize=fuzzer"])] : [])
}

let package = Package(
    name: "near-connect",
    products: ([
        "NEARConnect", "NEARConnectProgram", "NEARConnectFoundation", "NEARConnectCore", "GLibRuntime",
        "NEARConnectTestKit", "NEARConnectTesting", "NEARDevnet", "NEARPrimitives", "NEARRPC", "NEARSharedKeys",
        "NEARShares", "NEARVault", "ProcessSetup",
    ].map { .library(name: $0, targets: [$0]) } + programNames.map { .executable(name: $0, targets: [$0]) }
        + (embeds ? [.library(name: "near-connect-engine", type: .dynamic, targets: ["NEARConnectEngine"])] : []))
        .filter { _ in !pure },
    traits: [
        .trait(
            name: "MLDSA65",
            description: "Signs with post-quantum keys, too (FIPS 204); builds swift-crypto, which takes minutes.")
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
