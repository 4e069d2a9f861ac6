// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
internal import SafeText
internal import Synchronization

/// The user's own names for accounts, which the sites that see an account hear: `labels.json` in a profile's data
/// folder.
///
/// Processes that share the profile see each other's changes. A file that can't be understood is moved aside, and its
/// accounts have no labels.
public final class AccountLabels: Sendable {
    /// The most bytes of a label.
    public static let textLimit = AccountLabelFile.textLimit

    private let folder: URL
    private let cached = Mutex<(stamp: FileStamp?, labels: AccountLabelFile.Content)?>(nil)

    /// Prepares to read a profile's labels; nothing is read or created yet.
    ///
    /// - Parameter folder: The profile's data folder.
    public init(folder: URL) {
        self.folder = folder
    }

    /// Returns the labels of accounts on a network.
    ///
    /// - Parameter network: The network's id.
    /// - Throws: ``NEARError/storage(reason:)``.
    public func labels(on network: ExactText) throws(NEARError) -> [AccountId: ExactText] {
        let stamp = FileStamp(store.path)
        if let labels = cached.withLock({ $0.flatMap { $0.stamp == stamp ? $0.labels : nil } }) {
            return labels[network] ?? [:]
        }
        let labels = try store.load().content
        let isSettled = stamp?.isSettled(after: FileStamp.tick) ?? true
        cached.withLock { $0 = isSettled ? (stamp, labels) : nil }
        return labels[network] ?? [:]
    }

    /// Names an account, or takes its name away.
    ///
    /// - Parameters:
    ///   - label: The name, one line of at most 64 bytes; `nil` for none.
    ///   - account: The account.
    ///   - network: The network's id.
    /// - Throws: ``NEARError/storage(reason:)``, ``NEARError/invalidArgument(name:reason:)``.
    public func set(_ label: String?, of account: AccountId, on network: ExactText) throws(NEARError) {
        if let label, !AccountLabelFile.isLabel(label) {
            throw .invalidArgument(
                name: "label",
                reason: localized("write one line of 1 to %1$s bytes", "\(Self.textLimit)"))
        }
        _ = try store.change { labels throws(NEARError) in
            labels[network, default: [:]][account] = label.map { ExactText($0) }
            guard labels.values.reduce(0, { $0 + $1.count }) <= AccountLabelFile.countLimit else {
                throw .storage(
                    reason: localized(
                        "%1$s accounts have labels, and no more can have one", "\(AccountLabelFile.countLimit)"))
            }
            labels = labels.filter { !$0.value.isEmpty }
        }
        cached.withLock { $0 = nil }
    }

    private var store: DocumentStore<AccountLabelFile> {
        DocumentStore(folder: folder, patience: FileLock.patience, now: { Date() }, afterStep: { _ in })
    }
}
