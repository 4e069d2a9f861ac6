// SPDX-License-Identifier: MIT

import NIOCore
import NIOHTTP1

/// One connection: collects each request, has it answered away from the event loop, and writes the answer.
///
/// Runs on the connection's event loop. There is one request at a time: NIO's pipeline holds further ones back.
final class HTTPConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let routes: HTTPRoutes
    private let gate: AnswerGate
    private let patience: TimeAmount
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isTooLarge = false
    /// Since when the client is to say something, or to read; `nil` while an answer is made.
    private var waitingSince: NIODeadline?
    private var check: Scheduled<Void>?
    /// True if the client says nothing more.
    private var isInputClosed = false

    init(_ routes: HTTPRoutes, _ gate: AnswerGate, patience: TimeAmount) {
        self.routes = routes
        self.gate = gate
        self.patience = patience
    }

    func channelActive(context: ChannelHandlerContext) {
        waitingSince = .now()
        scheduleCheck(context, in: patience)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            isTooLarge = Self.announcedLength(head) > RPCServer.maxBodySize
            if head.headers.contains(name: "expect"), !isTooLarge {
                let proceed = HTTPResponseHead(version: head.version, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(proceed)), promise: nil)
            }
        case .body(let part):
            // What is too large is read to its end all the same, so that the next request is found, but not kept.
            guard !isTooLarge else { return }
            guard body.count + part.readableBytes <= RPCServer.maxBodySize else {
                isTooLarge = true
                body = []
                return
            }
            body.append(contentsOf: part.readableBytesView)
        case .end:
            guard let head else { return }
            let request = HTTPRequest(
                method: head.method, uri: head.uri, headers: head.headers, body: isTooLarge ? nil : body)
            body = []
            waitingSince = nil
            answer(request, keepAlive: head.isKeepAlive, context)
        }
    }

    /// Answers the client, which has closed its side, and then closes the connection.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            isInputClosed = true
            if waitingSince != nil { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The client is gone or speaks no HTTP; in the second case NIO has told it so.
        context.close(promise: nil)
    }

    private func answer(_ request: HTTPRequest, keepAlive: Bool, _ context: ChannelHandlerContext) {
        let connection = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        Self.answer(request, by: routes, gate: gate, on: context.eventLoop) { answer in
            connection.value.handler.write(answer, keepAlive: keepAlive, connection.value.context)
        }
    }

    private static func answer(
        _ request: HTTPRequest, by routes: HTTPRoutes, gate: AnswerGate, on eventLoop: any EventLoop,
        then write: @escaping @Sendable (HTTPAnswer) -> Void
    ) {
        Task {
            let answer = await routes.answer(request)
            gate.execute(on: eventLoop) { write(answer) }
        }
    }

    private func write(_ answer: HTTPAnswer, keepAlive: Bool, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let keepAlive = keepAlive && !isInputClosed
        waitingSince = .now()
        var headers = answer.headers
        if answer.status != .noContent { headers.add(name: "Content-Length", value: String(answer.body.count)) }
        if !keepAlive { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !answer.body.isEmpty {
            let body = context.channel.allocator.buffer(bytes: answer.body)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        }
        let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        if !keepAlive {
            let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
            written.whenComplete { _ in connection.value.close(promise: nil) }
        }
    }

    /// Closes the connection of a client that doesn't send or read.
    ///
    /// There is one check at a time, moved on as long as all is well.
    private func scheduleCheck(_ context: ChannelHandlerContext, in delay: TimeAmount) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
            self?.checkPatience(context)
        }
    }

    private func checkPatience(_ context: ChannelHandlerContext) {
        guard let waitingSince else { return scheduleCheck(context, in: patience) }
        let waited = NIODeadline.now() - waitingSince
        guard waited < patience else { return context.close(promise: nil) }
        scheduleCheck(context, in: patience - waited)
    }

    private static func announcedLength(_ head: HTTPRequestHead) -> Int {
        head.headers.first(name: "content-length").flatMap(Int.init) ?? 0
    }
}
