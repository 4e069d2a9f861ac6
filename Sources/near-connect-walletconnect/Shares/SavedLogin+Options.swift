// SPDX-License-Identifier: MIT

import NEARConnectCommandLine
import NEARConnectCore
import NEARSharedKeys
import SafeText

extension SharesLoginOptions {
    /// The kind of login that the options ask for.
    var hint: LoginHint { LoginHint(isFresh: freshLogin) }
}

extension SavedLogin {
    /// Reads the options, then what another computer has told, then the profile.
    ///
    /// - Throws: ``ReportedError`` where none names a login.
    init(_ options: SharesLoginOptions, folders: ProfileFolders, told: SavedLogin? = nil) throws {
        let saved: SavedLogin?
        do throws(SharedKeyError) {
            saved = if let told { told } else { try SavedLogin.read(folders) }
        } catch {
            throw ReportedError(sentence: error.description, code: "loginMissing", status: .failure)
        }
        guard let issuer = options.issuer ?? saved?.issuer, let service = options.service ?? saved?.service,
            !issuer.isEmpty, !service.isEmpty
        else {
            throw ReportedError(
                sentence: localized(
                    "No login is known: name the identity provider with --issuer and the share service with --service. “near-connect shares serve” runs both for tests."
                ), code: "loginMissing", status: .usage)
        }
        self.init(
            issuer: issuer, client: options.client ?? saved?.client ?? SavedLogin.ownClient, service: service,
            mode: options.mode.flatMap(LoginShareMode.init) ?? saved?.mode ?? .coSign)
    }
}
