// SPDX-License-Identifier: MIT

internal import SafeText

extension SignError: CustomStringConvertible {
    /// A sentence that says what happened and what to do.
    public var description: String {
        switch self {
        case .relayUnreachable, .relayRefused, .deliveryUnknown, .walletSilent, .stopped, .cancelled, .tooMany,
            .storeLocked, .storeCorrupt:
            connectionText
        case .proposalExpired, .proposalRejected, .proposalInvalid, .grantMissing, .settlementInvalid: proposalText
        default: requestText
        }
    }

    private var connectionText: String {
        switch self {
        case .relayUnreachable(let fault):
            localized(
                "WalletConnect’s relay can’t be reached: %1$s. Check the network, or choose another relay.", "\(fault)")
        case .relayRefused(let refusal): localized("WalletConnect’s relay refuses: %1$s.", "\(refusal)")
        case .deliveryUnknown:
            localized(
                "WalletConnect’s relay didn’t confirm the request, so it may or may not have reached the wallet. Look there before you try again."
            )
        case .walletSilent: localized("The wallet can’t be reached right now. Open it and try again.")
        case .storeLocked(let holder):
            localized("WalletConnect’s sessions are in use by %1$s. End it and try again.", DisplayText.name(holder))
        case .storeCorrupt(let reason):
            // A vault's reason is a sentence already.
            localized(
                "WalletConnect’s sessions can’t be read or stored: %1$s",
                DisplayText.name(reason.hasSuffix(".") ? reason : "\(reason)."))
        case .tooMany: localized("Too many sessions or requests are open. End some and try again.")
        case .cancelled: localized("The operation was cancelled.")
        default: localized("WalletConnect isn’t running. Start it and try again.")
        }
    }

    private var proposalText: String {
        switch self {
        case .proposalExpired: localized("No wallet answered the link in time. Ask for a new one.")
        case .proposalRejected(let words): localized("The wallet refused to connect: %1$s.", "\(words)")
        case .proposalInvalid(let error): localized("The program’s proposal can’t be sent: %1$s.", "\(error)")
        case .grantMissing(let missing):
            localized(
                "The wallet doesn’t grant what this program needs: %1$s. Choose an account on that network, or another wallet.",
                missing.prefix(8).map { "\($0)" }.joined(separator: ", "))
        case .settlementInvalid(let fault):
            localized("The wallet’s connection isn’t valid: %1$s. Try again, or use another wallet.", "\(fault)")
        default: ""
        }
    }

    private var requestText: String {
        switch self {
        case .sessionUnknown: localized("There is no such session. Connect the wallet again.")
        case .sessionEnded(let end): localized("The session has ended: %1$s. Connect the wallet again.", "\(end)")
        case .requestExpired: localized("The wallet didn’t answer in time. Look into the wallet, then try again.")
        case .requestRejected(let words): localized("The wallet refused: %1$s.", "\(words)")
        case .methodUnsupported(let method):
            localized("The wallet can’t do this (“%1$s”). Use another wallet.", DisplayText.name(method))
        default: localized("The request can’t be sent: it is too large, or not a request. Send less at once.")
        }
    }
}

extension MissingGrant: CustomStringConvertible {
    /// The grant in words.
    public var description: String {
        switch self {
        case .chain(let chain): localized("the network %1$s", "\(chain)")
        case .account(let chain): localized("an account on %1$s", "\(chain)")
        case .method(let name, let chain): localized("“%1$s” on %2$s", DisplayText.name(name), "\(chain)")
        case .event(let name, let chain): localized("news of “%1$s” on %2$s", DisplayText.name(name), "\(chain)")
        }
    }
}

extension SignEnd: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .byWallet(let words): localized("the wallet ended it (%1$s)", "\(words)")
        case .byUs: localized("this program ended it")
        case .expired: localized("its time was over")
        case .broken: localized("its key was lost")
        }
    }
}
