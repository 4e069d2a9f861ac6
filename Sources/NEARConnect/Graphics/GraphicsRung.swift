// SPDX-License-Identifier: MIT

/// One way of drawing pages, from WebKit's own down to the most careful. A page that stays blank with one is tried with the next.
package enum GraphicsRung: String, Codable, CaseIterable, Sendable {
    /// As WebKit does by itself.
    case standard
    /// Without explicit synchronisation, which some of NVIDIA's drivers get wrong under Wayland.
    case withoutExplicitSync = "no-explicit-sync"
    /// Without the graphics card: a setting of the views, which needs no new process.
    case withoutAcceleration = "no-acceleration"
    /// Without buffers that are shared with the card.
    case withoutDMABUF = "no-dmabuf"
    /// Without layers.
    case withoutCompositing = "no-compositing"

    /// What has to be in the environment before the first view is made.
    var environment: [String: String] {
        switch self {
        case .standard, .withoutAcceleration: [:]
        case .withoutExplicitSync: ["__NV_DISABLE_EXPLICIT_SYNC": "1"]
        case .withoutDMABUF: ["WEBKIT_DISABLE_DMABUF_RENDERER": "1"]
        case .withoutCompositing: ["WEBKIT_DISABLE_COMPOSITING_MODE": "1"]
        }
    }

    /// What is tried on `machine`, in this order.
    static func ladder(for machine: GraphicsMachine) -> [GraphicsRung] {
        let isNVIDIA = machine.nvidiaVersion != nil || machine.drivers.contains("nvidia")
        return allCases.filter { $0 != .withoutExplicitSync || (isNVIDIA && machine.display == .wayland) }
    }
}

/// What was seen on a machine, as it is remembered.
package struct GraphicsVerdict: Codable, Equatable, Sendable {
    /// ``GraphicsMachine/key``.
    package let machine: String
    package let rung: GraphicsRung
    /// Whether a page was seen with it; `false` when the last rung stayed blank too.
    package let paints: Bool
}
