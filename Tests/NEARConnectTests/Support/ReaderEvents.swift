// SPDX-License-Identifier: MIT

import GLibRuntime

/// The names that elements of a program get, as a screen reader hears them while it listens.
@MainActor
final class ReaderEvents {
    /// The names, in the order in which they were heard.
    private(set) var names: [String] = []
    private var signal: BusSignal?

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - program: The program's name on the accessibility bus.
    ///   - reader: A reader on the same bus.
    init(of program: String, _ reader: ScreenReader) async throws {
        // A program sends what somebody has asked for, and nothing else.
        _ = try await reader.bus.call(
            "RegisterEvent", of: "org.a11y.atspi.Registry", at: "/org/a11y/atspi/registry", on: ScreenReader.registry,
            [.string("object:property-change:accessible-name")])
        signal = BusSignal(
            "PropertyChange", of: "org.a11y.atspi.Event.Object", at: nil, from: program, on: reader.bus
        ) { [weak self] values in
            guard values.count > 3, values[0] == .string("accessible-name") else { return }
            if case .variant(.string(let name)) = values[3] { self?.names.append(name) }
            if case .string(let name) = values[3] { self?.names.append(name) }
        }
    }

    /// True if a name with this beginning was heard.
    func have(_ beginning: String) -> Bool { names.contains { $0.hasPrefix(beginning) } }
}
