// SPDX-License-Identifier: MIT

internal import NIOCore
internal import NIOWebSocket

/// One websocket of a relay, on the event loop.
final class RelaySocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// The time in which a client answers that the connection is closed.
    private static let farewell = TimeAmount.seconds(1)

    private let host: RelayHost
    private let client: String
    private let agent: String
    private let fault: RelayRule.Fault?
    private var number = 0
    private var context: ChannelHandlerContext?
    private var isMuted = false
    private var isClosing = false
    /// The bytes that were sent and that the client hasn't taken yet.
    private var pending = 0

    init(_ host: RelayHost, client: String, agent: String, fault: RelayRule.Fault?) {
        self.host = host
        self.client = client
        self.agent = agent
        self.fault = fault
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        number = host.enter(self, client: client, agent: agent, fault: fault)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        host.leave(number)
    }

    func channelInactive(context: ChannelHandlerContext) {
        host.leave(number)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        if frame.opcode == .connectionClose { return hearClose(frame, context) }
        guard !isMuted, !isClosing else { return }
        switch frame.opcode {
        case .text: host.receive(Array(frame.unmaskedData.readableBytesView), from: number)
        case .binary: close(code: 1_003, reason: "texts only")
        case .ping: write(.pong, frame.unmaskedData)
        default: break
        }
    }

    private func hearClose(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        if !isClosing, !isMuted {
            isClosing = true
            write(.connectionClose, frame.unmaskedData)
        }
        context.close(promise: nil)
    }

    /// Pings a client that is silent.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent, !isMuted, !isClosing {
            write(.ping, context.channel.allocator.buffer(capacity: 0))
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        close(code: error is NIOWebSocketFrameAggregator.Error ? 1_009 : 1_002, reason: "")
    }

    // MARK: What the host says

    func send(_ text: String) {
        guard let context, !isMuted, !isClosing else { return }
        // A client that doesn't read what it is sent isn't served any more.
        guard pending <= host.settings.memory else { return cut() }
        write(.text, context.channel.allocator.buffer(string: text))
    }

    func close(code: Int, reason: String) {
        guard let context, !isClosing else { return }
        isClosing = true
        var data = context.channel.allocator.buffer(capacity: 2)
        data.writeInteger(UInt16(clamping: code))
        // A close frame has 125 bytes at most.
        data.writeBytes(Array(reason.utf8).prefix(120))
        write(.connectionClose, data)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.farewell) { [weak self] in self?.cut() }
    }

    func cut() { context?.close(promise: nil) }

    func mute() { isMuted = true }

    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        guard let context else { return }
        let count = data.readableBytes
        pending += count
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)))
            .assumeIsolated().whenComplete { [weak self] _ in self?.pending -= count }
    }
}
