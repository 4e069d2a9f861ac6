// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// The wallet behind dApps' pages: one of two of this package's own.
///
/// Both ask in the site's name before anything is signed, verify each result before a page gets it, and write each
/// request into the profile's journal with its origin. So this is a choice and not a protocol: a signer of a program's
/// own could leave any of that out. Keys that aren't in memory are an `AccessKeySigner` in the ``Keystore``.
@MainActor
public struct DAppSigner {
    private enum Kind {
        case wallet
        case keystore
    }

    let manager: NEARWalletManager
    private let kind: Kind

    /// Has the wallet that is connected in a manager sign, and its keystore while none is.
    ///
    /// A wallet knows one app, the program, so a site gets no function-call key in it.
    public static func wallet(of manager: NEARWalletManager) -> DAppSigner {
        DAppSigner(manager: manager, kind: .wallet)
    }

    /// Has a manager's keystore sign, whatever wallet is connected.
    public static func keystore(of manager: NEARWalletManager) -> DAppSigner {
        DAppSigner(manager: manager, kind: .keystore)
    }

    /// Makes the signer.
    ///
    /// - Parameter approver: Asks the user where the manager's policy is to ask.
    func make(asking approver: any Approver) -> any DAppSigning {
        let keystore = KeystoreDAppSigner(
            keystore: manager.configuration.keystore, nodes: manager.services.keystoreNodes,
            policy: manager.configuration.approval, approver: approver,
            journal: manager.folders.map { JournalFile(folder: $0.state) }, logger: manager.logger)
        return switch kind {
        case .keystore: keystore
        case .wallet: ManagerDAppSigner(manager: manager, keystore: keystore, approver: approver)
        }
    }
}
