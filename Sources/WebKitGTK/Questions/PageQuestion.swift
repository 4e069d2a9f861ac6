// SPDX-License-Identifier: MIT

/// A question of a page to the user.
///
/// Each is held by reference until it is answered, exactly once; dropping it refuses.
@MainActor
public enum PageQuestion {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    case dialog(ScriptDialog)
    /// Files of this machine, for `<input type=file>`.
    case files(FileChooserRequest)
    /// A name and a password, which a server asks for (HTTP authentication).
    case login(AuthenticationRequest)
    /// The use of a device, or of something else that the page may not have without being allowed to.
    case permission(PermissionRequest)

    /// Refuses the question without asking the user.
    public func refuse() {
        switch self {
        case .dialog(let dialog): dialog.answer(accepted: false)
        case .files(let request): request.cancel()
        case .login(let request): request.cancel()
        case .permission(let request): request.answer(isAllowed: false)
        }
    }
}
