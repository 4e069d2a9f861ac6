// SPDX-License-Identifier: MIT

internal import CGLib
internal import GLibRuntime

/// One question that the Secret Service puts to the user, from the call that shows it to its end.
///
/// libsecret has this too, and isn't used for it: its version 0.20.5 never ends a question that was cancelled, and
/// takes a service that ended for a user who said no.
@MainActor
final class KeyringPrompt {
    /// The ways in which a question ends.
    enum Answer {
        /// The user did what was asked for.
        case completed
        /// The user closed the question, or it could not be shown.
        case dismissed
        /// The service ended while the question was open.
        case gone
        case deadline
        case cancelled
        /// The service could not be asked.
        case failed(GLibError)
    }

    private static let interface = "org.freedesktop.Secret.Prompt"

    private let path: String
    private let owner: String
    private let bus: SessionBus
    private var continuation: CheckedContinuation<Answer, Never>?

    private init(path: String, owner: String, bus: SessionBus) {
        self.path = path
        self.owner = owner
        self.bus = bus
    }

    /// Shows the question and waits for its end.
    ///
    /// - Parameters:
    ///   - path: The question's object.
    ///   - owner: The unique name of the service.
    ///   - bus: The connection by which the service was asked for it.
    ///   - patience: The time that the user has.
    static func run(path: String, owner: String, bus: SessionBus, within patience: Duration) async -> Answer {
        let prompt = KeyringPrompt(path: path, owner: owner, bus: bus)
        return await withTaskCancellationHandler {
            await prompt.run(patience)
        } onCancel: {
            Task { @MainActor in prompt.end(.cancelled) }
        }
    }

    private func run(_ patience: Duration) async -> Answer {
        let completed = BusSignal("Completed", of: Self.interface, at: path, from: owner, on: bus) {
            [weak self] values in
            self?.end(values.first == .boolean(false) ? .completed : .dismissed)
        }
        let gone = BusSignal(
            "NameOwnerChanged", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", from: "org.freedesktop.DBus",
            on: bus
        ) { [weak self, owner] values in
            if values.first == .string(owner), values.last == .string("") { self?.end(.gone) }
        }
        let timer = Task { [weak self] in
            try await ContinuousClock().sleep(for: patience)
            self?.end(.deadline)
        }
        defer { timer.cancel() }
        let answer = await withCheckedContinuation { continuation in
            self.continuation = continuation
            if Task.isCancelled { return end(.cancelled) }
            Task { await show() }
        }
        withExtendedLifetime((completed, gone)) {}
        return answer
    }

    /// Has the service show the question.
    private func show() async {
        do throws(GLibError) {
            _ = try await bus.call("Prompt", of: Self.interface, at: path, on: owner, [.string("")])
        } catch {
            end(.failed(error))
        }
    }

    /// Ends the waiting, once; a question that may still be open is closed.
    private func end(_ answer: Answer) {
        guard let continuation else { return }
        self.continuation = nil
        continuation.resume(returning: answer)
        switch answer {
        case .deadline, .cancelled:
            // No answer is waited for: a service that hangs can't hold anybody up.
            g_dbus_connection_call(
                OpaquePointer(bus.pointer), owner, path, Self.interface, "Dismiss", nil, nil,
                G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, nil, nil)
        case .completed, .dismissed, .gone, .failed: break
        }
    }
}
