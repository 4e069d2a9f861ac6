// SPDX-License-Identifier: MIT

/// Makes damaged texts of a few whole ones.
///
/// Bytes are inserted, changed and left out, pieces of others put in, and ends cut off.
package struct DamagedText {
    private let seeds: [[UInt8]]
    private var generator: SplitMix64

    /// Prepares to damage `seeds`; the same `number` makes the same texts.
    package init(_ seeds: [String], seed number: UInt64) {
        self.seeds = seeds.map { Array($0.utf8) }
        generator = SplitMix64(seed: number)
    }

    /// Returns the next text.
    package mutating func next() -> [UInt8] {
        var text = seeds.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let place = Int.random(in: 0...text.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: text.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            case 1 where place < text.count: text[place] = UInt8.random(in: 0...255, using: &generator)
            case 2 where place < text.count: text.remove(at: place)
            case 3: text.insert(contentsOf: seeds.randomElement(using: &generator) ?? [], at: place)
            default: text = Array(text[..<place])
            }
        }
        return text
    }
}
