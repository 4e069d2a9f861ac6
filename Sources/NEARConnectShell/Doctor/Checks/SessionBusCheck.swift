// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import WebKitGTK

extension DoctorCheck {
    /// The person's D-Bus, and what programs find on it: a place for secrets, and portals.
    static let sessionBus = DoctorCheck(name: "session-bus") { context in
        let socket = context.variable("XDG_RUNTIME_DIR").map { "\($0)/bus" }
        // Asking where there is none would start one.
        guard
            context.variable("DBUS_SESSION_BUS_ADDRESS") != nil
                || socket.map(FileManager.default.fileExists(atPath:)) == true
        else {
            return [
                .warn(
                    "session-bus", "none",
                    "Desktops start one. Without it links can\u{2019}t reach a running program and keys can\u{2019}t be kept in a "
                        + "keyring; \u{201C}dbus-run-session\u{201D} makes one.")
            ]
        }
        do throws(GLibError) {
            let names = try SessionBus.names()
            return [.ok("session-bus", "answers"), secrets(names), portal(names)]
        } catch {
            return [
                .warn("session-bus", "doesn\u{2019}t answer: \(error.message)", "Log in anew, or use dbus-run-session.")
            ]
        }
    }

    static func secrets(_ names: Set<String>) -> DoctorFinding {
        names.contains("org.freedesktop.secrets")
            ? .ok("secret-service", "there is one")
            : .warn(
                "secret-service", "none",
                "Keys in a keyring can\u{2019}t be used. Install and unlock one (GNOME: gnome-keyring, KDE: kwallet).")
    }

    static func portal(_ names: Set<String>) -> DoctorFinding {
        names.contains("org.freedesktop.portal.Desktop")
            ? .ok("portal", "there is one")
            : .ok("portal", "none; only programs in Flatpak or Snap need it")
    }
}
