// SPDX-License-Identifier: MIT

internal import FoundationEssentials
public import Logging
public import NEARConnectCore

/// The settings of a ``NEARWalletManager``.
///
/// Every value has a default that suits a desktop program on mainnet.
public struct NEARWalletConfiguration: Sendable {
    /// The place of the account and of websites' data.
    public enum Profile: Sendable, Hashable {
        /// A named profile in the user's XDG folders; see ``ProfileFolders``.
        case named(String)
        /// Folders of the caller's choice.
        case folders(ProfileFolders)
        /// Nothing is stored.
        case ephemeral
    }

    /// The times after which operations end with ``NEARError/timedOut(after:)``.
    public struct Deadlines: Sendable, Hashable {
        /// Everything that waits for the user.
        public var interactive: Duration
        /// Everything that the bridge answers by itself.
        public var read: Duration
        /// The page's announcement after a load.
        public var ready: Duration
        /// A wallet's answer to a sign-out, after which the account is forgotten all the same.
        public var signOut: Duration
        /// A wallet's code to get ready, after which it is said to be broken.
        public var walletReady: Duration
        /// The rest of an operation when the user has closed the wallet's last window.
        ///
        /// A signature on its way still arrives.
        public var windowClosed = Duration.seconds(3)
        /// The time that a wallet may work unseen after its page has closed its last window.
        ///
        /// It may be sending a transaction.
        public var walletSilent = Duration.seconds(120)

        /// Creates deadlines, from the defaults where nothing is named.
        ///
        /// - Parameters:
        ///   - interactive: Everything that waits for the user.
        ///   - read: Everything that the bridge answers by itself.
        ///   - ready: The page's announcement after a load.
        ///   - signOut: A wallet's answer to a sign-out.
        ///   - walletReady: A wallet's code to get ready.
        public init(
            interactive: Duration = .seconds(600), read: Duration = .seconds(30), ready: Duration = .seconds(30),
            signOut: Duration = .seconds(20), walletReady: Duration = .seconds(30)
        ) {
            self.interactive = interactive
            self.read = read
            self.ready = ready
            self.signOut = signOut
            self.walletReady = walletReady
        }
    }

    /// The use of WebKit's sandbox (bubblewrap) for the processes that run web pages.
    public enum Sandbox: Sendable, Hashable {
        /// The sandbox where it can run.
        ///
        /// Where it can't, the log, the shell's window and `near-connect doctor` say so.
        case whereAvailable
        /// Always: where it can't run there is no bridge.
        case required
        /// No sandbox.
        ///
        /// For pages that are the program's own, as in tests.
        case off
    }

    /// The chain to work on at first.
    public var network: NEARNetwork
    /// The place of the account and of websites' data.
    public var profile: Profile
    /// True if websites' data is in memory only, although the profile has folders.
    package var keepsPagesInMemory = false
    /// The origin that wallets show as the app that asks.
    public var origin: BridgeOrigin
    /// The one whom the approval dialog, policies and the journal name; `nil` for this program, by its ``origin``.
    public var asker: Asker?
    /// The app's name as users read it, shown in the wallet list.
    public var appName: String?
    /// The app's colour for links and focus in the wallet list; `nil` for near-connect's.
    public var accent: AccentColour?
    /// The keys of the packaged keystore wallet.
    public var keystore: Keystore
    /// The networks that are asked for the key and the block before the keystore signs on a custom network.
    ///
    /// No NEAR signature names its chain, so a node could have something signed that counts on another one. Name the
    /// other custom networks on which the same accounts are in use, too. Empty for a chain whose keys protect nothing
    /// elsewhere, such as an embedded devnet's, which anybody can compute: a signature of such a key is worth nothing.
    public var knownNetworks: [NEARNetwork]
    /// The approver of what the keystore wallet signs: the user or a policy.
    public var approval: ApprovalPolicy
    /// The times that operations may take.
    public var deadlines: Deadlines
    /// The place of the windows that wallets open.
    public var popups = PopupPlacement.ownWindow
    /// The use of WebKit's sandbox; ``NEARWalletManager/sandbox`` says what came of it.
    public var sandbox: Sandbox
    /// The connector that the bridge page runs.
    public var connector: ConnectorSource
    /// Wallet manifests that the program brings, as JSON texts in near-connect's format.
    ///
    /// A wrong one keeps the bridge from loading and is named in the error. Code may stand in them as
    /// `data:text/javascript,…`.
    public var additionalManifests: [String]
    /// The scheme of links by which wallets come back to this program; `nil` when it takes none.
    ///
    /// The program registers it with the desktop and gives what arrives to ``NEARWalletManager/handleReturnLink(_:)``.
    public var returnScheme: ReturnScheme?
    /// Remote lists of wallets, the most important first.
    ///
    /// Of wallets with the same id, the first list's counts. Without lists, no remote wallets are offered. They are
    /// fetched in the background once the bridge is ready; until then, and without a network, the profile's cached
    /// copies of these lists count. A profile that stores nothing offers no wallets of lists.
    public var walletLists: [WalletList]
    /// True if lists may be at http addresses of this computer, for those who write lists.
    ///
    /// Any program that runs here can answer there.
    public var allowsPlainLoopback: Bool
    /// The wallets of lists that may run.
    public var walletTrust: WalletTrust
    /// The features that a wallet's manifest must name to be offered, by near-connect's names.
    ///
    /// For example `["signDelegateActions": true]`; those that are `false` ask for nothing. Other wallets are neither
    /// in the wallet list nor in ``NEARWalletManager/wallets()``, on any connector. One that the program names by its
    /// id, or that is signed in, works all the same.
    public var features: [String: Bool]
    /// The settings of wallets on phones; without them, and without ``walletConnect``, such wallets are not offered.
    public var phoneWallets: PhoneWalletSettings?
    /// Speaks WalletConnect for the code of wallets that need it, in place of the manager's own client.
    public var walletConnect: (any WalletConnectClient)?
    /// True if wallets that need WalletConnect can be used.
    var hasWalletConnect: Bool { walletConnect != nil || phoneWallets != nil }
    /// The environment that names the proxy and the certificates for wallets of lists.
    var environment: [String: String]
    /// The library's log.
    ///
    /// It never contains keys, messages or signatures.
    public var logger: Logger
    /// The clock of deadlines.
    ///
    /// Tests give one that they move themselves.
    public var clock: any Clock<Duration>

    /// Creates a configuration, from the defaults where nothing is named.
    ///
    /// - Parameters:
    ///   - network: The chain to work on at first.
    ///   - profile: The place of the account and of websites' data.
    ///   - origin: The origin that wallets show as the app that asks.
    ///   - appName: The app's name as users read it.
    ///   - keystore: The keys of the packaged keystore wallet.
    ///   - approval: The approver of what the keystore wallet signs.
    ///   - deadlines: The times that operations may take.
    ///   - sandbox: The use of WebKit's sandbox.
    public init(
        network: NEARNetwork = .mainnet, profile: Profile = .named("default"),
        origin: BridgeOrigin = .standard, appName: String? = nil, keystore: Keystore = Keystore(),
        approval: ApprovalPolicy = .ask, deadlines: Deadlines = Deadlines(), sandbox: Sandbox = .whereAvailable
    ) {
        self.network = network
        self.profile = profile
        self.origin = origin
        self.appName = appName
        self.keystore = keystore
        self.approval = approval
        self.deadlines = deadlines
        self.sandbox = sandbox
        connector = .embedded
        knownNetworks = [.mainnet, .testnet]
        additionalManifests = []
        walletLists = [.nearConnect]
        allowsPlainLoopback = false
        walletTrust = .onFirstUse
        features = [:]
        environment = ProcessInfo.processInfo.environment
        logger = Logger(label: "near-connect")
        clock = ContinuousClock()
    }
}
