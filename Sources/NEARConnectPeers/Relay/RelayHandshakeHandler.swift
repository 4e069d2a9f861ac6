// SPDX-License-Identifier: MIT

internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// A client's first request: becomes a websocket, or is told why not.
///
/// One for each connection, on the event loop.
final class RelayHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The most pieces of one text, and the bytes beside its message.
    private static let pieceLimit = 4_096
    private static let room = 64 << 10
    /// The time in which a client has to make its first request.
    private static let patience = TimeAmount.seconds(15)

    private let host: RelayHost
    private var admission: RelayHost.Admission?
    private var timer: Scheduled<Void>?

    init(_ host: RelayHost) {
        self.host = host
    }

    /// Puts the handlers of a new connection into its channel.
    static func configure(_ channel: any Channel, _ host: RelayHost) throws {
        let handler = RelayHandshakeHandler(host)
        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: host.settings.message + room,
            shouldUpgrade: { channel, head in bound.value.decide(channel, head) },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture { try bound.value.open(channel) }
            })
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
                }
            ))
        try channel.pipeline.syncOperations.addHandler(handler)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    /// Lets a client in, returns `nil` for one that isn't, and plays the faults of connections.
    private func decide(_ channel: any Channel, _ head: HTTPRequestHead) -> EventLoopFuture<HTTPHeaders?> {
        let admission = host.admit(head)
        self.admission = admission
        switch admission {
        case .enter(_, _, .delay(let milliseconds)):
            return channel.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { HTTPHeaders() as HTTPHeaders? }
                .futureResult
        case .enter: return channel.eventLoop.makeSucceededFuture([:])
        case .refuse: return channel.eventLoop.makeSucceededFuture(nil)
        case .cut:
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
    }

    /// Puts the websocket's handlers in.
    private func open(_ channel: any Channel) throws {
        guard case .enter(let client, let agent, let fault)? = admission else { throw ChannelError.alreadyClosed }
        let (seconds, attoseconds) = host.settings.ping.components
        let silence = TimeAmount.nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        try channel.pipeline.syncOperations.addHandlers([
            IdleStateHandler(allTimeout: silence),
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: Self.pieceLimit,
                maxAccumulatedFrameSize: host.settings.message + Self.room),
            RelaySocketHandler(host, client: client, agent: agent, fault: fault),
        ])
    }

    // MARK: Requests that become no websocket

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        var (status, name) = (400, "WebSocketOnly")
        if case .refuse(let refused, let why)? = admission { (status, name) = (refused, why) }
        let body = context.channel.allocator.buffer(string: name)
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: status),
            headers: [
                "Content-Type": "text/plain", "Content-Length": "\(body.readableBytes)", "Connection": "close",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refused upgrade is answered in `channelRead`.
        if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
    }
}
