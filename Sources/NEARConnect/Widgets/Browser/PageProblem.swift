// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The reason why a tab shows no page, in words.
struct PageProblem: Equatable {
    /// The line above.
    let heading: String
    /// The reason, and what to do.
    let text: String
    /// True if another attempt may help.
    let canRetry: Bool
    /// The name of an icon.
    let icon: String

    /// A page that didn't load.
    @MainActor
    init(_ failure: LoadFailure) {
        let host = WebAddress(failure.uri)?.place ?? localized("this site")
        switch failure.reason {
        case .certificate:
            text = PopupNotice.text(of: failure)
            heading = localized("This may not be %1$s", host)
            icon = "channel-insecure-symbolic"
        case .network(let error):
            text = localized("%1$s. Look at the address and at the network, then try again.", error.message)
            heading = localized("%1$s can’t be reached", host)
            icon = "network-error-symbolic"
        }
        canRetry = true
    }

    /// A page whose host the user's list denies.
    init(denied address: WebAddress, entry: SiteHost?, list: String?) {
        heading = localized("You stay away from %1$s", address.place)
        text = localized(
            "It isn’t opened, because “%1$s” is on your list, %2$s. Nothing was sent to it. If the list is wrong, take the line out.",
            "\(entry.map { "\($0)" } ?? address.host)", list ?? "")
        canRetry = false
        icon = "dialog-error-symbolic"
    }

    /// An address that is opened for nobody.
    init(unopened address: WebAddress) {
        heading = localized("%1$s isn’t opened here", address.place)
        text = localized("This address, or its port, isn’t one of websites. Nothing was sent to it.")
        canRetry = false
        icon = "dialog-error-symbolic"
    }

    /// A page whose process ended.
    init(crashed host: String) {
        heading = localized("The page of %1$s has crashed", host)
        text = localized("What it had asked for has ended. Load it again to go on.")
        canRetry = true
        icon = "dialog-warning-symbolic"
    }
}

/// The place of a page that isn't shown, with what is wrong.
///
/// There is a way back, and none past it.
@MainActor
final class ProblemPanel: Container {
    let heading = Label().wrapping(at: 40).centered().styled("near-connect-title")
    let text = Label().wrapping(at: 56).centered()
    let leave = Button(localized("_Go back")).styled("suggested-action")
    let retry = Button(localized("_Try again"))
    private let icon = Icon("dialog-error-symbolic", size: 64).styled("dim-label")

    init() {
        let buttons = Box(.across, spacing: 12, retry, leave).aligned(.center)
        let column = Box(.down, spacing: 18, icon, heading, text, buttons)
        super.init(shared: column.widget)
        keep(column)
        aligned(.center, .center).margins(24)
    }

    /// Shows a problem.
    func show(_ problem: PageProblem) {
        icon.show(problem.icon)
        heading.text = problem.heading
        text.text = problem.text
        retry.isVisible = problem.canRetry
        setAccessibleName(problem.heading, description: problem.text)
    }
}
