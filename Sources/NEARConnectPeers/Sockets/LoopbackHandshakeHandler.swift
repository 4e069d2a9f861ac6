// SPDX-License-Identifier: MIT

internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import WalletConnectSign

/// A client's side of a websocket's first request, on the event loop.
final class LoopbackHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let address: LoopbackRelayTransport.Address
    private let authorization: String
    private let report: @Sendable (RelayTransportEvent.Kind) -> Void
    private var isDone = false

    private init(
        _ address: LoopbackRelayTransport.Address, authorization: String,
        _ report: @escaping @Sendable (RelayTransportEvent.Kind) -> Void
    ) {
        self.address = address
        self.authorization = authorization
        self.report = report
    }

    /// Puts the handlers of a new connection into its channel.
    static func configure(
        _ channel: any Channel, for address: LoopbackRelayTransport.Address, authorization: String,
        report: @escaping @Sendable (RelayTransportEvent.Kind) -> Void
    ) throws {
        let handler = LoopbackHandshakeHandler(address, authorization: authorization, report)
        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        let limit = SignLimits.message + 64 << 10
        let upgrader = NIOWebSocketClientUpgrader(
            maxFrameSize: limit,
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    bound.value.isDone = true
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 4_096, maxAccumulatedFrameSize: limit),
                        LoopbackSocketHandler(report),
                    ])
                }
            })
        try channel.pipeline.syncOperations.addHTTPClientHandlers(
            leftOverBytesStrategy: .forwardBytes,
            withClientUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
                }
            ))
        try channel.pipeline.syncOperations.addHandler(handler)
    }

    func channelActive(context: ChannelHandlerContext) {
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: address.target,
            headers: [
                "Host": "\(address.host):\(address.port)", "Authorization": authorization, "Content-Length": "0",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { finish(.status(Int(head.status.code)), context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(.closed(code: 0), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(.other("\(error)"), context)
    }

    private func finish(_ fault: RelayFault, _ context: ChannelHandlerContext) {
        guard !isDone else { return }
        isDone = true
        report(.failed(fault))
        context.close(promise: nil)
    }
}

/// A client's open websocket, on the event loop.
final class LoopbackSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private static let pingPause = TimeAmount.seconds(25)

    private let report: @Sendable (RelayTransportEvent.Kind) -> Void
    private var pings: RepeatedTask?
    private var end: (code: Int, reason: String) = (0, "")

    init(_ report: @escaping @Sendable (RelayTransportEvent.Kind) -> Void) {
        self.report = report
    }

    func handlerAdded(context: ChannelHandlerContext) {
        report(.opened)
        let channel = context.channel
        pings = context.eventLoop.scheduleRepeatedTask(initialDelay: Self.pingPause, delay: Self.pingPause) { _ in
            channel.writeAndFlush(
                WebSocketFrame(
                    fin: true, opcode: .ping, maskKey: .random(), data: channel.allocator.buffer(capacity: 0)),
                promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text: report(.text(String(decoding: frame.unmaskedData.readableBytesView, as: UTF8.self)))
        case .ping:
            report(.heard)
            let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .pong: report(.heard)
        case .connectionClose:
            var data = frame.unmaskedData
            let code = data.readInteger(as: UInt16.self).map(Int.init) ?? 1_005
            end = (code, String(decoding: data.readableBytesView, as: UTF8.self))
            let echo = WebSocketFrame(
                fin: true, opcode: .connectionClose, maskKey: .random(), data: frame.unmaskedData)
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(echo)).whenComplete { _ in channel.close(promise: nil) }
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        pings?.cancel()
        report(.closed(code: end.code, reason: end.reason))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
