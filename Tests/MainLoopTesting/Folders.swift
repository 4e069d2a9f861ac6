// SPDX-License-Identifier: MIT

public import Foundation
internal import GLibRuntime

/// Removes a folder that programs had which have just ended.
///
/// WebKit's processes hear of that later and may write into it until then, so a first try can come too early.
///
/// - Throws: What the file system says after thirty seconds: a limit for a test that is broken, not a delay.
@MainActor
public func removeFolder(_ url: URL) async throws {
    let limit = ContinuousClock.now + .seconds(30)
    while true {
        do {
            return try FileManager.default.removeItem(at: url)
        } catch {
            guard FileManager.default.fileExists(atPath: url.path) else { return }
            guard ContinuousClock.now < limit else { throw error }
            await MainLoop.turn()
        }
    }
}
