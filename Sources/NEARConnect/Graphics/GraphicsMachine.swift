// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import WebKitGTK

/// The facts that decide whether pages get painted: display, graphics drivers and WebKitGTK's version.
package struct GraphicsMachine: Hashable, Sendable {
    enum Display: String, Sendable {
        case wayland, x11, none
    }

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
            isSet("WAYLAND_DISPLAY") && !prefersX11 ? .wayland : isSet("DISPLAY") ? .x11 : .none
        return GraphicsMachine(
            display: display, drivers: readDrivers(), nvidiaVersion: KernelFile.text("/sys/module/nvidia/version"),
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

    /// The key of a verdict: another driver, display or WebKitGTK needs a new verdict.
    package var key: String {
        ([display.rawValue, webKit, nvidiaVersion ?? "-"] + drivers).joined(separator: " ")
    }

    /// The machine in one line for the user.
    package var summary: String {
        let cards =
            drivers.isEmpty ? "no graphics card; pages are drawn by the processor" : drivers.joined(separator: ", ")
        return nvidiaVersion.map { "\(cards) (NVIDIA \($0))" } ?? cards
    }
}
