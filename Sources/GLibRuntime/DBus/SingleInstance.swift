// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import Foundation

/// The one running instance of a program, by the desktop's rules: its name on the session bus is its application id, and at that
/// name it answers `org.freedesktop.Application`.
///
/// This is for a program's own use; a library that is embedded in another program has no application to be.
@MainActor
public final class SingleInstance {
    /// What became of the claim.
    public enum Claim {
        /// This is the running instance now.
        case first(SingleInstance)
        /// Another one runs; what is to be done can be handed to it.
        case other(RunningInstance)
        /// There is no bus by which one could know: this instance works by itself.
        case alone(reason: String)
    }

    /// What another process asks of this instance.
    public enum Request {
        /// Come forward.
        case activate
        /// Open these links. Answer once: `nil` when they were taken, else a sentence for people.
        case open(uris: [String], answer: @MainActor (String?) -> Void)
    }

    /// The error that says that links were not taken.
    static let refusal = "io.github.near_connect.Error.LinkRefused"
    static let interface = "org.freedesktop.Application"
    /// The most links of one call that are looked at.
    static let linkLimit = 16

    /// Gets what other processes ask for. What came before it was set comes then.
    public var onRequest: ((Request) -> Void)? {
        didSet {
            guard let onRequest else { return }
            let early = waiting
            waiting = []
            for request in early { onRequest(request) }
        }
    }

    /// The bus that the instance is known on.
    public let bus: SessionBus
    private var waiting: [Request] = []
    private var object: ExportedObject?

    private init(bus: SessionBus) {
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
            let instance = SingleInstance(bus: bus)
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
        "/" + id.replacingOccurrences(of: ".", with: "/").replacingOccurrences(of: "-", with: "_")
    }

    private func receive(_ call: DBusCall) {
        switch (call.method, call.arguments.first) {
        case ("Open", .strings(let uris)):
            hand(
                .open(uris: Array(uris.prefix(Self.linkLimit))) { refusal in
                    if let refusal { call.fail(Self.refusal, refusal) } else { call.reply() }
                })
        case ("Activate", _):
            call.reply()
            hand(.activate)
        default:
            call.fail("org.freedesktop.DBus.Error.NotSupported", "There is no such action.")
        }
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
    /// What it said instead of doing what was asked.
    public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// A sentence for people.
        public let description: String
        /// Whether it looked at the links and didn't want them, rather than being out of reach.
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
    /// - Throws: ``Refusal``.
    public func activate(within limit: Duration = .seconds(10)) async throws(Refusal) {
        try await call("Activate", [.options([:])], limit)
    }

    /// Hands links to it.
    ///
    /// - Throws: ``Refusal``, with the sentence that it answered.
    public func open(_ uris: [String], within limit: Duration = .seconds(10)) async throws(Refusal) {
        try await call("Open", [.strings(uris), .options([:])], limit)
    }

    private func call(_ method: String, _ arguments: [DBusValue], _ limit: Duration) async throws(Refusal) {
        do throws(GLibError) {
            _ = try await bus.call(
                method, of: SingleInstance.interface, at: SingleInstance.path(of: id), on: id, arguments, within: limit)
        } catch {
            let isRefused = error.domain == SingleInstance.refusal
            throw Refusal(
                description: isRefused ? error.message : "The running program did not answer: \(error.message)",
                isAboutLinks: isRefused)
        }
    }
}
