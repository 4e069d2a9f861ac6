// SPDX-License-Identifier: MIT

internal import FoundationEssentials
public import NEARPrimitives
internal import SafeText

/// How each wallet stands, for people and programs that look after a profile.
extension WalletLibrary {
    /// One wallet of a profile.
    public struct Status: Sendable {
        /// What may be done with it.
        public enum State: String, Sendable {
            /// It ships with the program.
            case packaged
            /// It was agreed to and runs from what is kept.
            case trusted
            /// It was agreed to, and another version of it waits to be agreed to.
            case updateOffered = "update-offered"
            /// A list names it; it is agreed to when somebody connects with it.
            case listed
            /// It was agreed to, and what was kept for it is gone or was changed: it doesn't run.
            case altered
        }

        /// The wallet's id.
        public let id: String
        /// How it stands.
        public let state: State
        /// What is known of it: the entry that runs, else the one that is listed; `nil` when that can't be read.
        public let manifest: WalletManifest?
        /// The version that runs.
        public let accepted: WalletLock.Pin?
        /// The version that waits to be agreed to.
        public let offered: WalletLock.Pin?
        /// What is different in that version.
        public let difference: WalletDifference?
        /// Whether somebody has seen that version and keeps the one that runs.
        public var isDeclined = false
        /// Why it doesn't run, for one that is ``State/altered``.
        public let problem: String?
    }

    /// All wallets of the profile, in the order in which the wallet list shows them; nothing is fetched.
    ///
    /// - Throws: ``WalletError``.
    public func statuses() throws(WalletError) -> [Status] {
        let lock = try lock()
        var result = try Self.packaged().map {
            Status(
                id: $0.id, state: .packaged, manifest: $0, accepted: nil, offered: nil, difference: nil, problem: nil)
        }
        let taken = Set(result.map { $0.id.lowercased() })
        var rest = lock.wallets
        for manifest in listing().wallets where !taken.contains(manifest.id.lowercased()) {
            if let wallet = rest.removeValue(forKey: manifest.id) {
                result.append(status(manifest.id, wallet, .list))
            } else if !lock.wallets.keys.contains(where: { Self.isAlike($0, manifest.id) }) {
                result.append(
                    Status(
                        id: manifest.id, state: .listed, manifest: manifest, accepted: nil, offered: nil,
                        difference: nil, problem: nil))
            }
        }
        for (id, wallet) in rest.sorted(by: { $0.key < $1.key }) { result.append(status(id, wallet, .list)) }
        for (id, wallet) in lock.local.sorted(by: { $0.key < $1.key }) { result.append(status(id, wallet, .local)) }
        return result
    }

    /// One wallet of the profile; nothing is fetched.
    ///
    /// - Throws: ``WalletError``: for an id that no wallet has, one that says which may be meant.
    public func status(of id: String) throws(WalletError) -> Status {
        guard let status = try statuses().first(where: { $0.id == id }) else { throw unknown(id) }
        return status
    }

    /// What to say of an id that can't be used. People write names, and ids in other cases.
    func unknown(_ id: String) -> WalletError {
        let all: [Status]
        do {
            all = try statuses()
        } catch {
            return error
        }
        if all.contains(where: { $0.id == id && $0.state == .packaged }) { return .packaged(id: id) }
        if all.contains(where: { $0.id == id && $0.accepted?.source == WalletLock.localSource }) {
            return .brought(id: id)
        }
        let wanted = id.lowercased()
        guard
            let meant = all.first(where: { $0.id.lowercased() == wanted || $0.manifest?.name.lowercased() == wanted })
                ?? all.first(where: { $0.manifest?.name.lowercased().hasPrefix(wanted) == true })
        else { return .unknown(id: id) }
        guard meant.id != id else { return .unknown(id: id) }
        return .misnamed(id: id, meant: meant.id)
    }

    private func status(_ id: String, _ wallet: WalletLock.Wallet, _ origin: WalletLock.Origin) -> Status {
        func status(
            _ state: Status.State, _ manifest: WalletManifest?, _ difference: WalletDifference?, _ problem: String?
        ) -> Status {
            Status(
                id: id, state: state, manifest: manifest, accepted: wallet.accepted, offered: wallet.offered,
                difference: difference, isDeclined: wallet.isDeclined == true, problem: problem)
        }
        var known: WalletManifest?
        do {
            let manifest = try manifest(of: wallet.accepted, id: id)
            known = manifest
            _ = try executor(of: id, sha256: wallet.accepted.executor.sha256, from: origin)
            let difference = try difference(of: id)
            return status(wallet.offered == nil ? .trusted : .updateOffered, manifest, difference, nil)
        } catch {
            return status(.altered, known, offer(to: id), error.description)
        }
    }

    /// What would become of a damaged wallet by agreeing to what is offered; `nil` where that is damaged too.
    private func offer(to id: String) -> WalletDifference? {
        do {
            return try difference(of: id)
        } catch {
            return nil
        }
    }

    private static func packaged() throws(WalletError) -> [WalletManifest] {
        do {
            return try WalletManifestList(
                parsing: [UInt8](PackagedFile.text("Wallets/manifest.json").utf8), from: .packaged
            ).wallets
        } catch {
            throw .storage(reason: "the packaged list: \(error)")
        }
    }
}

extension WalletLibrary.Status {
    /// Everything that there is to know before agreeing, line by line, fit for a terminal.
    public var description: [String] {
        var lines = [heading]
        if let manifest {
            if let summary = manifest.summary { lines.append(summary) }
            lines.append("Version      \(manifest.version)")
            if let website = manifest.website { lines.append("Web site     \(website)") }
            lines.append("Code         \(manifest.executor.prefix(200))")
        }
        if let accepted {
            lines.append("Agreed to    \(accepted.date.formatted(.iso8601)), from \(accepted.source)")
            lines += accepted.hashLines
            if let icon = accepted.icon { lines.append("Icon         \(Self.words(icon))") }
        }
        if let problem = manifest?.iconProblem {
            lines.append("Icon         its first letter; its own is not used: \(problem)")
        }
        if let manifest { lines += manifest.permissionDescriptions }
        if let problem { lines.append(problem) }
        if let difference { lines += ["Waits to be agreed to:"] + difference.items.map { "  \($0.text)" } }
        if let offered { lines += offered.hashLines.map { "  \($0)" } }
        return lines.map { DisplayText.line($0).replacing("\n", with: "\\n") }
    }

    private static func words(_ icon: WalletLock.Icon) -> String {
        guard let sha256 = icon.sha256 else { return "its first letter; its own is not used: \(icon.problem ?? "")" }
        return "kept, \(icon.size ?? 0) bytes, sha256 \(sha256)"
    }

    private var heading: String {
        let name = manifest?.name ?? id
        return switch state {
        case .packaged: "\(name) (\(id)) ships with this program"
        case .trusted: "\(name) (\(id)) was agreed to"
        case .updateOffered: "\(name) (\(id)) was agreed to; a new version waits"
        case .listed: "\(name) (\(id)) is listed; connecting with it agrees to it"
        case .altered: "\(name) (\(id)) doesn't run"
        }
    }

    /// The same as a JSON object.
    public var json: JSONValue {
        var fields: JSONValue.Members = ["id": .string(id), "state": .string(state.rawValue)]
        if let manifest {
            fields["name"] = .string(manifest.name)
            fields["version"] = .string(manifest.version)
            fields["executor"] = .string(manifest.executor)
            fields["permissions"] = manifest.permissions.json
        }
        if let accepted { fields["accepted"] = accepted.json }
        if let offered { fields["offered"] = offered.json }
        if let difference { fields["changes"] = difference.json }
        if let problem { fields["problem"] = .string(problem) }
        return .object(fields)
    }
}

extension WalletLock.Pin {
    /// The version as a JSON object.
    public var json: JSONValue {
        var fields: JSONValue.Members = [
            "version": .string(version), "source": .string(source), "date": .string(date.formatted(.iso8601)),
            "manifestSHA256": .string(manifestSHA256), "executor": .string(executor.url),
            "executorSHA256": .string(executor.sha256), "bytes": .integer(Int128(executor.size)),
        ]
        if let icon {
            let known: [ExactText: JSONValue?] = [
                "url": .string(icon.url), "sha256": icon.sha256.map(JSONValue.string),
                "bytes": icon.size.map { .integer(Int128($0)) }, "type": icon.type.map(JSONValue.string),
                "problem": icon.problem.map(JSONValue.string),
            ]
            fields["icon"] = .object(known.compactMapValues(\.self))
        }
        return .object(fields)
    }
}

extension WalletDifference {
    /// The changes as a JSON list of `{kind, text}`.
    public var json: JSONValue {
        .array(items.map { ["kind": .string($0.kind.rawValue), "text": .string($0.text)] })
    }
}
