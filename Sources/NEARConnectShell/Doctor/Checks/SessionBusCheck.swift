// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import SafeText
internal import WebKitGTK

extension DoctorCheck {
    /// Checks the user's session bus and the services on it: a secret service and portals.
    static let sessionBus = DoctorCheck(name: "session-bus") { context in
        let socket = context.variable("XDG_RUNTIME_DIR").map { "\($0)/bus" }
        // Asking where there is none would start one.
        guard
            context.variable("DBUS_SESSION_BUS_ADDRESS") != nil
                || socket.map(FileManager.default.fileExists(atPath:)) == true
        else {
            return [
                .warn(
                    "session-bus", localized("none"),
                    advice: localized(
                        "Log in to a desktop, or start the program with “dbus-run-session”; without a session bus, links can’t reach a running program and keys can’t be stored in a keyring."
                    ))
            ]
        }
        do throws(GLibError) {
            let names = try SessionBus.names()
            return [.ok("session-bus", localized("answers")), secrets(names), portal(names)]
        } catch {
            return [
                .warn(
                    "session-bus", localized("doesn’t answer: %1$s", error.message),
                    advice: localized("Log out and in again, or start the program with “dbus-run-session”."))
            ]
        }
    }

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
