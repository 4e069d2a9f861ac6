// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import Glibc
internal import NEARConnect
public import NEARConnectCore
internal import ProcessSetup

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

    /// Prepares the process (`ProgramProcess.prepare()`) and starts GTK on a display.
    ///
    /// Call it on the main thread before anything else of GTK. A virtual display becomes that of the whole process: the
    /// variables `DISPLAY` and `GDK_BACKEND` are set, and `WAYLAND_DISPLAY` is removed. Where no graphics card draws,
    /// `WEBKIT_DISABLE_DMABUF_RENDERER` is set, unless the user has set variables of WebKit's renderer.
    ///
    /// - Throws: ``NEARError/bridgeUnavailable(reason:)``, which names the package to install.
    public static func start(_ choice: Choice = .automatic) throws(NEARError) -> DisplaySession {
        ProgramProcess.prepare()
        if choice != .virtual && (choice == .desktop || GTKDisplay.isNamedByEnvironment) {
            do {
                setGraphics()
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
        setenv(GraphicsMachine.virtualDisplay, "1", 1)
        setGraphics()
        do {
            try GTKDisplay.open()
        } catch {
            server.stop()
            throw NEARError(error)
        }
        return DisplaySession(server: server)
    }

    /// Sets the variables of WebKit's that fit the machine, unless the user or ``GraphicsSettings`` has set some.
    private static func setGraphics() {
        let environment = ProcessInfo.processInfo.environment
        for (name, value) in GraphicsSettings.recommended(environment: environment) { setenv(name, value, 1) }
    }

    /// Ends a virtual display.
    ///
    /// Windows must be gone by then: GTK ends the process when its display goes.
    public func stop() {
        server?.stop()
    }
}
