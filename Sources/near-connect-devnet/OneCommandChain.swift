// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARDevnet
import NEARPrimitives

/// The chain of a command's `--devnet`: it answers until standard input ends, which is when the command has ended.
enum OneCommandChain {
    /// Runs the chain, with a folder of its own for keys and profile, which it removes.
    static func serve(_ configuration: DevnetConfiguration) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "near-connect-devnet-\(UUID().uuidString)", directoryHint: .notDirectory)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let served = Result {
            try MainActor.assumeIsolated {
                try MainLoop.run { try await serve(configuration, in: folder) }
            }
        }
        try FileManager.default.removeItem(at: folder)
        try served.get()
    }

    @MainActor
    private static func serve(_ configuration: DevnetConfiguration, in folder: URL) async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let interruption = Interruption()
        let signals = Task {
            if await interruption.wait() != nil { end.yield() }
        }
        defer { signals.cancel() }
        Thread.detachNewThread {
            var piece = [UInt8](repeating: 0, count: 64)
            while true {
                let count = read(STDIN_FILENO, &piece, piece.count)
                guard count > 0 || (count < 0 && errno == EINTR) else { break }
            }
            end.yield()
        }
        let devnet = try await Devnet.start(configuration)
        try await devnet.deploy(.guestBook, to: try AccountId("book.test.near"))
        let token = SampleContract.fungibleToken(owner: try AccountId("alice.test.near"), totalSupply: "1000000000")
        try await devnet.deploy(token, to: try AccountId("token.test.near"))
        try devnet.writeCredentials(to: folder)
        DevnetAnnouncement(devnet: devnet, credentials: folder, state: nil).print(asJSON: true)
        for await _ in ends { break }
        await devnet.stop()
    }
}
