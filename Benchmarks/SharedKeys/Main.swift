// SPDX-License-Identifier: MIT

import BenchFigures

/// Measures shared keys with a login and a share service on this computer.
///
/// It prints a JSON line for each figure.
///
/// Signatures by two shares in one process are measured by near-connect-bench-primitives.
@main struct Main {
    @MainActor
    static func main() async throws {
        let scene = try await BenchScene.start()
        try await SharesBench(scene, pairs: 7).measure()
        await scene.stop()
    }
}
