// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARConnectScenarios
internal import SafeText

/// `near-connect-peers`, which has scripted counterparts: no program of the product does.
enum PeersProgram {
    /// Finds the program beside this one, or on the path.
    static func path() throws -> String {
        let name = "near-connect-peers"
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = [own.path] + search.split(separator: ":").map(String.init)
        guard
            let found = folders.map({ "\($0)/\(name)" })
                .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
        else {
            throw failure(
                localized(
                    "A scenario with the scripted wallet needs %1$s, which is neither in %2$s nor on the path. Build it with “swift build --product %1$s”.",
                    name, own.path))
        }
        return found
    }

    static func failure(_ sentence: String) -> ScenarioRunError {
        ScenarioRunError(code: "scripted-wallet", sentence: sentence, status: .failure)
    }
}
