// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect

/// The processes that WebKit starts: they have none of the program's ports and connections.
final class InheritedSocketTests: MainLoopTestCase {
    /// The sockets that a process has open, by their inodes.
    private static func sockets(of process: String) throws -> Set<String> {
        let folder = "/proc/\(process)/fd"
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
                do {
                    let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                    return target.hasPrefix("socket:") ? target : nil
                } catch {
                    // It was closed meanwhile.
                    return nil
                }
            })
    }

    /// The TCP sockets among them, as the kernel lists them.
    private static func tcp(_ sockets: Set<String>) throws -> Set<String> {
        let lines = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).split(separator: "\n").dropFirst()
        return sockets.intersection(
            lines.compactMap { line in
                let fields = line.split(separator: " ")
                return fields.count > 9 ? "socket:[\(fields[9])]" : nil
            })
    }

    func testWebKitsProcessesHaveNoneOfTheProgramsSockets() throws {
        try run {
            // A chain and a connection to it, which are there before WebKit's processes are.
            let devnet = try await Devnet.start()
            let client = try NEARRPCClient(url: devnet.rpcURL.absoluteString)
            _ = try await client.viewAccount(try AccountId("test.near"))
            let environment = try await WalletTestEnvironment.start()
            _ = try await environment.manager.client().viewAccount(environment.accounts[0].id)
            let processes = ["WebKitWebProces", "WebKitNetworkPr"].flatMap { ProcessTree.children(named: $0) }
            XCTAssertGreaterThanOrEqual(processes.count, 2)
            let own = try Self.tcp(try Self.sockets(of: "self"))
            // Connections as well, as far as they are open still.
            XCTAssertGreaterThanOrEqual(own.count, 2, "the ports of both chains")
            for process in processes {
                let shared = own.intersection(try Self.sockets(of: "\(process)"))
                XCTAssertEqual(shared, [], "of \(process)")
            }
            // So a port is closed with its server.
            await devnet.stop()
            let start = ContinuousClock().now
            do {
                _ = try await client.viewAccount(try AccountId("test.near"))
                XCTFail("somebody has answered")
            } catch {
                XCTAssertLessThan(start.duration(to: .now), .seconds(10), "\(error)")
            }
            try await environment.stop()
        }
    }
}
