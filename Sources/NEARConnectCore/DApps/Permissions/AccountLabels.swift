// SPDX-License-Identifier: MIT

internal import FileLocking
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
    public static let textLimit = 64
    private static let countLimit = 256
    private static let schema: Int128 = 1

    private typealias Labels = [ExactText: [AccountId: ExactText]]
    private struct FormatError: Error {}

    private let url: URL
    private let lock: FileLock
    private let cached = Mutex<(stamp: FileStamp?, labels: Labels)?>(nil)

    /// Prepares to read a profile's labels; nothing is read or created yet.
    ///
    /// - Parameter folder: The profile's data folder.
    public init(folder: URL) {
        url = folder.appendingPathComponent("labels.json")
        lock = FileLock(url: folder.appendingPathComponent("labels.lock"))
    }

    /// Returns the labels of accounts on a network.
    ///
    /// - Parameter network: The network's id.
    /// - Throws: ``NEARError/storage(reason:)``.
    public func labels(on network: ExactText) throws(NEARError) -> [AccountId: ExactText] {
        try reported {
            let stamp = FileStamp(url.path)
            if let labels = cached.withLock({ $0.flatMap { $0.stamp == stamp ? $0.labels : nil } }) {
                return labels[network] ?? [:]
            }
            let labels: Labels
            do {
                labels = try read()
            } catch is FormatError {
                labels = [:]
            }
            let isSettled = stamp?.isSettled(after: FileStamp.tick) ?? true
            cached.withLock { $0 = isSettled ? (stamp, labels) : nil }
            return labels[network] ?? [:]
        }
    }

    /// Names an account, or takes its name away.
    ///
    /// - Parameters:
    ///   - label: The name, one line of at most 64 bytes; `nil` for none.
    ///   - account: The account.
    ///   - network: The network's id.
    /// - Throws: ``NEARError/storage(reason:)``, ``NEARError/invalidArgument(name:reason:)``.
    public func set(_ label: String?, of account: AccountId, on network: ExactText) throws(NEARError) {
        if let label, !Self.isLabel(label) {
            throw .invalidArgument(
                name: "label",
                reason: localized("write one line of 1 to %1$s bytes", "\(Self.textLimit)"))
        }
        try reported {
            try file.createFolder()
            try lock.hold(.exclusive, patience: FileLock.patience) {
                try file.removeLeftovers()
                var labels: Labels
                do {
                    labels = try read()
                } catch is FormatError {
                    _ = try CorruptFile.setAside(url, now: Date())
                    labels = [:]
                }
                labels[network, default: [:]][account] = label.map { ExactText($0) }
                guard labels.values.reduce(0, { $0 + $1.count }) <= Self.countLimit else {
                    throw NEARError.storage(
                        reason: localized("%1$s accounts have labels, and no more can have one", "\(Self.countLimit)"))
                }
                labels = labels.filter { !$0.value.isEmpty }
                if labels.isEmpty { try file.remove() } else { try file.replace(with: Self.encode(labels)) }
            }
            cached.withLock { $0 = nil }
        }
    }

    private static func isLabel(_ text: String) -> Bool {
        (1...textLimit).contains(text.utf8.count) && DisplayText.name(text).hasSameBytes(as: text)
    }

    // MARK: The file

    private var file: AtomicFile { AtomicFile(url: url, afterStep: { _ in }) }

    private func read() throws -> Labels {
        guard let bytes = try RegularFile.read(url, limit: RegularFile.documentLimit) else { return [:] }
        do {
            let fields = try JSONFields(try JSONValue.parse(bytes), "labels")
            guard try fields.value("schema") == .integer(Self.schema) else { throw FormatError() }
            let elements = try fields.array("labels")
            guard elements.count <= Self.countLimit else { throw FormatError() }
            var labels: Labels = [:]
            for element in elements {
                let entry = try JSONFields(element, "label")
                let text = try entry.string("label")
                guard Self.isLabel(text) else { throw FormatError() }
                labels[ExactText(try entry.string("network")), default: [:]][try AccountId(entry.string("accountId"))] =
                    ExactText(text)
            }
            return labels
        } catch {
            throw FormatError()
        }
    }

    private static func encode(_ labels: Labels) -> Data {
        let entries = labels.sorted { $0.key < $1.key }.flatMap { network, accounts in
            accounts.sorted { $0.key.text < $1.key.text }.map { account, label -> JSONValue in
                [
                    "network": .string(network.text), "accountId": .string(account.text),
                    "label": .string(label.text),
                ]
            }
        }
        return Data(JSONValue.object(["schema": .integer(schema), "labels": .array(entries)]).bytes)
    }

    private func reported<Value>(_ body: () throws -> Value) throws(NEARError) -> Value {
        do {
            return try body()
        } catch let error as NEARError {
            throw error
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: url.path))
        }
    }
}
