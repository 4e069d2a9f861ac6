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
    ///
    /// The folder of a chain that was killed goes with the next one.
    static func serve(_ configuration: DevnetConfiguration) throws {
        try MainActor.assumeIsolated {
            let folder = try TemporaryFolder.take()
            let served = Result { try MainLoop.run { try await serve(configuration, in: folder.url) } }
            _ = folder.giveBack()
            try folder.removeIfUnused()
            try served.get()
        }
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
