// SPDX-License-Identifier: MIT

/// The ways of drawing pages, from WebKit's own down to the most careful.
///
/// A page that stays blank with one is tried with the next.
package enum GraphicsRung: String, Codable, CaseIterable, Sendable {
    /// WebKit's own way.
    case standard
    /// Without explicit synchronisation, which some of NVIDIA's drivers get wrong under Wayland.
    case withoutExplicitSync = "no-explicit-sync"
    /// Without the graphics card: a setting of the views, which needs no new process.
    case withoutAcceleration = "no-acceleration"
    /// Without buffers that are shared with the card.
    case withoutDMABUF = "no-dmabuf"
    /// Without layers.
    case withoutCompositing = "no-compositing"

    /// The variables that have to be set before the first view is made.
    var environment: [String: String] {
        switch self {
        case .standard, .withoutAcceleration: [:]
        case .withoutExplicitSync: ["__NV_DISABLE_EXPLICIT_SYNC": "1"]
        case .withoutDMABUF: ["WEBKIT_DISABLE_DMABUF_RENDERER": "1"]
        case .withoutCompositing: ["WEBKIT_DISABLE_COMPOSITING_MODE": "1"]
        }
    }

    /// Returns the rungs that are tried on `machine`, in order.
    static func ladder(for machine: GraphicsMachine) -> [GraphicsRung] {
        let isNVIDIA = machine.nvidiaVersion != nil || machine.drivers.contains("nvidia")
        return allCases.filter { $0 != .withoutExplicitSync || (isNVIDIA && machine.display == .wayland) }
    }
}

/// The stored result of a probe.
package struct GraphicsVerdict: Codable, Equatable, Sendable {
    /// The machine's ``GraphicsMachine/key``.
    package let machine: String
    package let rung: GraphicsRung
    /// True if a page was painted; `false` if the last rung stayed blank, too.
    package let paints: Bool
}
