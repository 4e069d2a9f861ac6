// SPDX-License-Identifier: MIT

/// Deadlines: what they end, and when the next one is.
extension SignEngine {
    /// Ends everything whose time is over.
    mutating func expire() {
        for topic in sessions.values.filter({ $0.session.expires <= now.wall }).map(\.session.topic).sorted() {
            end(topic, .expired)
        }
        for attempt in attempts.values.sorted(by: { $0.number < $1.number }) { expire(attempt) }
        for (ref, request) in requests.sorted(by: { $0.key < $1.key }) {
            if request.ticket != nil, request.expires <= now.wall {
                expire(ref)
            } else if request.ticket == nil, request.forgotten <= now.wall {
                drop(ref)
            }
        }
        for (ref, ping) in pings.sorted(by: { $0.key < $1.key }) where ping.until <= now.uptime {
            pings[ref] = nil
            var error = SignError.walletSilent
            for entry in outbox.values where entry.purpose == .ping(ref) {
                if entry.sendings == 0 { error = .relayUnreachable(link.lastFault ?? .silent) }
                remove(entry)
            }
            emit(.answered(ticket: ping.ticket, .failure(error)))
        }
        for (_, entry) in outbox.sorted(by: { $0.key < $1.key }) { expire(entry) }
    }

    private mutating func expire(_ attempt: Attempt) {
        switch attempt.phase {
        case .publishing(_, let until) where until <= now.uptime:
            fail(attempt, .relayUnreachable(link.isOpen ? .silent : link.lastFault ?? .silent))
        case .offered where attempt.expires.adding(seconds: SignLimits.lateApproval) <= now.wall:
            fail(attempt, .proposalExpired)
            forget(attempt)
        case .offered where attempt.expires <= now.wall: fail(attempt, .proposalExpired)
        case .approved(let agreement) where agreement.until <= now.wall:
            fail(attempt, .settlementInvalid(.missing))
        default: break
        }
    }

    /// Ends a request that the wallet hasn't answered.
    private mutating func expire(_ ref: RequestRef) {
        var isSent = true
        for entry in outbox.values where entry.purpose == .request(ref) {
            isSent = entry.sendings > 0
            remove(entry)
        }
        abandon(ref, .requestExpired, isKept: isSent)
    }

    private mutating func expire(_ entry: OutboxEntry) {
        switch entry.purpose {
        case .proposal: break
        case .persistent:
            if entry.expires <= now.wall { remove(entry) }
        case .request, .ping:
            guard now.uptime - entry.created >= SignLimits.publishing else { break }
            giveUp(entry, entry.sendings == 0 ? .relayUnreachable(link.lastFault ?? .silent) : .deliveryUnknown)
        }
    }

    /// The time at which `handle` has to be called again, if nothing else happens before.
    var deadline: Duration? {
        var next: Duration?
        func consider(_ time: Duration) { next = min(next ?? time, time) }
        func consider(wall: UnixTime) {
            let (milliseconds, overflow) = wall.milliseconds.subtractingReportingOverflow(now.wall.milliseconds)
            consider(now.uptime + .milliseconds(overflow ? Int64.max / 4 : max(0, milliseconds)))
        }
        guard identity != nil else { return nil }
        switch link.phase {
        case .idle, .refused: break
        case .opening(let since): consider(since + SignLimits.connecting)
        case .open:
            consider(link.lastHeard + SignLimits.silence)
            for call in link.calls.values { consider(call.due) }
            for entry in outbox.values { consider(entry.due) }
        case .waiting(let until, _): consider(until)
        }
        for session in sessions.values { consider(wall: session.session.expires) }
        for attempt in attempts.values {
            switch attempt.phase {
            case .publishing(_, let until): consider(until)
            case .offered where attempt.isDead:
                consider(wall: attempt.expires.adding(seconds: SignLimits.lateApproval))
            case .offered: consider(wall: attempt.expires)
            case .approved(let agreement): consider(wall: agreement.until)
            }
        }
        for request in requests.values { consider(wall: request.ticket == nil ? request.forgotten : request.expires) }
        for ping in pings.values { consider(ping.until) }
        for entry in outbox.values {
            switch entry.purpose {
            case .proposal: break
            case .persistent: consider(wall: entry.expires)
            case .request, .ping: consider(entry.created + SignLimits.publishing)
            }
        }
        return next
    }
}
