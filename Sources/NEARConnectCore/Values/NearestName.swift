// SPDX-License-Identifier: MIT

/// Finds the name that a user meant.
package enum NearestName {
    /// Returns the name that takes the fewest changed letters; `nil` if none is near.
    package static func of(_ text: String, in names: [String]) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let distances = names.map { (name: $0, distance: distance(Array(text.utf8), Array($0.utf8))) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(2, best.name.utf8.count / 3) ? best.name : nil
    }

    /// Counts the letters to add, remove or replace; the case of letters costs nothing.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, other) in right.enumerated() {
                let change = diagonal + (lower(letter) == lower(other) ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(change, row[place] + 1, row[place + 1] + 1)
            }
        }
        return row[right.count]
    }

    private static func lower(_ letter: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) ? letter | 0x20 : letter
    }
}
