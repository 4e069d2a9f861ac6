// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import SafeText

/// The desktop's services for a program that waits for a phone: staying awake, and a notification.
///
/// Where there is no session bus, or nobody answers there, nothing happens: the program works all the same.
@MainActor
final class DesktopServices {
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let notifications = "org.freedesktop.Notifications"
    private static let notificationsPath = "/org/freedesktop/Notifications"
    private static let patience = Duration.seconds(3)

    private let environment: [String: String]
    /// The connection on which notifications are shown, whose buttons are listened for.
    private var listening: (bus: SessionBus, pressed: BusSignal)?
    /// The numbers that the desktop gave to the newest notifications, and what happens when they are pressed.
    private(set) var shown: [(number: DBusValue, onShow: @MainActor () -> Void)] = []
    /// The most notifications that are remembered.
    private static let limit = 20

    /// - Parameter environment: Names the session bus.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// Keeps the session from ending and the computer from sleeping, by the desktop's portal.
    ///
    /// - Parameter reason: The reason, as the desktop shows it.
    /// - Returns: The connection that this hangs on: dropping it ends it. `nil` where nobody does it.
    func stayAwake(_ reason: String) async -> SessionBus? {
        let (logout, suspend): (UInt32, UInt32) = (1, 4)
        do {
            let bus = try await SessionBus.connect(environment: environment, within: Self.patience)
            _ = try await bus.call(
                "Inhibit", of: "org.freedesktop.portal.Inhibit", at: "/org/freedesktop/portal/desktop",
                on: Self.portal, [.string(""), .unsigned(logout | suspend), .options(["reason": .string(reason)])],
                within: Self.patience)
            return bus
        } catch {
            return nil
        }
    }

    /// Shows a notification.
    ///
    /// - Parameters:
    ///   - title: Its title.
    ///   - text: Its text, which is no markup.
    ///   - onShow: Called when the user presses it; must hold its owner weakly.
    func notify(_ title: String, _ text: String, onShow: @escaping @MainActor () -> Void) async {
        let arguments: [DBusValue] = [
            .string(ShellIdentity.name), .unsigned(0), .string(ShellIdentity.iconName), .string(title),
            .string(Self.escaped(text)), .strings(["default", localized("Show")]), .options([:]), .integer(-1),
        ]
        // A connection that was there may have ended since.
        for _ in 0..<(listening == nil ? 1 : 2) {
            do {
                let number = try await notificationBus().call(
                    "Notify", of: Self.notifications, at: Self.notificationsPath, on: Self.notifications, arguments,
                    within: Self.patience
                ).first
                if let number { shown = shown.suffix(Self.limit - 1) + [(number, onShow)] }
                return
            } catch {
                listening = nil
            }
        }
    }

    private func notificationBus() async throws -> SessionBus {
        if let listening { return listening.bus }
        let bus = try await SessionBus.connect(environment: environment, within: Self.patience)
        // Another notification may have connected meanwhile.
        if let listening { return listening.bus }
        let pressed = BusSignal(
            "ActionInvoked", of: Self.notifications, at: Self.notificationsPath, from: Self.notifications, on: bus
        ) { [weak self] values in
            // A desktop that has begun anew gives its numbers anew.
            self?.shown.last { $0.number == values.first }?.onShow()
        }
        listening = (bus, pressed)
        return bus
    }

    /// Servers of notifications may read a text as markup.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
