// SPDX-License-Identifier: MIT

internal import SafeText

/// The parts that sentences about the chain's errors have in common.
enum ErrorWords {
    /// Names an error that this version doesn't know; never the JSON that came.
    static func name(of json: JSONValue) -> String {
        guard let name = ViewVariant(json)?.name else { return localized("it has no name") }
        return DisplayText.quotation(name, limit: 80)
    }

    /// Returns how much `needed` is above `available`.
    ///
    /// Nodes aren't believed blindly: where nothing is missing, the answer is nothing.
    static func missing(_ needed: NEARToken, _ available: NEARToken) -> String {
        let isShort = needed > available
        return amount(NEARToken(yoctoNEAR: isShort ? needed.yoctoNEAR - available.yoctoNEAR : 0))
    }

    /// Writes an amount as the process's other numbers.
    static func amount(_ amount: NEARToken) -> String { NumberStyle.current.words(amount) }
}
