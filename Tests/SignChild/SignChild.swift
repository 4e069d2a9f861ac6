// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import NEARConnectCore
import NEARVault
import SignTesting
import Synchronization
import WalletConnectPlatform
import WalletConnectSign

/// A process of the store's tests, which ends itself at a step as `kill -9` would end it.
///
///     near-connect-sign-child apply ROOT SEED STEP   applies a script's batches, and says each that is on the disk
///     near-connect-sign-child hold ROOT              takes the store, says so, and waits for the end of its input
@main
struct SignChild {
    private static let steps = Mutex(0)

    static func main() async throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "apply" where arguments.count == 5:
            guard let seed = UInt64(arguments[3]), let fatal = Int(arguments[4]) else { exit(2) }
            try await apply(arguments[2], seed: seed, fatal: fatal)
        case "hold" where arguments.count == 3:
            let store = store(arguments[2], fatal: .max)
            _ = try await store.load()
            say("holding")
            while readLine() != nil {}
            await store.close()
        default: exit(2)
        }
    }

    private static func store(_ root: String, fatal: Int) -> FileSignStore {
        let folders = ProfileFolders(root: URL(fileURLWithPath: root, isDirectory: true))
        let vault = PlainFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
        return FileSignStore(folders, vault: vault) { _ in
            let step = steps.withLock { steps in
                steps += 1
                return steps
            }
            if step == fatal { kill(getpid(), SIGKILL) }
        }
    }

    private static func apply(_ root: String, seed: UInt64, fatal: Int) async throws {
        let store = store(root, fatal: fatal)
        _ = try await store.load()
        var count = 0
        for batch in StoreScript(seed: seed).batches {
            try await store.apply(batch)
            count += batch.count
            say("\(count)")
        }
        say("steps \(steps.withLock(\.self))")
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
