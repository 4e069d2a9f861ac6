// SPDX-License-Identifier: MIT

internal import CGLib
internal import CSecret
internal import GLibRuntime
internal import SafeText

/// The Secret Service that answers on a bus, as one running program.
///
/// The program is addressed by its unique name on the bus. If it ends, every later call fails: under the well-known
/// name the bus would start another one, which is locked and finds nothing. (ownership: full)
@MainActor
final class Keyring: GObjectOwner {
    static let serviceName = "org.freedesktop.secrets"
    private static let servicePath = "/org/freedesktop/secrets"
    private static let busName = "org.freedesktop.DBus"

    /// The program's unique name.
    let owner: String
    private let bus: SessionBus

    private init(_ object: UnsafeMutableRawPointer, owner: String, on bus: SessionBus) {
        self.owner = owner
        self.bus = bus
        super.init(object, .full)
    }

    /// Connects to the session bus and finds the program that offers the service, or has the bus start it.
    ///
    /// - Throws: ``VaultError/noService(reason:)`` and those of a call.
    static func connect(environment: [String: String], within limit: Duration) async throws(VaultError) -> Keyring {
        let bus = try await connectBus(environment, limit)
        do throws(GLibError) {
            // Most keyrings run only once they are asked for something: a name without an owner may be there all the
            // same.
            if !(try await ask("ListNames", of: bus, within: limit)).contains(serviceName) {
                guard try await ask("ListActivatableNames", of: bus, within: limit).contains(serviceName) else {
                    throw GLibError(
                        domain: "near-connect", code: 0, message: localized("no program offers %1$s", serviceName))
                }
                _ = try await bus.call(
                    "StartServiceByName", of: busName, at: "/org/freedesktop/DBus", on: busName,
                    [.string(serviceName), .unsigned(0)], within: limit)
            }
        } catch {
            throw .noService(reason: error.message)
        }
        guard let owner = try await owner(on: bus, within: limit) else {
            throw .gone(reason: "\(serviceName) has no owner")
        }
        let object = ObjectConstruction.make(
            serviceType,
            [
                "g-connection": .object(bus.pointer), "g-name": .string(owner), "g-object-path": .string(servicePath),
                "g-interface-name": .string(serviceInterface),
            ])
        let keyring = Keyring(object, owner: owner, on: bus)
        try await keyring.call(within: limit) { cancellable, done in
            g_async_initable_init_async(
                OpaquePointer(object), G_PRIORITY_DEFAULT, cancellable, done.callback, done.data)
        } finish: { result throws(GLibError) in
            _ = try GLibError.check { g_async_initable_init_finish(OpaquePointer(object), result, $0) }
        }
        return keyring
    }

    /// A subtype of `SecretService` that takes the bus and the name that it is given.
    ///
    /// libsecret's own constructor replaces both: by the connection that GIO shares within the process, which ends the
    /// program when the bus goes away, and by the well-known name. It does nothing else, and is left out here.
    private static let serviceType: GType = {
        var query = GTypeQuery()
        g_type_query(secret_service_get_type(), &query)
        return g_type_register_static_simple(
            secret_service_get_type(), "NearConnectSecretService", query.class_size,
            { type, _ in
                let proxy = g_type_class_ref(g_dbus_proxy_get_type())?.assumingMemoryBound(to: GObjectClass.self)
                type?.assumingMemoryBound(to: GObjectClass.self).pointee.constructor = proxy?.pointee.constructor
            }, query.instance_size, nil, GTypeFlags(0))
    }()

    private static func connectBus(_ environment: [String: String], _ limit: Duration) async throws(VaultError)
        -> SessionBus
    {
        do {
            return try await SessionBus.connect(environment: environment, within: limit)
        } catch {
            throw .noService(reason: "\(error)")
        }
    }

    private static func ask(
        _ method: String, of bus: SessionBus, within limit: Duration
    ) async throws(GLibError) -> [String] {
        let reply = try await bus.call(method, of: busName, at: "/org/freedesktop/DBus", on: busName, within: limit)
        guard case .strings(let names) = reply.first else { return [] }
        return names
    }

    /// Returns the unique name of the program that offers the service now, if one runs.
    private static func owner(on bus: SessionBus, within limit: Duration) async throws(VaultError) -> String? {
        do throws(GLibError) {
            return try await bus.call(
                "GetNameOwner", of: busName, at: "/org/freedesktop/DBus", on: busName, [.string(serviceName)],
                within: limit
            ).first?.stringValue
        } catch  where error.domain == "org.freedesktop.DBus.Error.NameHasNoOwner" {
            return nil
        } catch {
            throw .gone(reason: error.message)
        }
    }

    /// Returns whether this program still offers the service.
    func isCurrent(within limit: Duration) async -> Bool {
        do {
            return try await Self.owner(on: bus, within: limit) == owner
        } catch {
            return false  // The bus is gone, and the connection with it.
        }
    }

    // MARK: Collections

    /// Returns the default keyring.
    ///
    /// - Throws: ``VaultError/noKeyring`` and those of a call.
    func defaultCollection(within limit: Duration) async throws(VaultError) -> KeyringCollection {
        let collection: KeyringCollection? = try await call(within: limit) { cancellable, done in
            secret_collection_for_alias(
                cast(), SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, cancellable, done.callback, done.data)
        } finish: { result throws(GLibError) in
            let found = try GLibError.check { secret_collection_for_alias_finish(result, $0) }
            return found.map { KeyringCollection($0, of: self) }
        }
        guard let collection else { throw .noKeyring }
        return collection
    }

    /// Unlocks a keyring, for which the service asks the user if it has to.
    ///
    /// - Throws: ``VaultError/refused(_:)``, ``VaultError/unanswered(_:after:)``, ``VaultError/cancelled(_:)``,
    ///   ``VaultError/gone(reason:)`` and those of a call.
    func unlock(
        _ collection: KeyringCollection, within limit: Duration, patience: Duration
    ) async throws(VaultError) {
        guard let question = try await requestUnlock(collection, within: limit) else { return }
        switch await KeyringPrompt.run(path: question, owner: owner, bus: bus, within: patience) {
        case .completed: return
        case .dismissed:
            guard await isCurrent(within: limit) else { throw goneDuringQuestion }
            throw .refused(.secretService)
        case .gone: throw goneDuringQuestion
        case .deadline: throw .unanswered(.secretService, after: patience)
        case .cancelled: throw .cancelled(.secretService)
        case .failed(let error): throw await reason(for: error)
        }
    }

    private var goneDuringQuestion: VaultError { .gone(reason: localized("it ended while its question was open")) }

    /// Asks the service to unlock a keyring.
    ///
    /// - Returns: The object of the question that the user has to answer first, or `nil` if the keyring is open.
    private func requestUnlock(
        _ collection: KeyringCollection, within limit: Duration
    ) async throws(VaultError) -> String? {
        let question: String = try await call(within: limit) { cancellable, done in
            var path = g_variant_new_object_path(collection.path)
            var paths = g_variant_new_array(nil, &path, 1)
            g_dbus_connection_call(
                OpaquePointer(bus.pointer), owner, Self.servicePath, Self.serviceInterface, "Unlock",
                g_variant_new_tuple(&paths, 1), Self.unlockReply, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, cancellable,
                done.callback, done.data)
        } finish: { result throws(GLibError) in
            let reply = try GLibError.check {
                g_dbus_connection_call_finish(OpaquePointer(self.bus.pointer), result, $0)
            }
            guard let reply, let path = g_variant_get_child_value(reply, 1) else { return "/" }
            defer {
                g_variant_unref(path)
                g_variant_unref(reply)
            }
            return String(cString: g_variant_get_string(path, nil))
        }
        return question == "/" ? nil : question
    }

    private static let serviceInterface = "org.freedesktop.Secret.Service"
    /// The type of the answer: what is open already, and the question.
    private static let unlockReply = g_variant_type_new("(aoo)")

    // MARK: Calls

    /// Makes a call, and tells why it failed.
    ///
    /// - Throws: ``VaultError``: unanswered, cancelled, locked, gone, or refused by the service.
    func call<Value: Sendable>(
        within limit: Duration, _ start: (UnsafeMutablePointer<GCancellable>, AsyncCompletion) -> Void,
        finish: @escaping @MainActor (OpaquePointer) throws(GLibError) -> Value
    ) async throws(VaultError) -> Value {
        do throws(KeyringCall<Value>.CallError) {
            return try await KeyringCall<Value>.run(within: limit, start, finish: finish)
        } catch {
            switch error {
            case .deadline: throw .unanswered(.secretService, after: limit)
            case .cancelled: throw .cancelled(.secretService)
            case .failed(let error): throw await reason(for: error)
            }
        }
    }

    private func reason(for error: GLibError) async -> VaultError {
        let quark = String(cString: g_quark_to_string(secret_error_get_quark()))
        if error.domain == quark, error.code == Int(SECRET_ERROR_IS_LOCKED.rawValue) { return .locked(.secretService) }
        // The service may have ended after the call failed for another reason. To the caller that is the same.
        guard await isCurrent(within: .seconds(5)) else { return .gone(reason: error.message) }
        return .service(reason: error.message)
    }
}
