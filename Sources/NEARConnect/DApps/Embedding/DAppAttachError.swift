// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import SafeText

/// The reasons why a view isn't given a wallet.
///
/// The view is as it was before.
public enum DAppAttachError: Error, Sendable, Hashable {
    /// The object is no `WebKitWebView`.
    case notAWebView
    /// The view is about to be destroyed, or was.
    case destroyed
    /// A host has the view already.
    case alreadyAttached
    /// Somebody besides the view holds its `WebKitUserContentManager`, another view for example.
    ///
    /// What a manager has counts for all of its views, and WebKit doesn't say which they are.
    case contentManagerShared
    /// The view is a window of another view's page, whose content manager counts for it, and not its own.
    case windowOfAPage
    /// A page is shown or on its way; the wallet comes with a document from its start on.
    case pageLoaded
    /// The view's settings switch pages' scripts off.
    case scriptsDisabled
    /// The view's settings let pages reach into those of other origins (`disable-web-security`).
    case webSecurityDisabled
    /// The view's context goes on where a server doesn't show who it is.
    case certificatesIgnored
    /// The view stores where wallets' own pages do.
    case storageOfWallets
    /// The host was closed.
    case hostClosed
    /// The filter for pages or the provider can't be made.
    case unavailable(reason: String)
}

extension DAppAttachError: LocalizedError {
    /// A sentence that says what to do.
    public var errorDescription: String? {
        switch self {
        case .notAWebView: localized("This object is no WebKitWebView. Pass the view itself, not a container of it.")
        case .destroyed: localized("The view is being destroyed. Attach one that is alive.")
        case .alreadyAttached: localized("The view has a wallet already. Detach it first.")
        case .contentManagerShared:
            localized(
                "Somebody besides the view holds its WebKitUserContentManager. Make the view with a manager of its own, and keep no reference to that."
            )
        case .windowOfAPage:
            localized("The view is a window that a page has opened. Open its address in a view of its own instead.")
        case .pageLoaded:
            localized("The view shows a page or loads one. Attach before the first load, or load about:blank before.")
        case .scriptsDisabled: localized("The view’s settings switch JavaScript off. Set enable-javascript.")
        case .webSecurityDisabled:
            localized(
                "The view’s settings let pages reach into those of other sites. Unset disable-web-security.")
        case .certificatesIgnored:
            localized(
                "The view’s context ignores errors of certificates. Set its policy to WEBKIT_TLS_ERRORS_POLICY_FAIL.")
        case .storageOfWallets:
            localized(
                "The view stores where wallets’ own pages do. Make it with the web context of a DAppContext.")
        case .hostClosed: localized("The host was closed. Attach the view to another one.")
        case .unavailable(let reason): reason
        }
    }
}
