// SPDX-License-Identifier: MIT

internal import NEARDevnet
internal import NIOCore
internal import NIOHTTP1

/// One connection of a peer's server, on the server's event loop.
///
/// NIO's pipeline holds a further request back until the one before it is answered.
final class WebConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let desk: PeerDesk<LoopbackWebServer.Answer>
    private let limit: Int
    private let gate: AnswerGate
    private let tasks: EventLoopTasks
    private var head: HTTPRequestHead?
    private var body: [UInt8]? = []

    init(_ desk: PeerDesk<LoopbackWebServer.Answer>, limit: Int, gate: AnswerGate, tasks: EventLoopTasks) {
        self.desk = desk
        self.limit = limit
        self.gate = gate
        self.tasks = tasks
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            (self.head, body) = (head, [])
            if head.headers.contains(name: "expect") {
                let proceed = HTTPResponseHead(version: .http1_1, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(proceed)), promise: nil)
            }
        case .body(let part):
            // A body that isn't kept is read to its end all the same, so that the next request is found.
            body = body.flatMap { $0.count + part.readableBytes <= limit ? $0 + part.readableBytesView : nil }
        case .end:
            guard let head else { return }
            answer(head, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The client is gone or speaks no HTTP; in the second case NIO has told it so.
        context.close(promise: nil)
    }

    /// Has the peer answer, on the event loop, whatever else the process's tasks do.
    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let headers = Dictionary(
            head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        let request = WebRequest(method: head.method.rawValue, target: head.uri, headers: headers, body: body)
        body = []
        let connection = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let (desk, gate, eventLoop) = (desk, gate, context.eventLoop)
        Task(executorPreference: tasks) {
            var answer = WebAnswer(status: 400)
            if let request { answer = await desk.peer()?(request) ?? WebAnswer(status: 503) }
            gate.execute(on: eventLoop) { [answer] in
                connection.value.handler.send(answer, keepAlive: head.isKeepAlive, connection.value.context)
            }
        }
    }

    private func send(_ answer: WebAnswer, keepAlive: Bool, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        var headers = HTTPHeaders(answer.headers.map { ($0.key, $0.value) })
        headers.replaceOrAdd(name: "Content-Length", value: String(answer.body.count))
        if !keepAlive { headers.replaceOrAdd(name: "Connection", value: "close") }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            if !keepAlive { channel.close(promise: nil) }
        }
    }
}
