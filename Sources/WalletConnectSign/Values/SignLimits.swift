// SPDX-License-Identifier: MIT

/// The limits of WalletConnect: all sizes, counts and times that this client decides by.
///
/// Times that the protocol lays down (WalletConnect's specifications, "Sign", and the relay's) stand here too.
public enum SignLimits {
    // MARK: Sizes, in bytes

    /// The largest message that is read or written, as text.
    public static let message = 4 * 1024 * 1024
    /// The largest text of the relay.
    ///
    /// It is more than a message, so that one that is too large is acknowledged and dropped. A text beyond this size
    /// ends the connection, and the relay would deliver it with each next one.
    public static let frame = 2 * message
    /// The largest text in which a project's settings travel: an id, an address, a name.
    public static let setting = 2_048
    /// The longest name of a wallet that is kept; longer ones are cut off.
    public static let name = 256
    /// The longest description of a wallet, and the longest of its own words, that is kept.
    public static let words = 1_024
    /// The longest link of a wallet that is kept; longer ones are left out.
    public static let link = 2_048
    /// The longest name of a method or an event.
    public static let method = 128
    /// The longest id of a request that came as a text.
    public static let identifier = 64

    // MARK: Counts

    /// The most sessions at a time.
    public static let sessions = 64
    /// The most attempts to connect that are remembered, those included that were given up.
    public static let attempts = 16
    /// The most requests of one session that wait for an answer.
    public static let openRequests = 64
    /// The most requests that were given up whose answers are still recognized.
    public static let abandonedRequests = 256
    /// The most answers that came too late and wait until the program has written them down.
    public static let lateAnswers = 64
    /// The ids of a session's requests that are remembered, so that none is worked on twice.
    public static let history = 1_000
    /// The hashes of messages that are remembered, so that a delivery that comes twice counts once.
    public static let deliveries = 4_096
    /// The most messages that wait to be stored by the relay.
    public static let outbox = 512
    /// The most messages for topics that aren't known yet.
    public static let earlyMessages = 16
    /// The most chains, accounts, methods or events of one session together.
    public static let names = 512
    /// The most namespaces of one session.
    public static let namespaces = 16
    /// The most icons of a wallet that are kept.
    public static let icons = 8
    /// The most topics of one call of the relay.
    public static let batch = 500
    /// The most events that wait for a subscriber.
    public static let events = 256

    // MARK: Times

    /// The time in which the relay must have stored a proposal.
    public static let connecting = Duration.seconds(15)
    /// The time after which a call of the relay is sent again.
    public static let resending = Duration.seconds(15)
    /// The number of times that a call is sent, before patience ends.
    public static let sendings = 4
    /// The time after which a request counts as "not known if it arrived".
    public static let publishing = Duration.seconds(60)
    /// The first pause before another connection.
    public static let firstPause = Duration.seconds(1)
    /// The first pause where the relay asked for fewer calls.
    public static let limitedPause = Duration.seconds(10)
    /// The longest pause before another connection.
    public static let longestPause = Duration.seconds(60)
    /// The time for which a connection must have lasted before pauses are short again.
    public static let goodConnection = Duration.seconds(30)
    /// The silence after which the relay counts as gone; transports ping every 20 to 30 seconds.
    public static let silence = Duration.seconds(35)
    /// The time in which a wallet must answer a ping.
    public static let ping = Duration.seconds(30)

    // MARK: Times on the wire, in seconds

    /// The life of a proposal and of its link.
    public static let proposal: Int64 = 300
    /// The time after a proposal's end in which an approval is still answered, by ending what it made.
    public static let lateApproval: Int64 = 300
    /// The shortest and the default life of a request.
    public static let request: Int64 = 300
    /// The longest life of a request or of a session.
    public static let longest: Int64 = 604_800
    /// The time for which an answer that comes too late is still recognized.
    public static let lateAnswer: Int64 = 86_400
    /// The difference of two clocks that is forgiven.
    public static let tolerance: Int64 = 120
    /// The life of a relay token.
    public static let token: Int64 = 86_400
}
