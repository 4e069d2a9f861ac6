// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The last time at which each key of an account has signed on this computer, as the journal has it.
///
/// Uses on other devices aren't known: the chain keeps a key's nonce and not its times.
struct KeyUses: Equatable {
    private var times: [ExactText: Date] = [:]

    /// Knows of no use.
    init() {}

    /// Finds the last uses in entries, the newest first.
    init(_ entries: [JournalEntry]) {
        for entry in entries {
            for key in entry.parts.compactMap(\.publicKey) {
                let text = ExactText(key.description)
                times[text] = max(times[text] ?? entry.startedAt, entry.startedAt)
            }
        }
    }

    /// Returns the time of the last use; `nil` where none is known.
    ///
    /// - Parameter key: The key as the chain names it.
    func last(of key: String) -> Date? { times[ExactText(key)] }

    /// Reads the newest entries of an account on the network that is set; none where the journal can't be read.
    @MainActor
    static func read(of account: AccountId, _ manager: NEARWalletManager) async -> KeyUses {
        var query = HistoryQuery()
        query.network = manager.network.rawValue
        query.account = account
        do throws(NEARError) {
            return KeyUses(try await manager.historyPage(query).entries)
        } catch {
            manager.logger.notice("the keys' last uses can't be read", metadata: Redaction.error(error))
            return KeyUses()
        }
    }
}
