// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// Has the requests that a bridge connection works for.
@MainActor
protocol BridgeConnectionDelegate: AnyObject {
    /// The wallet that is at work, as far as it is known.
    var actingWallet: LinkWallet? { get }

    /// True while a request waits for the page.
    var isPageNeeded: Bool { get }

    /// Hears that the page could not be given a request.
    func bridgeCouldNotSend(_ id: RequestID, reason: String)

    /// Hears a node's answer to a call that a frame of the page has made.
    func bridgeForwarded(_ reply: [UInt8], to body: [UInt8])

    /// Takes what happened to the page, on the main actor.
    func bridgeReports(_ event: BridgeConnection.Event)
}
