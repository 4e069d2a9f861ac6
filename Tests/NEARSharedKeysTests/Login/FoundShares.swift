// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import NEARShares

/// The shares of a set that a thief finds in bytes, and in each text that stands for bytes.
struct FoundShares {
    /// The holders whose shares were found.
    let holders: Set<ShareHolder>

    init(in places: [[UInt8]], of set: ShareSet) {
        var holders: Set<ShareHolder> = []
        for place in places {
            for bytes in [place] + Self.decoded(place) where bytes.count >= KeyShare.byteCount {
                for start in 0...(bytes.count - KeyShare.byteCount) {
                    let window = Array(bytes[start..<(start + KeyShare.byteCount)])
                    // The first three bits name the holder, so that most windows are none.
                    guard let holder = ShareHolder(rawValue: window[31] >> 5), !holders.contains(holder),
                        set.holders.contains(holder)
                    else { continue }
                    if Self.isShare(window, of: set) { holders.insert(holder) }
                }
            }
        }
        self.holders = holders
    }

    private static func isShare(_ bytes: [UInt8], of set: ShareSet) -> Bool {
        do {
            return try KeyShare(packed: SecretBytes(copying: bytes)).belongs(to: set)
        } catch {
            return false
        }
    }

    /// Returns what words of the text stand for in Base58, Base64, hexadecimal, and what recovery words do.
    private static func decoded(_ bytes: [UInt8]) -> [[UInt8]] {
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || "+/=-_".contains($0))) }
        var found: [[UInt8]] = []
        for word in words where word.utf8.count >= 40 {
            let word = String(word)
            if let plain = Base64.decode(word) ?? Base64.decodeForAddress(word) { found.append(plain) }
            if let hex = Hexadecimal.decode(word) { found.append(hex) }
            do { found.append(try Base58.decode(word)) } catch {}
        }
        for line in text.split(separator: "\n") where line.split(separator: " ").count == 24 {
            do { found.append(try ShareWords(String(line)).share.packed.withUnsafeBytes { Array($0) }) } catch {}
        }
        return found
    }
}
