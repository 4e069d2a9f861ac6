// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WalletConnectSign

/// The settings for wallets on phones, which are asked over WalletConnect.
///
/// With them in ``NEARWalletConfiguration/phoneWallets`` the manager speaks with such wallets by itself. It shows a
/// link as a QR code, stores the session, and checks each answer before it uses or sends anything of it. Nothing is
/// opened before a user signs in with one, or has an account of one.
public struct PhoneWalletSettings: Sendable, Hashable {
    /// The ids of near-connect's two wallets that speak WalletConnect: `wallet-connect` and `unity-wallet`.
    public static let walletIds: Set<String> = ["wallet-connect", "unity-wallet"]

    /// The project's id at the relay, 32 hexadecimal digits; a relay on this computer takes any.
    public var projectId: String
    /// The relay's address: `wss://…`, or `ws://…` on this computer.
    public var relay: String
    /// True to send the relay its token in the address, in place of a header.
    ///
    /// Logs on the way may keep it there.
    public var sendsTokenInQuery: Bool
    /// The headers for the relay beside those of the connection, for example `Origin: https://app.example`.
    ///
    /// At most 16. Lines beyond these, those that are no headers, and the connection's own aren't sent; the log counts
    /// them.
    public var relayHeaders: [String]
    /// The path of a PEM file with the certificates to trust in place of the system's, or `nil`.
    public var certificates: String?
    /// The words about this program that wallets show, beside ``NEARWalletConfiguration/appName``.
    public var appDescription: String
    /// The program's site, whose host wallets show; `nil` for ``NEARWalletConfiguration/origin``.
    public var site: String?
    /// The addresses of the program's icon, all `https`.
    public var icons: [String]
    /// The address of the registry that users may have asked for more wallets; `nil` to offer none.
    ///
    /// `https://…`, or `http://…` on this computer; WalletConnect's own by default. It is asked when a user presses the
    /// button for it and has said yes, and learns this computer's address, the project's id and the network.
    public var registry: String?
    /// The wallets that the manager speaks with by itself.
    ///
    /// One that is taken out runs by its own code in the bridge page, and uses the same connection.
    public var nativeWallets: Set<String>

    /// Creates settings, from the defaults where nothing is named.
    ///
    /// - Parameters:
    ///   - projectId: The project's id at the relay.
    ///   - relay: The relay's address; WalletConnect's own by default.
    ///   - appDescription: The words about this program that wallets show.
    public init(projectId: String, relay: String? = nil, appDescription: String = "") {
        self.projectId = projectId
        self.relay = relay ?? SignConfiguration.publicRelay
        self.appDescription = appDescription
        sendsTokenInQuery = false
        relayHeaders = []
        certificates = nil
        site = nil
        icons = []
        registry = WalletRegistry.publicAddress
        nativeWallets = Self.walletIds
    }

    /// The usual name of a wallet that no manifest describes.
    package static func name(of walletId: String) -> String {
        switch walletId {
        case "wallet-connect": "WalletConnect"
        case "unity-wallet": "Unity Wallet"
        default: walletId
        }
    }
}
