// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import WebKitGTK

/// Pages that hang, and pages that crash all the time.
extension NEARWalletManager {
    /// Ends a page that doesn't answer any more; ``isUnresponsive`` says when there is one. The open operation ends with
    /// ``NEARError/bridgeCrashed``, and the page is loaded anew.
    public func stopUnresponsivePage() {
        isUnresponsive = false
        coordinator?.stopPage()
    }

    /// Gives a page that doesn't answer more time. ``isUnresponsive`` becomes `true` again when that didn't help.
    public func waitForUnresponsivePage() {
        isUnresponsive = false
    }

    /// Empties the caches of websites' data, and loads the bridge page anew. Accounts, sessions and what wallets have stored stay.
    ///
    /// ``offersCacheReset`` says when this may help: after the page was lost again and again.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` when WebKit could not empty them.
    public func resetCache() async throws {
        guard let coordinator else { return }
        do {
            try await coordinator.context.clearCaches()
        } catch {
            throw note(NEARError.storage(reason: "the caches could not be emptied: \(error)"))
        }
        logger.notice("the caches were emptied")
        reloadBridge()
    }

    func pageIsSilent() {
        logger.error("the bridge page doesn't answer")
        // Where a person can be asked, he decides; where nobody is, a request would hang until its deadline.
        if coordinator?.presenter == nil { stopUnresponsivePage() } else { isUnresponsive = true }
    }

    func crashLoop(_ reason: String) {
        logger.error("the bridge page is not loaded again", metadata: ["reason": "\(reason)"])
        offersCacheReset = true
        handle(.unavailable(reason: "\(reason). Try again, empty the caches, or start the program anew."))
    }
}
