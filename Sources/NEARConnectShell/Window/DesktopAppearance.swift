// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit

/// Follows the desktop's wish for light or dark and for contrast, by its portal.
///
/// Where no portal answers, widgets look as GTK's own settings say.
@MainActor
final class DesktopAppearance {
    /// The desktop's wish.
    struct Wish: Equatable {
        /// True for dark, false for light; `nil` where the desktop has no wish.
        var isDark: Bool?
        var isContrastHigh = false

        /// Takes in one setting of the portal's; others change nothing.
        mutating func take(_ key: String, _ value: DBusValue) {
            switch (key, value) {
            case (Key.scheme, .unsigned(1)): isDark = true
            case (Key.scheme, .unsigned(2)): isDark = false
            case (Key.scheme, .unsigned): isDark = nil
            case (Key.contrast, .unsigned(let level)): isContrastHigh = level == 1
            default: break
            }
        }
    }

    private enum Key {
        static let scheme = "color-scheme"
        static let contrast = "contrast"
    }

    /// The portal's names on the bus.
    private static let (portal, path) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
    private static let interface = "org.freedesktop.portal.Settings"
    private static let section = "org.freedesktop.appearance"
    private static let patience = Duration.seconds(3)

    /// The last wish that was heard.
    private(set) var wish = Wish()
    /// The user's own choice, which counts before the desktop's.
    var chosen = Preferences.Appearance.desktop {
        didSet { if chosen != oldValue { apply() } }
    }

    private let environment: [String: String]
    private var changes: BusSignal?
    private var starting: Task<Void, Never>?

    /// - Parameter environment: Names the session bus.
    init(environment: [String: String]) {
        self.environment = environment
    }

    isolated deinit {
        starting?.cancel()
    }

    /// Begins to follow.
    func start() {
        apply()
        starting = Task { [weak self, environment] in
            do {
                let bus = try await SessionBus.connect(environment: environment, within: Self.patience)
                self?.listen(on: bus)
                for key in [Key.scheme, Key.contrast] {
                    let reply = try await bus.call(
                        "Read", of: Self.interface, at: Self.path, on: Self.portal,
                        [.string(Self.section), .string(key)], within: Self.patience)
                    if let value = reply.first { self?.take(key, value) }
                }
            } catch {
                // Without a bus, a portal or such a setting nothing changes.
            }
        }
    }

    private func listen(on bus: SessionBus) {
        changes = BusSignal(
            "SettingChanged", of: Self.interface, at: Self.path, from: Self.portal, on: bus
        ) { [weak self] values in
            guard values.count == 3, values[0] == .string(Self.section), let key = values[1].stringValue else { return }
            self?.take(key, values[2])
        }
    }

    private func take(_ key: String, _ value: DBusValue) {
        let before = wish
        wish.take(key, value)
        if wish != before { apply() }
    }

    private func apply() {
        switch chosen {
        case .desktop: DisplayLook.prefer(dark: wish.isDark)
        case .light: DisplayLook.prefer(dark: false)
        case .dark: DisplayLook.prefer(dark: true)
        }
        DisplayLook.setHighContrast(wish.isContrastHigh)
    }
}
