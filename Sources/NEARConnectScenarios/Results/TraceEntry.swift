// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A line of the log of a scenario.
package struct TraceEntry: Sendable, Hashable {
    /// The time from the scenario's start on.
    package let time: Duration
    /// The library that has written it.
    package let source: String
    /// The text, without keys.
    package let text: String

    package init(time: Duration, source: String, text: String) {
        self.time = time
        self.source = source
        self.text = text
    }

    /// The entry as one object.
    package var json: JSONValue {
        [
            "milliseconds": .integer(Int128(time.wholeMilliseconds)), "source": .string(source), "text": .string(text),
        ]
    }
}
