// SPDX-License-Identifier: MIT

internal import GTKToolkit
public import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The display that GTK draws on: the desktop's, or a virtual one that lives as long as this process.
@MainActor
public final class DisplaySession {
    /// The choices of a display.
    public enum Choice: Sendable {
        /// The display that the environment names; a virtual one if none answers.
        case automatic
        /// The display that the environment names, and no other.
        case desktop
        /// A virtual display (Xvfb), even on a desktop.
        case virtual
    }

    /// True if the display is a virtual one, which the user can't see.
    public var isVirtual: Bool { server != nil }

    private let server: VirtualDisplay?

    private init(server: VirtualDisplay?) {
        self.server = server
    }

    /// Starts GTK on a display.
    ///
    /// Call it on the main thread before anything else of GTK.
    ///
    /// - Throws: ``NEARError/bridgeUnavailable(reason:)``, which names the package to install.
    public static func start(_ choice: Choice = .automatic) throws(NEARError) -> DisplaySession {
        if choice != .virtual && (choice == .desktop || GTKDisplay.isNamedByEnvironment) {
            do {
                try GTKDisplay.open()
                return DisplaySession(server: nil)
            } catch {
                guard choice == .automatic else { throw NEARError(error) }
            }
        }
        let server: VirtualDisplay
        do {
            server = try VirtualDisplay.replaceEnvironment()
        } catch {
            throw .bridgeUnavailable(reason: error.description)
        }
        do {
            try GTKDisplay.open()
        } catch {
            server.stop()
            throw NEARError(error)
        }
        return DisplaySession(server: server)
    }

    /// Ends a virtual display.
    ///
    /// Windows must be gone by then: GTK ends the process when its display goes.
    public func stop() {
        server?.stop()
    }
}

extension NEARError {
    /// Makes the error for a display that GTK could not open.
    init(_ error: GTKDisplay.OpenError) {
        switch error {
        case .noDisplay(let name?):
            self = .bridgeUnavailable(reason: localized("the display %1$s doesn’t answer", name))
        case .noDisplay(nil):
            self = .bridgeUnavailable(
                reason: localized(
                    "there is no display: DISPLAY and WAYLAND_DISPLAY are not set. Install xvfb for a virtual one"))
        }
    }
}
