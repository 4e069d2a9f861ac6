// SPDX-License-Identifier: MIT

internal import CSodium
internal import GuardedMemory

/// Makes a new key that exists as shares only.
///
/// This is the one place at which the key's secret number is in memory: guarded memory, which is wiped before the
/// shares are handed out. There is no seed, and so no seed phrase.
public enum ShareDealer {
    /// Deals a random key; no holder that is added later has a share that would be a seed phrase, either.
    ///
    /// - Parameter holders: Who gets a share, two to seven.
    /// - Throws: ``ShareSetError/holders``.
    public static func deal(to holders: Set<ShareHolder>) throws(ShareSetError) -> DealtShares {
        guard holders.count >= 2 else { throw .holders }
        return DealtShares.dealt {
            withGuardedScratch(count: 2 * SecretScalar.count) { line in
                crypto_core_ed25519_scalar_random(line)
                crypto_core_ed25519_scalar_random(line + SecretScalar.count)
                guard deal(line, to: Set(ShareHolder.allCases)) != nil else { return nil }
                return deal(line, to: holders)
            }
        }
    }

    /// Deals a line, whose two numbers the caller wipes.
    ///
    /// - Parameter line: The secret, then the slope, 32 bytes each.
    /// - Returns: `nil` if a number is zero or out of range, or one of the shares can't be given out.
    static func deal(_ line: UnsafePointer<UInt8>, to holders: Set<ShareHolder>) -> DealtShares? {
        let slope = line + SecretScalar.count
        for number in [line, slope] {
            guard GroupOrder.isAbove(number), sodium_is_zero(number, SecretScalar.count) == 0 else { return nil }
        }
        let set: ShareSet
        do throws(ShareSetError) {
            set = try ShareSet(
                key: GroupElement(baseTimes: line), slope: GroupElement(baseTimes: slope), holders: holders)
        } catch {
            return nil
        }
        var shares: [KeyShare] = []
        for holder in set.holders {
            let share = withGuardedScratch(count: 2 * SecretScalar.count) { share in
                let rise = share + SecretScalar.count
                Scalar(holder.rawValue).bytes.withBytes { crypto_core_ed25519_scalar_mul(rise, slope, $0) }
                crypto_core_ed25519_scalar_add(share, line, rise)
                return SecretScalar(copying: share)
            }
            guard let share else { return nil }
            shares.append(KeyShare(holder: holder, scalar: share))
        }
        return DealtShares(shares, of: set)
    }
}
