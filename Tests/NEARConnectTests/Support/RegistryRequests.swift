// SPDX-License-Identifier: MIT

import NEARConnectPeers
import Synchronization

/// The requests that a registry on this computer got, in their order.
final class RegistryRequests: Sendable {
    private let requests = Mutex<[WebRequest]>([])

    var all: [WebRequest] { requests.withLock { $0 } }

    func add(_ request: WebRequest) { requests.withLock { $0.append(request) } }
}
