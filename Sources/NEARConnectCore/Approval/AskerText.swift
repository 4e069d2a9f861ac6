// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

extension Asker {
    /// The lines of an approval dialog that say who asks, and how far that can be believed.
    package var facts: [ApprovalText.Fact] { facts(appName: nil) }

    /// Returns the lines that ``facts`` has, with the name of the program where that is who asks.
    ///
    /// - Parameter appName: The name as the program's configuration has it, or as another program chose it for itself;
    ///   `nil` where it has none.
    package func facts(appName: String?) -> [ApprovalText.Fact] {
        switch self {
        case .program(let origin): program(appName.map(shown), origin)
        case .commandLine(let verb):
            [.init(name: localized("Command"), value: shown("near-connect \(verb.text)"), isCode: true)]
        case .dApp(let frame):
            [.init(name: localized("Website"), value: shown(frame.origin.text), isOrigin: true)]
                + frame.ancestors.map { .init(name: localized("Shown inside"), value: shown($0.text), isOrigin: true) }
                + sharing(of: frame)
        case .peer(let identity):
            [.init(name: localized("Program"), value: name(of: identity), isCode: true), trust(identity)]
                + (appName.map { [.init(name: localized("It calls itself"), value: localized("“%1$s”", shown($0)))] }
                    ?? [])
        }
    }

    /// Names a program: the bridge page's own origin, which every program has that sets none, says nothing to anybody.
    private func program(_ name: String?, _ origin: ExactText) -> [ApprovalText.Fact] {
        let app = localized("App")
        guard origin != ExactText(BridgeOrigin.standard.origin) else {
            return [.init(name: app, value: name ?? localized("this program"))]
        }
        let address = ApprovalText.Fact(
            name: name == nil ? app : localized("Its address"), value: shown(origin.text), isCode: true)
        return (name.map { [.init(name: app, value: $0)] } ?? []) + [address]
    }

    private func name(of identity: PeerIdentity) -> String {
        switch identity {
        case .flatpak(let name), .snap(let name), .executable(let name): shown(name.text)
        case .unknown: localized("unknown")
        }
    }

    /// Says of addresses that many apps share that they tell little.
    private func sharing(of frame: DAppFrame) -> [ApprovalText.Fact] {
        guard let host = SiteOrigin(frame.origin.text)?.host, host.isSharedByPaths || host.isSharedByNames else {
            return []
        }
        return [
            .init(
                name: localized("Whose is it?"),
                value: localized("Many apps share this address: it doesn’t say who made this page."))
        ]
    }

    private func trust(_ identity: PeerIdentity) -> ApprovalText.Fact {
        let value =
            switch identity {
            case .flatpak: localized("Flatpak says so; programs outside of a sandbox can pretend it")
            case .snap: localized("Snap says so")
            case .executable: localized("nobody vouches for this name: any of your programs can pretend it")
            case .unknown: localized("nobody knows which program this is")
            }
        return .init(name: localized("Is it true?"), value: value)
    }

    /// Names come from outside: none writes lines of its own into the dialog.
    private func shown(_ text: String) -> String { DisplayText.name(text) }
}
