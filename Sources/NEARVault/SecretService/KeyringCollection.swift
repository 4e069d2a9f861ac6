// SPDX-License-Identifier: MIT

internal import CGLib
internal import CSecret
internal import GLibRuntime

/// One keyring of the Secret Service (ownership: full).
@MainActor
final class KeyringCollection: GObjectOwner {
    private let keyring: Keyring

    init(_ collection: UnsafeMutablePointer<SecretCollection>, of keyring: Keyring) {
        self.keyring = keyring
        super.init(UnsafeMutableRawPointer(collection), .full)
    }

    /// The keyring's object on the bus.
    var path: String { String(cString: g_dbus_proxy_get_object_path(cast())) }

    /// True if the service says that the keyring is locked.
    var isLocked: Bool { secret_collection_get_locked(cast()) != 0 }

    /// Returns the items that have all of these attributes, with their secrets if `loadsSecrets`.
    func items(
        with attributes: [String: String], loadsSecrets: Bool, within limit: Duration
    ) async throws(VaultError) -> [KeyringItem] {
        let table = KeyringAttributes.table(attributes)
        defer { g_hash_table_unref(table) }
        var flags = SECRET_SEARCH_ALL.rawValue
        if loadsSecrets { flags |= SECRET_SEARCH_LOAD_SECRETS.rawValue }
        return try await keyring.call(within: limit) { cancellable, done in
            secret_collection_search(
                cast(), nil, table, SecretSearchFlags(flags), cancellable, done.callback, done.data)
        } finish: { result throws(GLibError) in
            let list = try GLibError.check { secret_collection_search_finish(self.cast(), result, $0) }
            defer { g_list_free(list) }
            return sequence(first: list) { $0?.pointee.next }.compactMap { $0?.pointee.data }
                .map { KeyringItem($0, of: self.keyring) }
        }
    }

    /// Stores an item in place of one that has the same attributes.
    func store(
        _ secret: SecretBytes, label: String, attributes: [String: String], within limit: Duration
    ) async throws(VaultError) {
        let table = KeyringAttributes.table(attributes)
        defer { g_hash_table_unref(table) }
        let value = secret.withUnsafeBytes { bytes in
            secret_value_new(
                bytes.bytes.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) },
                gssize(bytes.count), "application/octet-stream")
        }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        try await keyring.call(within: limit) { cancellable, done in
            secret_item_create(
                cast(), nil, table, label, value, SECRET_ITEM_CREATE_REPLACE, cancellable, done.callback, done.data)
        } finish: { result throws(GLibError) in
            let item = try GLibError.check { secret_item_create_finish(result, $0) }
            if let item { g_object_unref(UnsafeMutableRawPointer(item)) }
        }
    }
}

/// One item of a keyring (ownership: full).
@MainActor
final class KeyringItem: GObjectOwner {
    private let keyring: Keyring

    init(_ item: UnsafeMutableRawPointer, of keyring: Keyring) {
        self.keyring = keyring
        super.init(item, .full)
    }

    /// True if the service says that the item is locked.
    var isLocked: Bool { secret_item_get_locked(cast()) != 0 }

    /// The time of the last change, in seconds since 1970.
    var modified: UInt64 { UInt64(secret_item_get_modified(cast())) }

    /// The item's attributes.
    var attributes: [String: String] {
        guard let table = secret_item_get_attributes(cast()) else { return [:] }
        defer { g_hash_table_unref(table) }
        return KeyringAttributes.dictionary(table)
    }

    /// A copy of the secret in guarded memory, if it was loaded; libsecret wipes its own copy with the item.
    var secret: SecretBytes? {
        guard let value = secret_item_get_secret(cast()) else { return nil }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        guard let bytes = secret_value_get(value, &count) else { return nil }
        return SecretBytes(copying: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    /// Deletes the item.
    func delete(within limit: Duration) async throws(VaultError) {
        try await keyring.call(within: limit) { cancellable, done in
            secret_item_delete(cast(), cancellable, done.callback, done.data)
        } finish: { result throws(GLibError) in
            _ = try GLibError.check { secret_item_delete_finish(self.cast(), result, $0) }
        }
    }
}

/// Attributes between Swift's dictionaries and GLib's tables.
@MainActor
private enum KeyringAttributes {
    /// Returns a table that owns copies of the texts (ownership: full).
    static func table(_ attributes: [String: String]) -> OpaquePointer? {
        let table = g_hash_table_new_full(g_str_hash, g_str_equal, { g_free($0) }, { g_free($0) })
        for (name, value) in attributes { g_hash_table_insert(table, g_strdup(name), g_strdup(value)) }
        return table
    }

    /// Copies a table of texts (ownership: none).
    static func dictionary(_ table: OpaquePointer) -> [String: String] {
        var iterator = GHashTableIter()
        g_hash_table_iter_init(&iterator, table)
        var attributes: [String: String] = [:]
        var name: gpointer?
        var value: gpointer?
        while g_hash_table_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            attributes[text(name)] = text(value)
        }
        return attributes
    }

    private static func text(_ pointer: gpointer) -> String {
        String(cString: pointer.assumingMemoryBound(to: CChar.self))
    }
}
