// SPDX-License-Identifier: MIT

/// The kind of a method: one that may be called twice, or one that may not.
enum RPCMethodKind: Sendable {
    /// It changes nothing, so it may be repeated at any endpoint.
    case read
    /// It changes something, or isn't known not to: it isn't sent again once bytes may have reached an endpoint.
    case submission

    private static let reads: Set<String> = [
        "block", "block_effects", "changes", "chunk", "client_config", "gas_price", "genesis_config", "health",
        "light_client_proof", "maintenance_windows", "network_info", "next_light_client_block", "query", "status", "tx",
        "validators",
    ]

    /// The kind of `method`.
    ///
    /// Of the experimental methods all but the broadcasting one are reads.
    init(method: String) {
        let isExperimentalRead = method.hasPrefix("EXPERIMENTAL_") && !method.contains("broadcast")
        self = Self.reads.contains(method) || isExperimentalRead ? .read : .submission
    }
}
