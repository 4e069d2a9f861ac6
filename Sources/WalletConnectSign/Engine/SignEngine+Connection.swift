// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The connection to the relay: when it is opened, lost, awaited and given up.
extension SignEngine {
    /// True while something is to be sent or may come.
    private var needsConnection: Bool { !sessions.isEmpty || !attempts.isEmpty || !outbox.isEmpty }

    /// Opens, closes or gives up the connection as the present moment demands.
    mutating func keepConnection() {
        switch link.phase {
        case .idle:
            if needsConnection {
                // An earlier connection's fault isn't the cause of this one's failure.
                link.lastFault = nil
                open()
            }
        case .waiting(let until, _):
            if !needsConnection {
                link.phase = .idle
            } else if now.uptime >= until {
                open()
            }
        case .opening(let since):
            if !needsConnection {
                closeConnection()
                link.phase = .idle
            } else if now.uptime - since >= SignLimits.connecting {
                closeConnection()
                lose(.silent)
            }
        case .open:
            if !needsConnection {
                closeConnection()
                link.phase = .idle
            } else if now.uptime - link.lastHeard >= SignLimits.silence {
                closeConnection()
                lose(.silent)
            }
        case .refused: break
        }
    }

    private mutating func open() {
        guard let identity, let relay = settings.relays.first,
            let token = RelayToken(
                of: identity, audience: relay.audience,
                subject: Hexadecimal.encode(Sodium.random(count: 32)), at: now.wall)
        else { return }
        link.connection += 1
        link.tokenEnds = token.expires
        link.phase = .opening(since: now.uptime)
        emit(
            .open(
                RelayOpening(
                    connection: link.connection, address: relay.text,
                    authorization: "Bearer \(token.text)")))
    }

    private mutating func closeConnection() {
        if case .open(let since) = link.phase { noteEnd(of: since) }
        forgetCalls()
        emit(.close)
    }

    /// Forgets what hung on the connection; what the relay hasn't confirmed is sent again by the next one.
    private mutating func forgetCalls() {
        link.requested = []
        link.calls = [:]
        for id in outbox.keys { outbox[id]?.due = now.uptime }
    }

    /// Makes pauses short again after a connection that has lasted.
    private mutating func noteEnd(of since: Duration) {
        guard now.uptime - since >= SignLimits.goodConnection else { return }
        link.backOff.reset()
        link.hasReplacedToken = false
    }

    /// Waits before the next connection.
    ///
    /// A relay that can't be reached by one of its names is tried by the next.
    mutating func lose(_ fault: RelayFault) {
        if case .opening = link.phase, fault != .limited, settings.relays.count > 1 {
            settings.relays.append(settings.relays.removeFirst())
        }
        if case .open(let since) = link.phase { noteEnd(of: since) }
        forgetCalls()
        (link.lastFault, link.lost) = (fault, now.uptime)
        let pause = link.backOff.next(isLimited: fault == .limited, random: &random)
        link.phase = .waiting(until: now.uptime + pause, reason: fault)
        guard fault == .limited else { return }
        // The pause that the relay asks for is none of the message's time.
        for (id, entry) in outbox where entry.purpose.isAwaited { outbox[id]?.created = now.uptime + pause }
    }

    /// Has a user's wish wait for no long pause: what was wrong with the relay may be over.
    ///
    /// A relay that asked for fewer calls has its time, and each connection that was lost a second.
    mutating func hurry() {
        guard case .waiting(let until, let reason) = link.phase, reason != .limited else { return }
        link.phase = .waiting(
            until: min(until, max(now.uptime, link.lost + SignLimits.firstPause)), reason: reason)
    }

    /// Stops trying, since the relay doesn't let this program in.
    ///
    /// A token that had run out is replaced first, once.
    mutating func refuse(_ refusal: RelayRefusal) {
        if case .open(let since) = link.phase { noteEnd(of: since) }
        forgetCalls()
        if link.tokenEnds <= now.wall, !link.hasReplacedToken {
            link.hasReplacedToken = true
            link.phase = .idle
            return
        }
        link.phase = .refused(refusal)
        for attempt in attempts.values.sorted(by: { $0.number < $1.number }) {
            if case .publishing = attempt.phase { fail(attempt, .relayRefused(refusal)) }
        }
        for entry in outbox.values.sorted(by: { ($0.id.number ?? 0) < ($1.id.number ?? 0) }) {
            giveUp(entry, entry.sendings == 0 ? .relayRefused(refusal) : .deliveryUnknown)
        }
    }

    // MARK: Inputs

    mutating func receive(_ event: RelayTransportEvent) {
        guard event.connection == link.connection else { return }
        switch (event.kind, link.phase) {
        case (.opened, .opening):
            link.phase = .open(since: now.uptime)
            link.lastHeard = now.uptime
            link.lastFault = nil
            for id in outbox.keys { outbox[id]?.due = now.uptime }
        case (.text(let text), .open):
            link.lastHeard = now.uptime
            receive(text)
        case (.heard, .open): link.lastHeard = now.uptime
        case (.failed(.status(401)), .opening): refuse(.project("HTTP 401"))
        case (.failed(.status(403)), .opening): refuse(.other("HTTP 403"))
        case (.failed(.status(429)), .opening): lose(.limited)
        case (.failed(let fault), .opening): lose(fault)
        case (.closed(let code, let reason), .opening), (.closed(let code, let reason), .open):
            switch code {
            case 3000: refuse(RelayRefusal(words: reason))
            case 1013: lose(.limited)
            default: lose(.closed(code: code))
            }
        default: break
        }
    }

    /// Opens a new connection at once: the old one may be dead without a word.
    mutating func networkChanged() {
        switch link.phase {
        case .idle, .refused: break
        // A relay that asked for fewer calls has its time, whatever network they would come by.
        case .waiting: hurry()
        case .opening, .open:
            closeConnection()
            link.phase = .idle
        }
    }

    mutating func settingsChanged(_ relays: [RelayAddress]) {
        settings.relays = relays
        switch link.phase {
        case .opening, .open: closeConnection()
        case .idle, .waiting, .refused: break
        }
        link.backOff.reset()
        link.hasReplacedToken = false
        link.phase = .idle
    }

    mutating func stop() {
        for attempt in attempts.values.sorted(by: { $0.number < $1.number }) where !attempt.isDead {
            if case .publishing(let ticket, _) = attempt.phase {
                emit(.answered(ticket: ticket, .failure(.stopped)))
            } else {
                emit(.attemptEnded(attempt.number, .failure(.stopped)))
            }
        }
        let tickets = requests.values.compactMap(\.ticket) + pings.values.map(\.ticket)
        for ticket in tickets.sorted() { emit(.answered(ticket: ticket, .failure(.stopped))) }
        switch link.phase {
        case .opening, .open: closeConnection()
        case .idle, .waiting, .refused: break
        }
        link.phase = .idle
        tellStopped()
    }
}
