// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

extension ProfileBackup {
    /// The most accounts that a sentence names.
    private static let mostNamed = 10

    /// The accounts that a restore signs in, by network; none where the list can't be understood.
    private var accounts: [String: NEARAccount] {
        guard let item = items.first(where: { $0.file.hasAccounts }) else { return [:] }
        do throws(AccountFile.FormatError) {
            return try AccountFile.decode(Data(item.content))
        } catch {
            return [:]  // The profile signs nobody in with it, and moves it aside.
        }
    }

    /// The accounts that a restore signs in, each with its network, for a sentence; `nil` where there are none.
    package var accountsText: String? {
        let all = accounts.sorted { $0.key < $1.key }
        guard !all.isEmpty else { return nil }
        let named = all.prefix(Self.mostNamed).map { network, account in
            localized("%1$s on %2$s", DisplayText.name(account.accountId), DisplayText.name(network))
        }
        return named.joined(separator: ", ") + (all.count > Self.mostNamed ? ", …" : "")
    }
}
