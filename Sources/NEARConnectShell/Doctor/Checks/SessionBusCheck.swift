// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import SafeText

extension DoctorCheck {
    /// Checks the user's session bus and the services on it: a secret service and portals.
    static let sessionBus = DoctorCheck(name: "session-bus") { context in
        guard SessionBus.address(in: context.environment) != nil else {
            return [
                .warn(
                    "session-bus", localized("none"),
                    advice: localized(
                        "Log in to a desktop, or start the program with “dbus-run-session”; without a session bus, links can’t reach a running program and keys can’t be stored in a keyring."
                    ))
            ]
        }
        do {
            let bus = try await SessionBus.connect(environment: context.environment, within: limit)
            let names = Set(try await bus.names(within: limit) + bus.activatableNames(within: limit))
            return [.ok("session-bus", localized("answers")), secrets(names), portal(names)]
        } catch {
            return [
                .warn(
                    "session-bus", localized("doesn’t answer: %1$s", "\(error)"),
                    advice: localized("Log out and in again, or start the program with “dbus-run-session”."))
            ]
        }
    }

    private static let limit = Duration.seconds(2)

    static func secrets(_ names: Set<String>) -> DoctorFinding {
        names.contains("org.freedesktop.secrets")
            ? .ok("secret-service", localized("available"))
            : .warn(
                "secret-service", localized("none"),
                advice: localized(
                    "To use keys in a keyring, install one and unlock it (GNOME: gnome-keyring, KDE: kwallet)."))
    }

    static func portal(_ names: Set<String>) -> DoctorFinding {
        names.contains("org.freedesktop.portal.Desktop")
            ? .ok("portal", localized("available"))
            : .ok("portal", localized("none; only programs in Flatpak or Snap need it"))
    }
}
