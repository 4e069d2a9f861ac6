// SPDX-License-Identifier: MIT

import FoundationEssentials
import GTKToolkit
import Glibc
import NEARConnect

/// A program that has the library in it and nothing else.
///
/// Its libraries, its size and its start are the library's own; Scripts/check looks at the first. With arguments it is
/// the program in Swift of Scripts/bench embedding, and prints one JSON line as those in C and Python do:
///
///     near-connect-bench-embedded ready              from NEAR_CONNECT_BENCH_START until the page has announced itself
///     near-connect-bench-embedded verb NODE COUNT    an account read from a node, COUNT times
@main
struct Embedded {
    private static let warmUp = 20

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        try MainActor.assumeIsolated {
            switch words.first {
            case "ready": try measureStart()
            case "verb" where words.count == 3: try measureVerb(node: words[1], count: Int(words[2]) ?? 1)
            default:
                let configuration = NEARWalletConfiguration(network: .testnet, profile: .ephemeral)
                let manager = NEARWalletManager(configuration: configuration)
                try MainLoop.run { manager.close() }
            }
        }
    }

    @MainActor
    private static func measureStart() throws {
        try GTKDisplay.open()
        try MainLoop.run {
            let configuration = NEARWalletConfiguration(network: .testnet, profile: .ephemeral)
            let manager = NEARWalletManager(configuration: configuration)
            try await manager.ready()
            let began = getenv("NEAR_CONNECT_BENCH_START").flatMap { UInt64(String(cString: $0)) } ?? 0
            let milliseconds = Double(now() - began) / 1_000_000
            print(#"{"ms":\#(milliseconds),"private_kib":\#(try privateKiB())}"#)
            manager.close()
        }
    }

    @MainActor
    private static func measureVerb(node: String, count: Int) throws {
        try GTKDisplay.open()
        try MainLoop.run {
            guard let url = URL(string: node) else { return }
            let network = try CustomNetwork(id: "devnet", rpcURLs: [url])
            let manager = NEARWalletManager(
                configuration: NEARWalletConfiguration(network: .custom(network), profile: .ephemeral))
            try await manager.ready()
            var times: [UInt64] = []
            for turn in -warmUp..<count {
                let began = now()
                _ = try await manager.balance(of: AccountId("bob.test.near"))
                if turn >= 0 { times.append(now() - began) }
            }
            print(#"{"us":\#(Double(times.sorted()[count / 2]) / 1000)}"#)
            manager.close()
        }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns the memory that no other process has, as the programs in C and Python count it.
    private static func privateKiB() throws -> Int {
        try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
            .split(separator: "\n")
            .filter { $0.hasPrefix("Private_") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
            .reduce(0, +)
    }
}
