// SPDX-License-Identifier: MIT

import FoundationEssentials
import GLibRuntime
import NEARConnectCommandLine
import NEARRPC
import NEARSharedKeys
import ProcessSetup
import SafeText

/// The ways in which a login's page is opened; its address is said in any case.
enum LoginBrowser {
    /// Returns a way.
    static func way(_ choice: SharesLoginOptions.Browser) -> OpenIDClient.Browser {
        { address throws(LoginError) in
            switch choice {
            case .open:
                StandardError.say(localized("sign in in the browser; if none opens: %1$s", DisplayText.line(address)))
                try await open(address)
            case .print: StandardError.say(localized("open this address to sign in: %1$s", DisplayText.line(address)))
            case .fetch: try fetch(address)
            }
        }
    }

    @MainActor
    private static func open(_ address: String) async throws(LoginError) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let opener = folders.map { "\($0)/xdg-open" }.first(where: FileManager.default.isExecutableFile(atPath:))
        guard let opener else {
            throw .noBrowser(
                reason: localized("there is no xdg-open. Install xdg-utils, or say --browser print"))
        }
        do {
            // Without a desktop it is the browser itself, so nobody waits for its end.
            _ = try ChildProgram([opener, address])
        } catch {
            throw .noBrowser(reason: error.message)
        }
    }

    /// Follows the provider's redirect to the port that waits for it, as a browser would.
    private static func fetch(_ address: String) throws(LoginError) {
        guard let url = URL(string: address) else { throw .noBrowser(reason: DisplayText.line(address)) }
        Task {
            do throws(DownloadError) {
                _ = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 65_536)
            } catch {
                StandardError.say(localized("the login’s page couldn’t be fetched: %1$s", "\(error)"))
            }
        }
    }
}
