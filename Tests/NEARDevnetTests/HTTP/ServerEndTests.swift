// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization
import Testing

@testable import NEARDevnet

/// The end of a devnet while clients connect to it.
///
/// SwiftNIO ends the process of a debug build when a connection is handed to a loop that is gone.
@Suite struct ServerEndTests {
    /// Connects again and again until the port is closed.
    private static func connect(to port: UInt16, while flag: Flag) {
        while flag.isWanted.load(ordering: .relaxed) {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if status != 0 { return }
        }
    }

    @Test func clientsThatConnectMeanwhileAreNoObstacle() async throws {
        for _ in 0..<60 {
            let devnet = try await Devnet.start()
            let port = try #require(devnet.rpcURL.port.flatMap(UInt16.init(exactly:)))
            let flag = Flag()
            for _ in 0..<3 { Thread.detachNewThread { Self.connect(to: port, while: flag) } }
            try await Task.sleep(for: .milliseconds(2))
            await devnet.stop()
            flag.isWanted.store(false, ordering: .relaxed)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aSecondEndIsNoObstacleEither() async throws {
        for _ in 0..<40 {
            let devnet = try await Devnet.start()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { await devnet.stop() } }
            }
            await devnet.stop()
        }
    }

    private final class Flag: Sendable {
        let isWanted = Atomic(true)
    }
}
