// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectLocal
internal import NEARConnectScenarios

/// The place of pages' site data, and the network process that they share.
///
/// A scenario that never restarts can't tell whether its page's data is on disk: it is in memory then, apart from that
/// of all other scenarios, and nothing has to be written or started for it.
@MainActor
final class ScenarioPages {
    private var shared: (process: SharedNetworkProcess, profile: TemporaryProfile)?

    /// Returns whether a scenario's page keeps its data in memory, and makes the shared process ready where it does.
    ///
    /// - Throws: An error of the display or the file system.
    func areInMemory(for scenario: Scenario) throws -> Bool {
        guard !scenario.restarts else { return false }
        if shared == nil {
            let profile = try TemporaryProfile()
            shared = (try SharedNetworkProcess(in: profile.folders), profile)
        }
        return true
    }

    /// Ends the process once no page uses it, and removes its folder.
    func end() async {
        guard let profile = shared?.profile else { return }
        shared = nil
        do {
            try await profile.remove()
        } catch {
            // It stays until the next run removes what ended processes have left.
            return
        }
    }
}
