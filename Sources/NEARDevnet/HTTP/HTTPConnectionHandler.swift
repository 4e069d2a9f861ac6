// SPDX-License-Identifier: MIT

import NIOCore
import NIOHTTP1

/// One connection: collects each request, has it answered, and writes the answer.
///
/// Runs on the connection's event loop. There is one request at a time: NIO's pipeline holds further ones back until
/// the end of the answer is written, which is when the client's side has taken all before it.
final class HTTPConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let routes: HTTPRoutes
    private let gate: AnswerGate
    /// Makes the answers on the event loop.
    private let tasks: EventLoopTasks
    private let memory: BodyMemory
    private let patience: TimeAmount
    private var head: HTTPRequestHead?
    private var body: RequestBody
    /// The bytes of `memory` that the answer has.
    private var answerShare = 0
    private var state = State.receiving
    /// Since when the client is to say something, or to read.
    private var waitingSince = NIODeadline.now()
    private var check: Scheduled<Void>?
    /// True if the client says nothing more.
    private var isInputClosed = false

    private enum State {
        case receiving
        /// The answer is being made, for as long as that takes.
        case answering
        case sending
    }

    /// The bytes of an answer that are on their way at a time, after which a client's patience begins anew.
    private static let partSize = 64 * 1024

    /// The size of a request, in bytes, up to which the answer is made on the event loop.
    ///
    /// A large one takes its time to be read, which other connections of the loop don't wait for.
    private static let smallRequest = 16 * 1024

    init(_ routes: HTTPRoutes, gate: AnswerGate, tasks: EventLoopTasks, memory: BodyMemory, patience: TimeAmount) {
        self.memory = memory
        self.tasks = tasks
        body = RequestBody(in: memory)
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
        // The request that is being answered has its body until then.
        if state == .receiving { body.giveBack() }
        giveBackAnswer()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            let length = Self.announcedLength(head)
            body.begin(announced: length)
            if head.headers.contains(name: "expect"), length <= RPCServer.maxBodySize {
                let proceed = HTTPResponseHead(version: head.version, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(proceed)), promise: nil)
            }
        case .body(let part):
            body.append(part)
        case .end:
            guard let head else { return }
            let request = HTTPRequest(
                method: head.method, uri: head.uri, headers: head.headers, body: body.finish())
            state = .answering
            answer(request, keepAlive: head.isKeepAlive, context)
        }
    }

    /// Answers the client, which has closed its side, and then closes the connection.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            isInputClosed = true
            if state == .receiving { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The client is gone or speaks no HTTP; in the second case NIO has told it so.
        context.close(promise: nil)
    }

    private func answer(_ request: HTTPRequest, keepAlive: Bool, _ context: ChannelHandlerContext) {
        let connection = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let (routes, gate, eventLoop) = (routes, gate, context.eventLoop)
        Task(executorPreference: Self.isSmall(request) ? tasks : nil) {
            let answer = await routes.answer(request)
            let write: @Sendable () -> Void = {
                connection.value.handler.send(answer, keepAlive: keepAlive, connection.value.context)
            }
            if eventLoop.inEventLoop { write() } else { gate.execute(on: eventLoop, write) }
        }
    }

    private static func isSmall(_ request: HTTPRequest) -> Bool {
        guard case .success(let body) = request.body else { return true }
        return body.count <= smallRequest
    }

    private func send(_ answer: HTTPAnswer, keepAlive: Bool, _ context: ChannelHandlerContext) {
        body.giveBack()
        guard context.channel.isActive else { return }
        state = .sending
        let keepAlive = keepAlive && !isInputClosed
        let answer = hold(answer)
        var headers = answer.headers
        if answer.status != .noContent { headers.add(name: "Content-Length", value: String(answer.body.count)) }
        if !keepAlive { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        sendPart(answer.body[...], keepAlive: keepAlive, context)
    }

    /// The answer, or a refusal where answers of other connections have taken the memory.
    private func hold(_ answer: HTTPAnswer) -> HTTPAnswer {
        let share = BodyMemory.share(of: answer.body.count)
        guard memory.take(share) else { return routes.refusal(.noRoom) }
        answerShare = share
        return answer
    }

    private func giveBackAnswer() {
        memory.giveBack(answerShare)
        answerShare = 0
    }

    /// Sends a part of an answer, and the rest when the client's side has taken it.
    private func sendPart(_ rest: ArraySlice<UInt8>, keepAlive: Bool, _ context: ChannelHandlerContext) {
        waitingSince = .now()
        let part = context.channel.allocator.buffer(bytes: rest.prefix(Self.partSize))
        let rest = rest.dropFirst(Self.partSize)
        let connection = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(part)))).whenSuccess {
            let (handler, context) = connection.value
            if rest.isEmpty {
                handler.endAnswer(keepAlive: keepAlive, context)
            } else {
                handler.sendPart(rest, keepAlive: keepAlive, context)
            }
        }
    }

    private func endAnswer(keepAlive: Bool, _ context: ChannelHandlerContext) {
        giveBackAnswer()
        state = .receiving
        waitingSince = .now()
        // The next request may come within this call.
        let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        guard !keepAlive else { return }
        let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
        written.whenComplete { _ in connection.value.close(promise: nil) }
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
        guard state != .answering else { return scheduleCheck(context, in: patience) }
        let waited = NIODeadline.now() - waitingSince
        guard waited < patience else { return context.close(promise: nil) }
        scheduleCheck(context, in: patience - waited)
    }

    private static func announcedLength(_ head: HTTPRequestHead) -> Int {
        head.headers.first(name: "content-length").flatMap(Int.init) ?? 0
    }
}
