// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Bytes that records count for, and the balance that an account must hold for its bytes.
extension ProtocolParameters {
    /// Bytes that an access key counts for.
    func storageUsage(of accessKey: AccessKey, _ publicKey: PublicKey) -> UInt64 {
        UInt64(publicKey.borshBytes.count + accessKey.borshBytes.count) + extraBytesPerRecord
    }

    /// YoctoNEAR that an account lacks to pay for its storage with `balance`, or `nil` where it has enough (nearcore:
    /// `check_storage_stake`).
    ///
    /// Small accounts need nothing (NEP-448).
    func lackingStorageStake(
        of account: AccountRecord, balance: UInt128
    ) throws(ArithmeticOverflowError) -> UInt128? {
        guard account.storageUsage > zeroBalanceStorageLimit else { return nil }
        let required = try storageAmountPerByte.multiplying(by: UInt128(account.storageUsage))
        let available = try balance.adding(account.locked)
        return available < required ? required - available : nil
    }
}
