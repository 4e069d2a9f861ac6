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
            "Only keys that this site was given, and that can call one contract. Do it before “revoke”, which forgets them. Signed, approved and recorded as by “send”; a policy has to allow it with “dangerousActions”."
        ))

    @Argument(help: help("The site, for example https://app.example."), transform: { try SiteArgument.read($0) })
    var site: SiteOrigin

    @OptionGroup var signing: SigningOptions

    func run() throws {
        let command = "sites delete-keys"
        let network = ExactText(try chain.chosenNetwork().rawValue)
        let folders = try ChainOptions.asUsage { try ProfileFolders(profile: signing.profile) }
        let permissions = SitePermissions(folder: folders.data)
        let keys = try permissions.site(site)?.grants[network]?.keys ?? []
        guard !keys.isEmpty else {
            throw ReportedError(
                sentence: localized("%1$s has added no keys on %2$s.", "\(site)", DisplayText.name(network.text)),
                code: "no-keys", status: .nothing)
        }
        if signing.dryRun {
            return try signing.preview(command, publicKey: nil, idempotencyKey: nil) { account in
                .transaction(try Self.deletion(of: keys, from: account))
            }
        }
        let configuration = try chain.configuration()
        let (site, deadline) = (site, chain.timeout)
        try signing.perform(command) { wallet in
            let own = keys.filter { $0.accountId == wallet.account }
            let present = try await SiteKeys.present(own, asking: try NEARRPCClient(configuration: configuration))
            // What the account hasn't any more needs no transaction.
            try permissions.remove(own.filter { !present.contains($0) }, of: site, on: network)
            let (result, hash) = try await wallet.signAndSend(
                try Self.deletion(of: present, from: wallet.account), waitUntil: .final, deadline: deadline, key: nil)
            if result.outcome?.isSuccess == true { try permissions.remove(present, of: site, on: network) }
            return TransactionCommand.answer(result, of: hash, signer: wallet.account)
        }
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
