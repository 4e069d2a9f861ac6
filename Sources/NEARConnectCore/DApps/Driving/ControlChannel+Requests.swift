// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

extension ControlChannel {
    /// The longest time that a call waits, in milliseconds.
    private static let longestWait = 600_000
    /// The time that a call waits by default, in milliseconds.
    private static let usualWait = 10_000

    /// The methods about pages' requests.
    static let requestMethods: [String: Body] = [
        "requests.list": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["state"])
            let state = try fields.word(ifThere: "state", of: ["open", "closed", "any"]) ?? "open"
            return .array(channel.parts.approver.requests.filter { isMeant($0, state) }.map(\.json))
        },
        "requests.wait": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["state", "kind", "origin", "after", "timeout"])
            let state = try fields.word(ifThere: "state", of: ["open", "closed", "any"]) ?? "open"
            let kind = try fields.word(ifThere: "kind", of: DrivenRequest.kinds)
            let origin = fields.has("origin") ? try fields.origin("origin").text : nil
            let after = try fields.number(ifThere: "after", in: 0...Int.max) ?? 0
            let patience = try fields.number(ifThere: "timeout", in: 0...longestWait) ?? usualWait
            let found = await channel.parts.approver.request(within: .milliseconds(patience)) { request in
                request.id > after && isMeant(request, state)
                    && (kind.map { $0.hasSameBytes(as: request.kind) } ?? true)
                    && (origin == nil || request.origin == origin)
            }
            guard let found else { throw Task.isCancelled ? .cancelled : .noRequest }
            return found.json
        },
        "requests.approve": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["id", "account"])
            let id = try fields.number("id", in: 1...Int.max)
            let account = try fields.account(ifThere: "account")
            let request = channel.parts.approver.requests.first { $0.id == id && $0.state == .open }
            if let account, let request, !request.candidates.contains(account) {
                throw ControlParams.wrong("account", localized("is none that this request can be answered with"))
            }
            guard channel.parts.approver.approve(id, account: account) else { throw .notOpen(id) }
            return .null
        },
        "requests.refuse": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["id", "reason"])
            let id = try fields.number("id", in: 1...Int.max)
            let reason = try fields.text(ifThere: "reason")
            guard channel.parts.approver.refuse(id, reason: reason) else { throw .notOpen(id) }
            return .null
        },
        "events.subscribe": { channel, params, caller throws(LocalCallError) in
            _ = try ControlParams(params, known: [])
            if let caller { channel.listen(caller) }
            return .null
        },
    ]

    private static func isMeant(_ request: DrivenRequest, _ state: String) -> Bool {
        switch state {
        case "open": request.state == .open
        case "closed": request.state != .open
        default: true
        }
    }
}
