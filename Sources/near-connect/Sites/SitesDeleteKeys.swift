// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// Deletes the function-call keys that a site has had added to the account that signs.
struct SitesDeleteKeys: SigningCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-keys",
        abstract: localized("Delete the function-call keys that a site has added to the account that signs."),
        discussion: localized(
            "Only keys that this site was given, and that can call one contract. Do it before “revoke”, which forgets them, or with --revoke. Signed, approved and recorded as by “send”; a policy has to allow it with “dangerousActions”."
        ))

    @Argument(help: help("The site, for example https://app.example."), transform: { try SiteArgument.read($0) })
    var site: SiteOrigin

    @Flag(help: help("Take the site’s permission on this network away, too, once the keys are deleted."))
    var revoke = false

    @OptionGroup var signing: SigningOptions

    func run() throws {
        let command = "sites delete-keys"
        let network = ExactText(try chain.chosenNetwork().rawValue)
        let folders = try ChainOptions.asUsage { try ProfileFolders(profile: signing.profile) }
        let permissions = SitePermissions(folder: folders.data)
        let keys = try permissions.site(site)?.grants[network]?.keys ?? []
        guard !keys.isEmpty else {
            throw Self.noKeys(
                localized("%1$s has added no keys on %2$s.", "\(site)", DisplayText.name(network.text)))
        }
        if signing.dryRun {
            return try signing.preview(command, publicKey: nil, idempotencyKey: nil) { account in
                .transaction(try Self.deletion(of: keys, from: account))
            }
        }
        let configuration = try chain.configuration()
        let (site, deadline, revokes) = (site, chain.timeout, revoke)
        try signing.perform(command) { wallet in
            let own = keys.filter { $0.accountId == wallet.account }
            let present = try await SiteKeys.present(own, asking: try NEARRPCClient(configuration: configuration))
            // A node that hides a key doesn't take it from the account: what isn't shown stays noted.
            guard !present.isEmpty else {
                throw Self.noKeys(
                    localized(
                        "The node shows no key of %2$s on the account %1$s. “near-connect sites revoke” forgets them.",
                        wallet.account.text, "\(site)"))
            }
            let (result, hash) = try await wallet.signAndSend(
                try Self.deletion(of: present, from: wallet.account), waitUntil: .final, deadline: deadline, key: nil)
            if result.outcome?.isSuccess == true {
                try permissions.remove(present, of: site, on: network)
                if revokes {
                    for grant in try permissions.revoke(site, on: network).values { SiteText.warn(of: grant.keys) }
                }
            }
            return TransactionCommand.answer(result, of: hash, signer: wallet.account)
        }
    }

    private static func noKeys(_ sentence: String) -> ReportedError {
        ReportedError(sentence: sentence, code: "no-keys", status: .nothing)
    }

    private static func deletion(
        of keys: [SiteGrant.Key], from account: AccountId
    ) throws(NEARError) -> TransactionRequest {
        guard let request = SiteKeys.deletions(of: keys.filter { $0.accountId == account }).first else {
            throw .invalidArgument(
                name: "site", reason: localized("it has no keys on the account %1$s", account.text))
        }
        return request
    }
}
