// SPDX-License-Identifier: MIT

import GLibRuntime

/// Stands in for the program that shows gnome-keyring's questions, and never answers one: a user who isn't there.
@MainActor
final class SilentPrompter {
    /// The number of questions that came.
    var questions: Int { calls.count }
    private var calls: [DBusCall] = []
    private let bus: SessionBus
    private var object: ExportedObject?

    init(on test: TestBus) async throws {
        bus = try await SessionBus.connect(environment: test.environment)
        object = try ExportedObject(
            at: "/org/gnome/keyring/Prompter", on: bus,
            introspection: """
                <node>
                  <interface name="org.gnome.keyring.internal.Prompter">
                    <method name="BeginPrompting"><arg type="o" direction="in"/></method>
                  </interface>
                </node>
                """
        ) { [weak self] call in self?.calls.append(call) }
        _ = try await bus.request(name: "org.gnome.keyring.SystemPrompter")
    }
}
