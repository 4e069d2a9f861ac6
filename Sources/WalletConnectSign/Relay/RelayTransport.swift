// SPDX-License-Identifier: MIT

/// A connection that is to be opened.
public struct RelayOpening: Sendable, Equatable, CustomStringConvertible {
    /// The connection's number, which its events carry.
    public let connection: Int
    /// The address, without the token.
    public let address: String
    /// The value of the header `Authorization`, a secret.
    public let authorization: String

    package init(connection: Int, address: String, authorization: String) {
        self.connection = connection
        self.address = address
        self.authorization = authorization
    }

    /// The number and the address; the token isn't shown.
    public var description: String { "connection \(connection) to \(address)" }
}

/// An event of one connection.
public struct RelayTransportEvent: Sendable, Equatable {
    /// The kinds of events.
    public enum Kind: Sendable, Equatable {
        /// The connection is open.
        case opened
        /// A text has come.
        case text(String)
        /// The peer is alive: a pong or a ping has come.
        case heard
        /// The connection couldn't be opened.
        case failed(RelayFault)
        /// The connection has ended, with the code of its close frame or 0, and the reason that the relay gave.
        case closed(code: Int, reason: String)
    }

    /// The number of the connection.
    public let connection: Int
    /// The event's kind.
    public let kind: Kind

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - connection: The number that ``RelayOpening/connection`` had.
    ///   - kind: The event's kind.
    public init(connection: Int, kind: Kind) {
        self.connection = connection
        self.kind = kind
    }
}

/// A websocket to the relay: the four verbs that a sign client needs.
///
/// One connection is open at a time. A transport pings every 20 to 30 seconds while it is open, and reports each answer
/// as ``RelayTransportEvent/Kind/heard``; how long silence may last is the client's decision. It takes texts of up to
/// ``SignLimits/frame`` bytes, never prints ``RelayOpening/authorization``, and closes what it opens.
public protocol RelayTransport: Sendable {
    /// Begins to open a connection; the outcome is an event.
    func open(_ opening: RelayOpening) async

    /// Sends a text; it is dropped where no connection is open.
    func send(_ text: String) async

    /// Closes the connection, without an event.
    func close() async

    /// The events of all connections, for one reader.
    var events: AsyncStream<RelayTransportEvent> { get }
}
