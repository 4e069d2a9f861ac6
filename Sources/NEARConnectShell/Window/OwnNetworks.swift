// SPDX-License-Identifier: MIT

public import NEARConnectCore

/// The user's own networks, as a program keeps them; ``ConnectWindow`` has a dialog that changes them.
@MainActor
public struct OwnNetworks {
    /// The place where they are kept, for users.
    let place: String
    /// Returns them.
    let list: @MainActor () throws -> [CustomNetwork]
    /// Returns all networks that a window offers while it shows one.
    let offered: @MainActor (NEARNetwork) throws -> [NEARNetwork]
    /// Adds one with one node, and an API key for it.
    let add: @MainActor (CustomNetwork, String?) throws -> Void
    /// Takes one away.
    let remove: @MainActor (CustomNetwork) throws -> Void

    /// Networks that a program keeps; the errors are shown with their descriptions.
    ///
    /// - Parameters:
    ///   - place: The place where they are kept, such as a file's path.
    ///   - list: Returns them; asked whenever they are shown.
    ///   - offered: Returns all networks that a window offers while it shows the one that is given: that one, and no
    ///     other of its id. Asked after each change and after the window has gone to another network.
    ///   - add: Adds one with one node. The text is an API key for the node's header `x-api-key`, `nil` for none.
    ///   - remove: Takes one away.
    public init(
        place: String, list: @escaping @MainActor () throws -> [CustomNetwork],
        offered: @escaping @MainActor (NEARNetwork) throws -> [NEARNetwork],
        add: @escaping @MainActor (CustomNetwork, String?) throws -> Void,
        remove: @escaping @MainActor (CustomNetwork) throws -> Void
    ) {
        (self.place, self.list, self.offered, self.add, self.remove) = (place, list, offered, add, remove)
    }
}
