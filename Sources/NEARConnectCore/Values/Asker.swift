// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The one who wants something signed.
///
/// Approval dialogs name the asker, policies and function-call keys are for some askers and not for others, and the
/// journal says whose request an entry was. Askers are compared by their bytes.
public enum Asker: Sendable, Hashable {
    /// The program that this library is part of, by the origin that wallets see.
    case program(origin: ExactText)
    /// A command of a user in a terminal, by its verb, for example `send`.
    case commandLine(verb: ExactText)
    /// A page of a dApp.
    case dApp(DAppFrame)
    /// Another program, which asks over a bus or a socket.
    case peer(PeerIdentity)

    /// True for the program itself and its commands, which a user has started on purpose.
    ///
    /// A policy's rule that names no asker covers these alone.
    public var isOwn: Bool {
        switch self {
        case .program, .commandLine: true
        case .dApp, .peer: false
        }
    }

    /// True if somebody other than the asker itself says who it is: this program, its browser engine or a sandbox.
    public var isVouchedFor: Bool {
        switch self {
        case .program, .commandLine, .dApp: true
        case .peer(let identity): identity.isVouchedFor
        }
    }
}

// MARK: Key

extension Asker {
    /// The most bytes of a key.
    static let keyLimit = 8 * 1024

    /// The asker as one line of text, for policies, the journal and the log; two askers never have the same.
    ///
    /// For example `program:https://near-connect-bridge.local`, `command:send`, `dapp:https://app.example`, and for a
    /// frame inside other pages `dapp:https://shop.example https://app.example`, the frame itself first;
    /// `flatpak:org.example.App`, `snap:example`, `host:/usr/bin/example`, and `unknown`.
    public var key: ExactText {
        switch self {
        case .program(let origin): "program:\(origin.text)"
        case .commandLine(let verb): "command:\(verb.text)"
        case .dApp(let frame): "dapp:\(([frame.origin] + frame.ancestors).map(\.text).joined(separator: " "))"
        case .peer(.flatpak(let id)): "flatpak:\(id.text)"
        case .peer(.snap(let name)): "snap:\(name.text)"
        case .peer(.executable(let path)): "host:\(path.text)"
        case .peer(.unknown): "unknown"
        }
    }

    /// Reads a key.
    ///
    /// - Returns: `nil` for a text that is no asker's ``key``.
    public init?(key: String) {
        guard key.utf8.count <= Self.keyLimit, !key.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return nil
        }
        if key.hasSameBytes(as: "unknown") {
            self = .peer(.unknown)
            return
        }
        guard let colon = key.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = String(key[key.utf8.index(after: colon)...])
        guard !rest.isEmpty else { return nil }
        // The kinds are ASCII, where one text has one form.
        switch String(key[..<colon]) {
        case "program": self = .program(origin: ExactText(rest))
        case "command": self = .commandLine(verb: ExactText(rest))
        case "dapp":
            let origins = rest.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            guard let frame = DAppFrame(origin: origins[0], ancestors: Array(origins.dropFirst())) else { return nil }
            self = .dApp(frame)
        case "flatpak": self = .peer(.flatpak(ExactText(rest)))
        case "snap": self = .peer(.snap(ExactText(rest)))
        case "host": self = .peer(.executable(ExactText(rest)))
        default: return nil
        }
    }
}

extension Asker: CustomStringConvertible {
    /// The ``key``.
    public var description: String { key.text }
}
