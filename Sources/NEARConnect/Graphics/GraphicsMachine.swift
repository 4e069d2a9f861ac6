// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The facts that decide whether pages get painted: display, graphics drivers and WebKitGTK's version.
package struct GraphicsMachine: Hashable, Sendable {
    enum Display: String, Sendable {
        /// `virtual` is a display that this program started, which no card draws.
        case wayland, x11, virtual, none
    }

    /// The variable by which a program says that its display is a virtual one that it started.
    package static let virtualDisplay = "NEAR_CONNECT_VIRTUAL_DISPLAY"
    /// Drivers of cards that the processor plays.
    private static let softwareDrivers: Set = ["vgem", "vkms"]

    let display: Display
    /// The kernel's drivers of the cards that can draw, such as `i915`, `amdgpu`, `nvidia`; empty without one.
    let drivers: [String]
    /// The version of NVIDIA's own driver; its versions differ in what they break.
    let nvidiaVersion: String?
    let webKit: String

    /// Returns this machine as it is now.
    package static func here(environment: [String: String] = ProcessInfo.processInfo.environment) -> GraphicsMachine {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        // GTK may be told to use X11 if both are there.
        let prefersX11 = environment["GDK_BACKEND"]?.hasPrefix("x11") ?? false
        let display: Display =
            isSet(virtualDisplay)
            ? .virtual : isSet("WAYLAND_DISPLAY") && !prefersX11 ? .wayland : isSet("DISPLAY") ? .x11 : .none
        // Mesa's own switch: it doesn't use a card then.
        let drivers = isSet("LIBGL_ALWAYS_SOFTWARE") ? [] : readDrivers()
        return GraphicsMachine(
            display: display, drivers: drivers, nvidiaVersion: KernelFile.text("/sys/module/nvidia/version"),
            webKit: LibraryVersions.webKitGTK)
    }

    private static func readDrivers() -> [String] {
        var drivers: Set<String> = []
        // Nodes are numbered from 128 on.
        for number in 128..<144 {
            let link = "/sys/class/drm/renderD\(number)/device/driver"
            let target = URL(fileURLWithPath: link).resolvingSymlinksInPath().lastPathComponent
            if target != "driver" { drivers.insert(target) }
        }
        return drivers.sorted()
    }

    /// The rung that is tried first.
    ///
    /// Where no card draws, WebKit's own way shares buffers with a card that the processor plays: the first page takes
    /// seconds to be painted, and without those buffers 0.3 s.
    package var firstRung: GraphicsRung {
        let hasCard = display != .virtual && !Set(drivers).isSubset(of: Self.softwareDrivers)
        return hasCard ? .standard : .withoutDMABUF
    }

    /// The key of a verdict: another driver, display or WebKitGTK needs a new verdict.
    package var key: String {
        ([display.rawValue, webKit, nvidiaVersion ?? "-"] + drivers).joined(separator: " ")
    }

    /// The machine in one line for the user.
    package var summary: String {
        let cards =
            drivers.isEmpty
            ? localized("no graphics card; pages are drawn by the processor") : drivers.joined(separator: ", ")
        return nvidiaVersion.map { "\(cards) (NVIDIA \($0))" } ?? cards
    }
}
