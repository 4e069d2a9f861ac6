// SPDX-License-Identifier: MIT

internal import CGLib
public import FoundationEssentials

/// The one running instance of a program, by the desktop's rules.
///
/// Its name on the session bus is its application id, and at that name it answers `org.freedesktop.Application`.
///
/// This is for a program's own use; a library that is embedded in another program has no application to be.
@MainActor
public final class SingleInstance {
    /// The result of the claim.
    public enum Claim {
        /// This is the running instance now.
        case first(SingleInstance)
        /// Another one runs; what is to be done can be handed to it.
        case other(RunningInstance)
        /// There is no bus to ask: this instance works by itself.
        case alone(reason: String)
    }

    /// A request of another process to this instance.
    public struct Request {
        /// The links to open; none when the instance shall only come forward.
        public let uris: [String]
        /// The action of the desktop file to do; `nil` for none.
        public let action: String?
        /// The desktop's permission to come forward, if it gave one.
        public let activationToken: String?
        /// True if another instance has handed the links on, having no use for them itself.
        public let isForwarded: Bool
        /// Answers once: `nil` when the links were taken, else a sentence for the user.
        public let answer: @MainActor (String?) -> Void
    }

    /// The error that says that links were not taken.
    static let refusal = "io.github.near_connect.Error.LinkRefused"
    static let interface = "org.freedesktop.Application"
    /// The option by which an instance says that it only hands links on.
    static let forwarded = "near-connect-forwarded"
    /// The most links of one call that are looked at.
    static let linkLimit = 16

    /// Called with the requests of other processes.
    ///
    /// Requests that came before it was set are delivered then.
    public var onRequest: ((Request) -> Void)? {
        didSet {
            guard let onRequest else { return }
            let early = waiting
            waiting = []
            for request in early { onRequest(request) }
        }
    }

    /// The application's id, the instance's name on the bus.
    public let id: String
    /// The bus that the instance is known on.
    public let bus: SessionBus
    private var waiting: [Request] = []
    private var object: ExportedObject?

    private init(_ id: String, bus: SessionBus) {
        self.id = id
        self.bus = bus
    }

    /// Becomes the one instance of `id`, or finds the one that runs.
    ///
    /// - Parameters:
    ///   - id: The application's id, in reverse DNS form.
    ///   - environment: Where the session bus is named.
    ///   - limit: How long the bus may take for each answer.
    public static func claim(
        _ id: String, environment: [String: String] = ProcessInfo.processInfo.environment,
        within limit: Duration = .seconds(5)
    ) async -> Claim {
        do {
            let bus = try await SessionBus.connect(environment: environment, within: limit)
            let instance = SingleInstance(id, bus: bus)
            // Before the name: what activated this process asks for the object as soon as the name is there.
            instance.object = try ExportedObject(
                at: path(of: id), on: bus, introspection: introspection
            ) { [weak instance] call in
                if let instance { instance.receive(call) }
            }
            guard try await bus.request(name: id, within: limit) else { return .other(RunningInstance(id, on: bus)) }
            return .first(instance)
        } catch {
            return .alone(reason: "\(error)")
        }
    }

    /// The path at which the instance of `id` is found, as the desktop entry specification derives it.
    static func path(of id: String) -> String {
        "/" + id.replacing(".", with: "/").replacing("-", with: "_")
    }

    /// Hands links to other instances, whose ids begin with `prefix`, until one takes them.
    ///
    /// - Returns: Whether one did.
    public func forward(_ uris: [String], toInstancesOf prefix: String) async -> Bool {
        do {
            for name in try await bus.names() where (name == prefix || name.hasPrefix("\(prefix).")) && name != id {
                do {
                    try await RunningInstance(name, on: bus).open(uris, isForwarded: true)
                    return true
                } catch {
                    continue  // It has no use for them either, or doesn't answer.
                }
            }
        } catch {
            return false  // The bus is gone, and with it whoever could be asked.
        }
        return false
    }

    private func receive(_ call: DBusCall) {
        let options = call.arguments.last?.optionsValue ?? [:]
        let token = options["activation-token"]?.stringValue ?? options["desktop-startup-id"]?.stringValue
        switch (call.method, call.arguments.first) {
        case ("Open", .strings(let uris)):
            let isForwarded = options[Self.forwarded] == .boolean(true)
            hand(
                Request(
                    uris: Array(uris.prefix(Self.linkLimit)), action: nil, activationToken: token,
                    isForwarded: isForwarded
                ) { Self.answer(call, $0) })
        case ("Activate", _), ("ActivateAction", .string):
            let action = call.method == "Activate" ? nil : call.arguments.first?.stringValue
            hand(
                Request(uris: [], action: action, activationToken: token, isForwarded: false) {
                    Self.answer(call, $0)
                })
        default:
            call.fail("org.freedesktop.DBus.Error.NotSupported", "There is no such action.")
        }
    }

    private static func answer(_ call: DBusCall, _ refusal: String?) {
        if let refusal { call.fail(Self.refusal, refusal) } else { call.reply() }
    }

    private func hand(_ request: Request) {
        if let onRequest { onRequest(request) } else { waiting.append(request) }
    }

    private static let introspection = """
        <node>
          <interface name="\(interface)">
            <method name="Activate"><arg type="a{sv}" direction="in"/></method>
            <method name="Open"><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/></method>
            <method name="ActivateAction">
              <arg type="s" direction="in"/><arg type="av" direction="in"/><arg type="a{sv}" direction="in"/>
            </method>
          </interface>
        </node>
        """
}

/// An instance of the program that runs in another process.
@MainActor
public final class RunningInstance {
    /// An error that the instance sent instead of doing what was asked.
    public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
        /// A sentence for the user.
        public let description: String
        /// True if it looked at the links and didn't want them, rather than being out of reach.
        public let isAboutLinks: Bool
    }

    private let id: String
    private let bus: SessionBus

    /// The instance that has the name `id` on `bus`.
    public init(_ id: String, on bus: SessionBus) {
        self.id = id
        self.bus = bus
    }

    /// Asks it to come forward.
    ///
    /// - Parameters:
    ///   - action: The action of the desktop file to do; `nil` for none.
    ///   - limit: How long it may take.
    /// - Throws: ``RequestError``.
    public func activate(
        doing action: String? = nil, within limit: Duration = .seconds(10)
    ) async throws(RequestError) {
        guard let action else { return try await call("Activate", [.options(Self.permission)], within: limit) }
        try await call(
            "ActivateAction", [.string(action), .variants([]), .options(Self.permission)], within: limit)
    }

    /// Hands links to it.
    ///
    /// - Throws: ``RequestError``, with the sentence that it answered.
    public func open(
        _ uris: [String], isForwarded: Bool = false, within limit: Duration = .seconds(10)
    ) async throws(RequestError) {
        var options = Self.permission
        if isForwarded { options[SingleInstance.forwarded] = .boolean(true) }
        try await call("Open", [.strings(uris), .options(options)], within: limit)
    }

    /// The permission to come forward that this process was started with, for the instance that does.
    private static var permission: [String: DBusValue] {
        let environment = ProcessInfo.processInfo.environment
        var options: [String: DBusValue] = [:]
        options["activation-token"] = environment["XDG_ACTIVATION_TOKEN"].map(DBusValue.string)
        options["desktop-startup-id"] = environment["DESKTOP_STARTUP_ID"].map(DBusValue.string)
        return options
    }

    private func call(_ method: String, _ arguments: [DBusValue], within limit: Duration) async throws(RequestError) {
        do throws(GLibError) {
            _ = try await bus.call(
                method, of: SingleInstance.interface, at: SingleInstance.path(of: id), on: id, arguments, within: limit)
        } catch {
            let isRefused = error.domain == SingleInstance.refusal
            throw RequestError(
                description: isRefused ? error.message : "The running program did not answer: \(error.message)",
                isAboutLinks: isRefused)
        }
    }
}
