// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import NEARShares
public import NEARVault

/// A form in which the recovery share is kept.
public enum RecoveryForm: Sendable {
    /// 24 words on paper.
    case words
    /// A file that a passphrase seals, to be kept elsewhere.
    case sealedFile(any SecretVault)
}

/// A form in which a program keeps its share.
public enum AppShareForm: Sendable {
    /// 24 words, which the program keeps where it likes.
    case words
}

/// The places of a shared key's shares, and the login: what a program decides once for all of its users.
public struct SharedKeyPlan: Sendable {
    /// The places.
    public let places: SharePlaces
    /// The login.
    public let login: any LoginShareProvider
    /// The group of programs whose users have the same shares, as the login's service calls it; `nil` for none.
    public let group: ExactText?
    let device: any SecretVault
    let recovery: RecoveryForm

    /// Takes the places.
    ///
    /// - Parameters:
    ///   - login: The login.
    ///   - service: The address of the login's service, for records.
    ///   - device: The vault of this computer's share.
    ///   - recovery: The form of the recovery share.
    ///   - app: The form of the program's own share; `nil` where it has none.
    ///   - group: The group of programs that the service counts this one to, for ``EmbeddedUserInfo``.
    /// - Throws: ``SharedKeyError/onePlace(_:_:)`` where one theft gives two shares away, also where a service gives
    ///   its share to a session that is kept beside another share;
    ///   ``SharedKeyError/noPlace(_:)`` for a vault in which no share may lie, such as a plain file.
    public init(
        login: any LoginShareProvider, service: String, device: any SecretVault, recovery: RecoveryForm = .words,
        app: AppShareForm? = nil, group: ExactText? = nil
    ) throws(SharedKeyError) {
        var places: [ShareHolder: SharePlace] = [.login: .service(service), .device: try Self.place(of: device)]
        switch recovery {
        case .words: places[.recovery] = .words
        case .sealedFile(let vault): places[.recovery] = try Self.place(of: vault)
        }
        if app != nil { places[.app] = .app }
        self.places = try SharePlaces(places)
        // A session opens what its service gives.
        if login.mode == .release, let session = login.sessionPlace.flatMap({ SharePlace($0) }),
            let beside = places.first(where: { $0.key != .login && $0.value.theft == session.theft })
        {
            throw .onePlace(.login, beside.key)
        }
        self.login = login
        self.group = group
        self.device = device
        self.recovery = recovery
    }

    private static func place(of vault: any SecretVault) throws(SharedKeyError) -> SharePlace {
        guard let place = SharePlace(vault.place) else { throw .noPlace(vault.place) }
        return place
    }

    /// The place of this computer's share of a set that is dealt here.
    func deviceShare() throws(SharedKeyError) -> VaultShare { try VaultShare(.device, in: device) }

    /// The kind of that place.
    var devicePlace: SharePlace { get throws(SharedKeyError) { try Self.place(of: device) } }

    /// Returns the place of this computer's share of a recorded set.
    func ownShare(of record: ShareSetRecord) throws(SharedKeyError) -> VaultShare {
        try VaultShare(record.here, in: device)
    }

    /// Returns the places of a recorded set's shares that this program opens: this computer's, and a sealed file.
    func openPlaces(of record: ShareSetRecord) throws(SharedKeyError) -> [VaultShare] {
        var places = [try ownShare(of: record)]
        if case .sealedFile(let vault) = recovery, record.holdings[.recovery]?.place == .sealedFile {
            places.append(try VaultShare(.recovery, in: vault))
        }
        return places
    }

    /// Returns the login as a partner of this computer's share.
    ///
    /// - Parameter session: Keeps what the service gives, and signs nothing after its end.
    func partner(
        _ token: LoginToken, for set: ShareSet, in session: LoginShareSession
    ) -> SharedKey.Partner {
        switch login.mode {
        case .release: .share(LoginShare(login, token: token, in: session, of: set))
        case .coSign: .coSigner(LoginCoSigner(login, token: token, for: set.id, in: session))
        }
    }
}
