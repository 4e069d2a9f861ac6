// SPDX-License-Identifier: MIT

/// A value that is kept with what it was made of.
///
/// Pages ask the same again and again, and are answered the same.
package struct LastMade<Source: Equatable, Value> {
    private var last: (source: Source, value: Value)?

    /// Keeps nothing at first.
    package init() {}

    /// Returns the value that is made of `source`: the one that is kept, or a new one.
    package mutating func value<Failure>(
        of source: Source, making make: (Source) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let last, last.source == source { return last.value }
        let value = try make(source)
        last = (source, value)
        return value
    }
}
