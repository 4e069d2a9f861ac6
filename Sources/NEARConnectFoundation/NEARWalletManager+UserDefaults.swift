// SPDX-License-Identifier: MIT

public import Foundation
public import NEARConnect

extension NEARWalletManager {
    /// Starts with the default configuration and the profile of some user defaults.
    ///
    /// It is ``init(configuration:)`` with ``NEARWalletConfiguration/use(profileOf:)``. `NEARWalletManager()` is the
    /// same with the standard defaults.
    ///
    /// - Parameter userDefaults: The defaults, which name the profile.
    public convenience init(userDefaults: UserDefaults) {
        var configuration = NEARWalletConfiguration()
        configuration.use(profileOf: userDefaults)
        self.init(configuration: configuration)
    }
}

extension NEARWalletConfiguration {
    /// The defaults' key for the name of a profile.
    private static let profileKey = "near-connect-profile"

    /// Takes the profile of some user defaults, so that the same defaults find the same account again.
    ///
    /// The account isn't stored in the defaults, as near-connect-ios does it, but in a profile: beside it are a journal
    /// and websites' data, which belong to it. The standard defaults have the profile `default`. Others get a profile
    /// of their own, whose name they keep under `near-connect-profile`.
    ///
    /// - Parameter userDefaults: The defaults. The name is stored in them at once.
    public mutating func use(profileOf userDefaults: UserDefaults) {
        guard userDefaults !== UserDefaults.standard else {
            profile = .named("default")
            return
        }
        let name: String
        if let known = userDefaults.string(forKey: Self.profileKey) {
            name = known
        } else {
            name = "defaults-\(UUID().uuidString.lowercased())"
            userDefaults.set(name, forKey: Self.profileKey)
            userDefaults.synchronize()
        }
        profile = .named(name)
    }
}
