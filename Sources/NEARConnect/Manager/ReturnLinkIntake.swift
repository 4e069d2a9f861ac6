// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import Observation

/// Issues a link a request by which its wallet comes back, takes those that come, and counts refused ones.
@MainActor
@Observable
final class ReturnLinkIntake {
    /// The number of links that came back and were not taken.
    private(set) var refusals = 0

    @ObservationIgnored private let links: ReturnLinks?
    /// True if a refused link has been shown to the user since the last operation was started.
    @ObservationIgnored private var hasShownRefusal = false

    /// Takes links of `scheme`; none when it is `nil`.
    init(scheme: ReturnScheme?) {
        links = scheme.map(ReturnLinks.init(scheme:))
    }

    /// Returns the address that the wallet of a request may come back to, if the program takes links.
    func issue(for id: RequestID, network: String) -> String? {
        links?.issue(for: id, network: network)
    }

    /// Returns true if a link bears the nonce of a request of this manager, open or not.
    func recognizes(_ address: WebAddress) -> Bool {
        links?.recognizes(address) ?? false
    }

    /// Takes a link for the request whose nonce it bears.
    ///
    /// - Parameter isOpen: Returns true for a request that still waits.
    func take(
        _ address: WebAddress, isOpen: (RequestID) -> Bool
    ) throws(ReturnLinkError) -> (id: RequestID, link: ReturnLink) {
        guard let links else { throw .notExpected }
        return try links.take(address, isOpen: isOpen)
    }

    /// Counts a link that was refused.
    ///
    /// - Returns: True if it is the first one since the last operation was started, and is to be shown.
    func noteRefusal() -> Bool {
        refusals += 1
        defer { hasShownRefusal = true }
        return !hasShownRefusal
    }

    /// Notes that an operation was started: the next refusal is shown again.
    func operationStarted() {
        hasShownRefusal = false
    }
}
