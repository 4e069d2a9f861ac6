// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting

/// Reads a program's windows as a screen reader does, by AT-SPI, and presses what is read.
///
/// Only what is showing counts. The messages are those of at-spi2-core's D-Bus interfaces; libatspi waits for itself
/// where a window changes while it is read.
@MainActor
final class ScreenReader {
    /// The service that a ``PrivateBus`` needs.
    static let service = "org.a11y.Bus"

    /// The program and the object that an element is.
    typealias Place = (owner: String, path: String)

    /// A part of a window.
    struct Element: Sendable, CustomStringConvertible {
        let place: Place
        /// The kind of element by AT-SPI's name: `push button`, `label`, `dialog`.
        let role: String
        /// The name, the description and the text as they are read, with a ``PseudoProgram``'s marks around values.
        let marked: (name: String, details: String, text: String?)
        let isFocused, isSensitive: Bool
        /// The number of elements around it.
        let depth: Int

        var name: String { Self.plain(marked.name) }
        var details: String { Self.plain(marked.details) }
        /// The text of a label or a field; `nil` for what has none.
        var text: String? { marked.text.map(Self.plain) }

        private static func plain(_ text: String) -> String { text.filter { !"⟪⟫".contains($0) } }

        /// A line of the tree: role, name, text and description.
        var description: String {
            let words = [name, text == name ? nil : text, details].compactMap(\.self).filter { !$0.isEmpty }
            return String(repeating: "  ", count: depth) + ([role] + words).joined(separator: " · ")
        }
    }

    /// The numbers of AT-SPI's states.
    private enum State {
        static let focused = 12, sensitive = 24, showing = 25, visible = 30
    }

    static let registry = "org.a11y.atspi.Registry"
    private static let root = "/org/a11y/atspi/accessible/root"
    private static let accessible = "org.a11y.atspi.Accessible"

    /// The numbers of AT-SPI's relations.
    private enum Relation {
        static let labelledBy: UInt32 = 2, describedBy: UInt32 = 18
    }

    let bus: SessionBus

    /// Connects to the accessibility bus, which starts with that.
    init(on session: PrivateBus) async throws {
        let starter = try await SessionBus.connect(environment: session.environment)
        let answer = try await starter.call("GetAddress", of: Self.service, at: "/org/a11y/bus", on: Self.service)
        bus = try await SessionBus.connect(
            environment: ["DBUS_SESSION_BUS_ADDRESS": answer.first?.stringValue ?? ""])
        // Programs look for readers once, when they start.
        _ = try await elements()
    }

    // MARK: What is shown

    /// Waits for an element, and returns it.
    ///
    /// - Parameters:
    ///   - role: Its role; `nil` for any.
    ///   - name: Its name or its text, or a part of one; `nil` for any.
    ///   - isOutOfView: True where it may have to be scrolled to, or be on another page.
    func find(_ role: String?, _ name: String? = nil, outOfView isOutOfView: Bool = false) async throws -> Element {
        var found: Element?
        var seen: [Element] = []
        try await until {
            seen = try await self.elements(outOfView: isOutOfView)
            let fitting = seen.filter { Self.fits($0, role: role, name: name) }
            found = fitting.first { $0.name == name || $0.text == name } ?? fitting.first
            return found != nil
        }
        guard let found else {
            let tree = seen.map(\.description).joined(separator: "\n")
            throw ReaderError("no \(role ?? "element") “\(name ?? "")” is shown; there is\n\(tree)")
        }
        return found
    }

    /// Waits until no such element is shown.
    func untilGone(_ role: String?, _ name: String? = nil, outOfView isOutOfView: Bool = false) async throws {
        var isGone = false
        try await until {
            isGone = try await !self.elements(outOfView: isOutOfView).contains { Self.fits($0, role: role, name: name) }
            return isGone
        }
        guard isGone else { throw ReaderError("\(role ?? "element") “\(name ?? "")” is still shown") }
    }

    /// Returns what is shown, an element a line, each indented by the number of those around it.
    func tree() async throws -> String { try await elements().map(\.description).joined(separator: "\n") }

    /// Returns what a user can use and a reader can't name.
    func unnamed() async throws -> [String] {
        let roles: Set = [
            "text", "password text", "push button", "toggle button", "combo box", "check box", "radio button", "table",
        ]
        return try await elements().filter { roles.contains($0.role) && $0.name.isEmpty }.map(\.description)
    }

    private static func fits(_ element: Element, role: String?, name: String?) -> Bool {
        guard role == nil || element.role == role else { return false }
        guard let name else { return true }
        return element.name.contains(name) || element.text?.contains(name) == true
    }

    // MARK: What a user does

    /// Presses a button, or a menu's item.
    func press(_ role: String?, _ name: String? = nil, outOfView isOutOfView: Bool = false) async throws {
        let element = try await find(role, name, outOfView: isOutOfView)
        guard try await call("DoAction", of: "Action", at: element.place, with: [.integer(0)]).first == .boolean(true)
        else {
            throw ReaderError("it can't be pressed: \(element)")
        }
    }

    /// Presses the button of a question until that has ended.
    ///
    /// A first press gives the window the keyboard; after a calm the next one counts.
    func approve(_ name: String) async throws {
        let button = try await find("push button", name)
        var hasPressed = false
        var absences = 0
        try await until {
            let shown = try await self.elements()
            // A program that is busy may leave a window out of one look.
            guard shown.contains(where: { $0.place == button.place }) else {
                absences += 1
                return hasPressed && absences > 1
            }
            absences = 0
            // Presses in between would begin the calm anew.
            let waits = Self.window(of: button, in: shown).contains {
                ["statusbar", "status bar"].contains($0.role) && !$0.name.isEmpty
            }
            if !waits || !hasPressed { try await self.press("push button", name) }
            hasPressed = true
            return false
        }
    }

    /// Presses a button of the dialog that stands above all others, by the beginning of its name.
    func pressInDialog(_ beginning: String) async throws {
        var found: Element?
        try await until {
            let shown = try await self.elements()
            guard let start = shown.lastIndex(where: { $0.depth == 0 && $0.role == "dialog" }) else { return false }
            found = Self.window(of: shown[start], in: shown).last {
                $0.role == "push button" && $0.name.hasPrefix(beginning)
            }
            return found != nil
        }
        guard let found else { throw ReaderError("no dialog has a button “\(beginning)”") }
        _ = try await call("DoAction", of: "Action", at: found.place, with: [.integer(0)])
    }

    /// Returns what is shown in the window around an element.
    static func window(of element: Element, in shown: [Element]) -> ArraySlice<Element> {
        guard let place = shown.firstIndex(where: { $0.place == element.place }) else { return [] }
        let start = shown[...place].lastIndex { $0.depth == 0 } ?? 0
        let end = shown[(place + 1)...].firstIndex { $0.depth == 0 } ?? shown.count
        return shown[start..<end]
    }

    /// Chooses an entry of a list.
    func choose(_ role: String?, _ name: String? = nil) async throws {
        let element = try await find(role, name)
        let answer = try await bus.call(
            "Get", of: "org.freedesktop.DBus.Properties", at: element.place.path, on: element.place.owner,
            [.string(Self.accessible), .string("Parent")])
        guard let list = answer.first.flatMap(Self.place),
            let index = try await call("GetIndexInParent", of: "Accessible", at: element.place).first,
            try await call("SelectChild", of: "Selection", at: list, with: [index]).first == .boolean(true)
        else { throw ReaderError("it can't be chosen: \(element)") }
    }

    /// Replaces the text of a field.
    func type(
        _ text: String, into role: String?, _ name: String? = nil, outOfView isOutOfView: Bool = false
    ) async throws {
        let element = try await find(role, name, outOfView: isOutOfView)
        let answer = try await call("SetTextContents", of: "EditableText", at: element.place, with: [.string(text)])
        guard answer.first == .boolean(true) else {
            throw ReaderError("it takes no text: \(element)")
        }
    }

    // MARK: Messages

    func elements(outOfView isOutOfView: Bool = false) async throws -> [Element] {
        let state = isOutOfView ? State.visible : State.showing
        var list: [Element] = []
        for program in try await children(of: (Self.registry, Self.root)) {
            let windows: [Place]
            do {
                windows = try await children(of: program)
            } catch {
                continue  // It has ended meanwhile.
            }
            for window in windows { await read(window, having: state, depth: 0, into: &list) }
        }
        return list
    }

    private func read(_ place: Place, having state: Int, depth: Int, into list: inout [Element]) async {
        do {
            let states = try await call("GetState", of: "Accessible", at: place).first?.listValue ?? []
            func has(_ state: Int) -> Bool {
                guard states.count > state / 32, case .unsigned(let bits) = states[state / 32] else { return false }
                return bits & (1 << UInt32(state % 32)) != 0
            }
            guard has(state) else { return }
            let interfaces = try await call("GetInterfaces", of: "Accessible", at: place).first?.listValue ?? []
            var text: String?
            if interfaces.contains(.string("org.a11y.atspi.Text")) {
                text = try await call("GetText", of: "Text", at: place, with: [.integer(0), .integer(-1)]).first?
                    .stringValue
            }
            let role = try await call("GetRoleName", of: "Accessible", at: place).first?.stringValue ?? ""
            var name = try await property("Name", place)
            if name.isEmpty, ["text", "password text"].contains(role) { name = try await label(of: place) }
            list.append(
                Element(
                    place: place,
                    role: role, marked: (name, try await property("Description", place), text),
                    isFocused: has(State.focused), isSensitive: has(State.sensitive), depth: depth))
            for child in try await children(of: place) {
                await read(child, having: state, depth: depth + 1, into: &list)
            }
        } catch {
            // It has gone meanwhile.
        }
    }

    /// Returns the text of the label that a field, or a value, belongs to; empty where there is none.
    func label(of field: Place) async throws -> String { try await name(of: Relation.labelledBy, of: field) }

    /// Returns the text of what describes a field, a sentence about an error for example; empty where nothing does.
    func description(of field: Place) async throws -> String { try await name(of: Relation.describedBy, of: field) }

    /// Returns the name of the first element to which one has a relation.
    private func name(of relation: UInt32, of field: Place) async throws -> String {
        let relations = try await call("GetRelationSet", of: "Accessible", at: field).first?.listValue ?? []
        for entry in relations {
            guard let pair = entry.listValue, pair.count == 2, pair[0] == .unsigned(relation),
                let label = pair[1].listValue?.first.flatMap(Self.place)
            else { continue }
            return try await property("Name", label)
        }
        return ""
    }

    private func children(of place: Place) async throws -> [Place] {
        let list = try await call("GetChildren", of: "Accessible", at: place).first?.listValue ?? []
        return list.compactMap(Self.place)
    }

    private static func place(_ value: DBusValue) -> Place? {
        guard let pair = value.listValue, pair.count == 2, let owner = pair[0].stringValue,
            case .objectPath(let path) = pair[1], !path.hasSuffix("/null")
        else { return nil }
        return (owner, path)
    }

    private func property(_ name: String, _ place: Place) async throws -> String {
        try await bus.call(
            "Get", of: "org.freedesktop.DBus.Properties", at: place.path, on: place.owner,
            [.string(Self.accessible), .string(name)]
        ).first?.stringValue ?? ""
    }

    func call(
        _ method: String, of interface: String, at place: Place, with arguments: [DBusValue] = []
    ) async throws -> [DBusValue] {
        try await bus.call(
            method, of: "org.a11y.atspi.\(interface)", at: place.path, on: place.owner, arguments, within: .seconds(5))
    }

    /// Waits until a condition holds, half a minute at most.
    private func until(_ condition: () async throws -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(30)
        while try await !condition(), ContinuousClock.now < limit {
            // A look is hundreds of messages, which keep the program from what is waited for.
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// A failure of the reader's own.
struct ReaderError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
