// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARSharedKeys
internal import SafeText

/// The form that names the login: who says who somebody is, and who keeps the login's share.
@MainActor
final class SharedKeyLoginPane: SharedKeyPane {
    let issuer = Entry(placeholder: "https://login.example")
    let service = Entry(placeholder: "https://shares.example")
    let client = Entry()
    let gives = CheckButton(localized("The service gives its share, and doesn’t only sign with it"))
    let save = Button(localized("_Save")).styled("suggested-action")
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()

    /// - Parameters:
    ///   - login: The login so far.
    ///   - onSave: Called with another one, `nil` to go back; returns what is wrong. Must hold its owner weakly.
    init(_ login: SavedLogin?, onSave: @escaping @MainActor (SavedLogin?) -> String?) {
        super.init()
        head(
            localized("Login"),
            localized(
                "An identity provider says who you are, in your browser. A share service believes it and keeps the login’s share; alone it can’t sign. Both addresses come from whoever runs them for you."
            ))
        issuer.text = login?.issuer ?? ""
        service.text = login?.service ?? ""
        client.text = login?.client ?? SavedLogin.ownClient
        gives.isChecked = login?.mode == .release
        column.append(Self.field(localized("_Identity provider"), issuer))
        column.append(Self.field(localized("Share se_rvice"), service))
        column.append(Self.field(localized("This _program’s id there"), client))
        column.append(gives)
        column.append(problem)
        foot(backButton { _ = onSave(nil) }, save)
        first = issuer
        save.onClick { [weak self] in
            guard let self else { return }
            let input = input
            guard let said = onSave(input) else { return }
            say(said, about: field(of: input.wrongAddress))
        }
        for entry in [issuer, service, client] { entry.onChange { [weak self] in self?.check() } }
        Self.enter(in: [issuer, service, client], presses: save)
        check()
    }

    private var input: SavedLogin {
        SavedLogin(
            issuer: TypedText.trimmed(issuer.text), client: TypedText.trimmed(client.text),
            service: TypedText.trimmed(service.text), mode: gives.isChecked ? .release : .coSign)
    }

    private func field(of address: SavedLogin.Address?) -> Entry? {
        switch address {
        case .issuer: issuer
        case .service: service
        case nil: nil
        }
    }

    /// - Parameter field: The field that the sentence is about; `nil` for what is no problem of one.
    private func say(_ text: String?, about field: Entry? = nil) {
        FieldProblem(label: problem, fields: [issuer, service]).say(text, about: field)
    }

    private func check() {
        say(nil)
        save.isSensitive = [issuer, service, client].allSatisfy { !TypedText.trimmed($0.text).isEmpty }
    }
}
