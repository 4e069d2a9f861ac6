// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARConnectCore
package import NEARPrimitives

/// The JSON that `near-connect wallets` prints.
///
/// Its names don't change between versions.
package enum WalletJSON {
    /// Returns a wallet of a profile.
    package static func object(_ status: WalletLibrary.Status) -> JSONValue.Members {
        var fields: JSONValue.Members = ["id": .string(status.id), "state": .string(status.state.rawValue)]
        if let manifest = status.manifest {
            fields["name"] = .string(manifest.name)
            fields["version"] = .string(manifest.version)
            fields["executor"] = .string(manifest.executor)
            fields["permissions"] = object(manifest.permissions)
        }
        if let pinned = status.pinned { fields["accepted"] = object(pinned) }
        if let offered = status.offered { fields["offered"] = object(offered) }
        if let difference = status.difference { fields["changes"] = list(difference) }
        if let problem = status.problem { fields["problem"] = .string(problem) }
        return fields
    }

    /// Returns the web's version of a wallet.
    package static func object(_ preview: WalletLibrary.Preview) -> JSONValue {
        var fields: JSONValue.Members = [
            "version": object(preview.version), "permissions": object(preview.manifest.permissions),
        ]
        if let difference = preview.difference { fields["changes"] = list(difference) }
        return .object(fields)
    }

    /// Returns a version of a wallet.
    package static func object(_ pin: WalletLock.Pin) -> JSONValue {
        var fields: JSONValue.Members = [
            "version": .string(pin.version), "source": .string(pin.source),
            "date": .string(pin.date.formatted(.iso8601)), "manifestSHA256": .string(pin.manifestSHA256),
            "executor": .string(pin.executor.url), "executorSHA256": .string(pin.executor.sha256),
            "bytes": .integer(Int128(pin.executor.size)),
        ]
        if let icon = pin.icon {
            let known: [ExactText: JSONValue?] = [
                "url": .string(icon.url), "sha256": icon.sha256.map(JSONValue.string),
                "bytes": icon.size.map { .integer(Int128($0)) }, "type": icon.type.map(JSONValue.string),
                "problem": icon.problem.map(JSONValue.string),
            ]
            fields["icon"] = .object(known.compactMapValues(\.self))
        }
        return .object(fields)
    }

    /// Returns permissions.
    package static func object(_ permissions: WalletPermissions) -> JSONValue {
        [
            "granted": .array(permissions.flags.map(\.rawValue).sorted().map(JSONValue.string)),
            "allowsOpen": .array(permissions.allowsOpen.map(JSONValue.string)),
            "external": .array(permissions.external.map(JSONValue.string)),
            "unknown": .array(permissions.unknown.map(JSONValue.string)),
        ]
    }

    /// Returns differences as a list of `{kind, text}`.
    package static func list(_ difference: WalletDifference) -> JSONValue {
        .array(difference.items.map { ["kind": .string($0.kind.rawValue), "text": .string($0.text)] })
    }

    /// Returns an entry of a checked manifest.
    package static func object(_ entry: WalletManifestReport.Entry) -> JSONValue.Members {
        var fields: JSONValue.Members = ["id": .string(entry.id), "notes": .array(entry.notes.map(JSONValue.string))]
        switch entry.verdict {
        case .listable: fields["verdict"] = "listable"
        case .localOnly(let error):
            fields["verdict"] = "local-only"
            fields["field"] = .string(error.field)
            fields["message"] = .string(error.description)
        case .refused(let error):
            fields["verdict"] = "refused"
            fields["field"] = .string(error.field)
            fields["message"] = .string(error.description)
        }
        if let problem = entry.problem {
            fields["verdict"] = "refused"
            fields["code"] = .string(problem.code)
            fields["message"] = .string(problem.description)
        }
        return fields
    }
}
