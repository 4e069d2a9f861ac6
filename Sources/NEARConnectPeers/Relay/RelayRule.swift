// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A fault that a relay for tests plays.
///
/// In JSON: `{"on": "irn_publish", "tag": 1108, "do": "lose"}`. `on` is `connect`, `delivery`, a method's name, or
/// `call` for all methods. `times` says how often (1; 0 for always), `skip` how many are let pass first, and `agent`
/// names a part of the client's `ua`, so that one side alone is meant.
package struct RelayRule: Sendable, Hashable {
    /// The events that a rule may be about.
    package enum Event: Sendable, Hashable {
        /// A client connects.
        case connection
        /// A client calls this method; `nil` stands for each.
        case call(String?)
        /// A message is handed to a client.
        case delivery
    }

    /// The faults.
    package enum Fault: Sendable, Hashable {
        /// A refusal: of a connection by this status of HTTP, of a call by this code and name.
        case refuse(code: Int, data: String)
        /// The relay asks for fewer calls: HTTP 429, or the code 3001.
        case limit
        /// The answer or the delivery waits for ``WalletConnectRelay/release()``; a call is carried out.
        case hold
        /// The answer or the delivery comes later.
        case delay(milliseconds: Int64)
        /// The answer or the delivery comes twice.
        case duplicate
        /// The call isn't carried out and not answered; the delivery isn't made this time.
        case lose
        /// The connection is closed with this code; a call isn't carried out.
        case close(code: Int, reason: String)
        /// The connection is cut without a word; a call isn't carried out.
        case cut
        /// The connection stays open and nothing is said or heard on it any more, as where a network is gone.
        case mute
        /// The call is carried out and answered by this; a delivery has it in place of its message.
        case payload(JSONValue)
        /// A text that is no JSON-RPC comes in place of the answer or the delivery.
        case garbage
    }

    /// The event that the rule is about.
    package var event: Event
    /// The tag of the message; `nil` stands for each.
    package var tag: Int?
    /// A part of the client's `ua`; `nil` stands for each.
    package var agent: String?
    /// The number of events that are let pass first.
    package var skip: Int
    /// The number of events that it is played for; `nil` for all.
    package var times: Int?
    /// The fault.
    package var fault: Fault

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - event: The event that the rule is about.
    ///   - tag: The tag of the message.
    ///   - agent: A part of the client's `ua`.
    ///   - skip: The number of events that are let pass first.
    ///   - times: The number of events that it is played for.
    package init(
        _ fault: Fault, on event: Event, tag: Int? = nil, agent: String? = nil, skip: Int = 0, times: Int? = 1
    ) {
        self.fault = fault
        self.event = event
        self.tag = tag
        self.agent = agent
        self.skip = skip
        self.times = times
    }

    /// Takes note of an event, and returns the fault that is to be played.
    mutating func fault(for event: Event, tag: Int?, agent: String) -> Fault? {
        guard matches(event), self.tag == nil || self.tag == tag, isAbout(agent), times != 0 else { return nil }
        if skip > 0 {
            skip -= 1
            return nil
        }
        if let times { self.times = times - 1 }
        return fault
    }

    private func matches(_ event: Event) -> Bool {
        switch (self.event, event) {
        case (.call(nil), .call): true
        default: self.event == event
        }
    }

    private func isAbout(_ agent: String) -> Bool {
        guard let part = self.agent.map({ Array($0.utf8) }) else { return true }
        let whole = Array(agent.utf8)
        return part.isEmpty || whole.indices.contains { whole[$0...].starts(with: part) }
    }
}
