// SPDX-License-Identifier: MIT

package import WalletConnectSign

/// No way to a relay, for what is only looked at or removed.
package struct NoRelayTransport: RelayTransport {
    package var events: AsyncStream<RelayTransportEvent> { AsyncStream { $0.finish() } }

    package init() {}

    package func open(_ opening: RelayOpening) async {}
    package func send(_ text: String) async {}
    package func close() async {}
}
