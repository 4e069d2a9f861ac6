// SPDX-License-Identifier: MIT

public import NEARShares

/// The login's share, which its service gives after a login.
///
/// It comes sealed to a key of this one delivery. A wallet's session keeps it in guarded memory, so that signatures
/// need no service until the sign-out; by itself this asks for each signature.
public struct LoginShare: ShareSource {
    private let provider: any LoginShareProvider
    private let token: LoginToken
    private let kept: (session: LoginShareSession, set: ShareSet)?

    /// The login.
    public var holder: ShareHolder { .login }

    /// Takes a provider and the proof that the person has signed in.
    public init(_ provider: any LoginShareProvider, token: LoginToken) {
        (self.provider, self.token, kept) = (provider, token, nil)
    }

    init(
        _ provider: any LoginShareProvider, token: LoginToken, in session: LoginShareSession, of set: ShareSet
    ) {
        (self.provider, self.token, kept) = (provider, token, (session, set))
    }

    /// Fetches the share, unless the session has it.
    ///
    /// - Throws: ``SharedKeyError/login(_:)``, with `LoginError.noSession` after the sign-out;
    ///   ``SharedKeyError/share(_:)`` for a share of somebody else.
    public func share(of set: ShareSetID) async throws(SharedKeyError) -> KeyShare {
        do throws(LoginError) {
            if let share = try kept?.session.share(of: set) { return share }
        } catch {
            throw .login(error)
        }
        let share = try await fetch(set)
        do throws(LoginError) {
            // The sign-out may have come while the service was asked.
            try kept?.session.checkOpen()
        } catch {
            throw .login(error)
        }
        // Another share than the set's is asked for again next time.
        if let kept, kept.set.id == set, share.belongs(to: kept.set) {
            kept.session.keep(share, of: set)
        }
        return share
    }

    private func fetch(_ set: ShareSetID) async throws(SharedKeyError) -> KeyShare {
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
