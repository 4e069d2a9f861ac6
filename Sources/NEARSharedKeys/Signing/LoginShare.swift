// SPDX-License-Identifier: MIT

public import NEARShares

/// The login's share, which its service gives after a login.
///
/// It is fetched for each signature, sealed to a key of this one delivery, and isn't kept.
public struct LoginShare: ShareSource {
    private let provider: any LoginShareProvider
    private let token: LoginToken

    /// The login.
    public var holder: ShareHolder { .login }

    /// Takes a provider and the proof that the person has signed in.
    public init(_ provider: any LoginShareProvider, token: LoginToken) {
        self.provider = provider
        self.token = token
    }

    /// Fetches the share.
    ///
    /// - Throws: ``SharedKeyError/login(_:)``; ``SharedKeyError/share(_:)`` for a share of somebody else.
    public func share(of set: ShareSetID) async throws(SharedKeyError) -> KeyShare {
        let key = BoxKey()
        let sealed: SealedShare
        do throws(LoginError) {
            sealed = try await provider.share(of: set, token: token, to: key.publicKey)
        } catch {
            throw .login(error)
        }
        do throws(KeyShareError) {
            guard let share = try key.open(sealed), share.holder == .login else { throw KeyShareError.foreign(.login) }
            return share
        } catch {
            throw .share(error)
        }
    }
}
