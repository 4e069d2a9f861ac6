// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Limits of sites, and keys that they have had added.
extension BrowserSession {
    /// Sets what a site may have signed without a question; `nil` for nothing.
    ///
    /// - Returns: The reason why that failed; `nil` if it didn't.
    func limit(_ site: SiteOrigin, to daily: SiteLimits.Daily?) -> String? {
        let network = host.signer.network
        do {
            let limits = try daily.map { daily throws(PolicyError) in
                try SiteLimits(daily, on: network, chain: chain, for: site)
            }
            try host.permissions.setLimits(limits, of: site, on: network)
            host.noteChange()
            return nil
        } catch let error as NEARError {
            return error.errorDescription
        } catch {
            return "\(error)"
        }
    }

    /// Deletes keys that a site had added.
    ///
    /// Each account does it by a transaction of its own, which the user is asked about.
    ///
    /// - Returns: The reason why that failed; `nil` if it didn't.
    func delete(_ keys: [SiteGrant.Key]) async -> String? {
        do {
            let present = try await SiteKeys.present(keys, asking: try nodes.client())
            for request in SiteKeys.deletions(of: present) {
                let wallet = wallet(of: request.receiverId)
                let (result, _) = try await wallet.signAndSend(
                    request, waitUntil: .final, deadline: .seconds(120))
                guard result.outcome?.isSuccess == true else {
                    return localized(
                        "The keys of %1$s could not be deleted: the chain refused it.", request.receiverId.text)
                }
            }
            let hidden = keys.count - present.count
            guard hidden > 0 else { return nil }
            return localizedPlural(
                "The node shows %1$s of the keys on no account, so it was not deleted. Look at the account’s keys.",
                "The node shows %1$s of the keys on no account, so they were not deleted. Look at the account’s keys.",
                count: hidden, "\(hidden)")
        } catch {
            return localized("The keys were not deleted: %1$s", DisplayText.words(error))
        }
    }
}
