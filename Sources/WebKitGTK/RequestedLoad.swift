// SPDX-License-Identifier: MIT

/// A load that the program has asked for, until its document is there.
struct RequestedLoad {
    /// The address that was asked for.
    let uri: String
    /// The address that servers' redirects have led to.
    private var current: String
    /// The times that the view may ask again by itself.
    ///
    /// Each ends within milliseconds. Under load four in a row were given up by the network process.
    private var tries = 10

    init(uri: String) {
        self.uri = uri
        current = uri
    }

    /// Notes where a server has sent the load.
    mutating func redirect(to uri: String) {
        current = uri
    }

    /// Returns whether `uri` is the address that the load is at.
    func isNow(at uri: String) -> Bool {
        current.utf8.elementsEqual(uri.utf8)
    }

    /// Takes one of the further tries.
    ///
    /// - Returns: False if none is left.
    mutating func takeTry() -> Bool {
        guard tries > 0 else { return false }
        tries -= 1
        current = uri
        return true
    }
}
