// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARConnectCore

/// The settings of a ``DAppBrowserWidget``.
///
/// The pages' wallet is the one that is connected in the manager, and its keystore while none is. It works on the
/// manager's network, under its approval policy; a rule of the policy that names no asker covers no site. Permissions,
/// cookies and what pages store are in the manager's profile, apart from what wallets store there.
@MainActor
public struct DAppBrowserConfiguration {
    /// The manager whose profile, network, keystore and policy the pages' wallet has.
    public let manager: NEARWalletManager
    /// Asks the user where the policy is to ask; `nil` for the widget's own dialog.
    public var approver: (any Approver)?
    /// Asks the user where sites work and which networks they add; `nil` for the widget's own dialog.
    public var siteQuestions: (any SiteQuestionPresenter)?
    /// The file with hosts whose pages aren't shown, see ``DeniedHosts``.
    ///
    /// It needn't exist; `denied-hosts` in ``ProfileFolders/config`` by default.
    public var deniedHosts: URL?
    /// A file with rules for what pages load, in the format of Safari's content blockers.
    ///
    /// It needn't exist; `content-filter.json` in ``ProfileFolders/config`` by default. The rules that keep pages of
    /// the internet from this computer and its network always count.
    public var contentFilter: URL?

    /// The name under which a WebDriver may drive the tabs, for tests of the program; `nil`, for none, by default.
    public var automation: BrowserAutomation?

    /// Makes settings with the profile's own files.
    public init(manager: NEARWalletManager) {
        self.manager = manager
        (deniedHosts, contentFilter) = PageRules.files(in: manager.folders)
    }
}
