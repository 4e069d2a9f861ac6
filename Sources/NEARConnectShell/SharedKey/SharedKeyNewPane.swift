// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import SafeText

/// The page that says what making a shared key takes, and asks for which account.
@MainActor
final class SharedKeyNewPane: SharedKeyPane {
    let own = RadioButton(
        localized("A new account, which exists from its first deposit on"), group: nil)
    /// The choice of the account that is connected; `nil` while none is.
    private(set) var connected: RadioButton?
    let start = Button(localized("_Start")).styled("suggested-action")

    /// - Parameters:
    ///   - account: The account that is connected.
    ///   - onStart: Called with the account that gets the key, `nil` for the key's own; must hold its owner weakly.
    ///   - onBack: Called to go back.
    init(
        _ account: AccountId?, onStart: @escaping @MainActor (AccountId?) -> Void,
        onBack: @escaping @MainActor () -> Void
    ) {
        super.init()
        head(localized("Make a shared key"), localized("Three steps, which you can leave and take up again:"))
        for text in [
            localized("1. You sign in, in your browser. The share service keeps the first share."),
            localized(
                "2. This computer keeps the second share: in the desktop’s keyring, or in a file with a passphrase."),
            localized("3. You write down 24 words, the third share, and type them back. Have paper at hand."),
        ] { column.append(Label(text).wrapping(at: 60)) }
        let choices = Box(.down, spacing: 6, own)
        if let account {
            let button = RadioButton(
                localized("%1$s, which is connected; its other keys stay", account.text), group: own)
            connected = button
            choices.append(button)
        }
        column.append(choices)
        let back = Button(localized("_Back"))
        foot(back, start)
        first = start
        back.onClick(onBack)
        start.onClick { [weak self] in onStart(self?.connected?.isChosen == true ? account : nil) }
    }
}
