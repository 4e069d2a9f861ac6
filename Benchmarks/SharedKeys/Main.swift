// SPDX-License-Identifier: MIT

import BenchFigures

/// Measures shared keys with a login and a share service on this computer.
///
/// It prints a JSON line for each figure. Scripts/bench adds the size of what shared keys bring into a program.
@main struct Main {
    @MainActor
    static func main() async throws {
        try LocalBench(pairs: 31).measure()
        let scene = try await BenchScene.start()
        try await SharesBench(scene, pairs: 7).measure()
        try await scene.stop()
    }
}
