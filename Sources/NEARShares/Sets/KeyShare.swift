// SPDX-License-Identifier: MIT

public import GuardedMemory

/// One holder's share of a key, in guarded memory.
///
/// Alone it says nothing about the key, and nobody can tell what it belongs to: ``ProvenShare`` is one that was
/// compared with a set. It doesn't print itself and is not `Codable`.
public struct KeyShare: Sendable {
    /// The number of bytes in packed form.
    public static let byteCount = SecretScalar.count

    /// The holder, and with it the share's place on the line.
    public let holder: ShareHolder
    let scalar: SecretScalar

    init(holder: ShareHolder, scalar: SecretScalar) {
        self.holder = holder
        self.scalar = scalar
    }

    /// Reads the packed form, in which shares lie in vaults and stand in words.
    ///
    /// - Throws: ``KeyShareError/length(_:)``, ``KeyShareError/noHolder``, ``KeyShareError/notAScalar``.
    public init(packed: SecretBytes) throws(KeyShareError) {
        guard packed.count == Self.byteCount else { throw .length(packed.count) }
        self = try packed.withUnsafeBytes { memory throws(KeyShareError) in
            try KeyShare(packed: memory.bindMemory(to: UInt8.self))
        }
    }

    /// Reads the packed form from 32 bytes that the caller wipes.
    init(packed: UnsafeBufferPointer<UInt8>) throws(KeyShareError) {
        guard let holder = ShareHolder(rawValue: packed[31] >> 5) else { throw .noHolder }
        let scalar = withGuardedScratch(count: SecretScalar.count) { copy in
            copy.update(from: packed.baseAddress ?? UnsafePointer(copy), count: SecretScalar.count)
            copy[31] &= 0x1F
            return SecretScalar(copying: copy)
        }
        guard let scalar else { throw .notAScalar }
        self.init(holder: holder, scalar: scalar)
    }

    /// The packed form: the number in 32 bytes, little-endian, with the holder's place in the top three bits.
    ///
    /// Numbers below the group's order leave these bits zero.
    public var packed: SecretBytes {
        SecretBytes(count: Self.byteCount) { memory in
            scalar.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer(start: $0, count: Self.byteCount)) }
            memory[31] |= holder.rawValue << 5
        }
    }

    /// Returns whether this is the share of one of a set's holders.
    package func belongs(to set: ShareSet) -> Bool {
        do throws(KeyShareError) {
            _ = try ProvenShare(self, of: set)
            return true
        } catch {
            return false
        }
    }

    /// Computes the share times the base point.
    func publicShare() -> GroupElement {
        withWipedStack { scalar.withBytes { GroupElement(baseTimes: $0) } }
    }
}

extension KeyShare: CustomStringConvertible, CustomReflectable {
    /// The holder and no more.
    public var description: String { "KeyShare(\(holder.rawValue))" }

    /// The holder and no more.
    public var customMirror: Mirror { Mirror(self, children: ["holder": holder]) }
}

/// A share that was compared with a set of which it is one.
public struct ProvenShare: Sendable {
    /// The set.
    public let set: ShareSet
    /// The share.
    public let share: KeyShare

    /// The holder, who is one of the set's.
    public var holder: ShareHolder { share.holder }

    /// Compares a share with a set: y·B = s·B + i·(a·B).
    ///
    /// - Throws: ``KeyShareError/notAHolder(_:)`` if the set has no such holder, ``KeyShareError/foreign(_:)`` if this
    ///   isn't that holder's share.
    public init(_ share: KeyShare, of set: ShareSet) throws(KeyShareError) {
        guard set.holders.contains(share.holder) else { throw .notAHolder(share.holder) }
        guard share.publicShare() == set.publicShare(of: share.holder) else { throw .foreign(share.holder) }
        self.share = share
        self.set = set
    }
}

extension ProvenShare: CustomStringConvertible, CustomReflectable {
    /// The holder and no more.
    public var description: String { "ProvenShare(\(holder.rawValue))" }

    /// The holder and the set's name.
    public var customMirror: Mirror { Mirror(self, children: ["holder": holder, "set": set.id]) }
}
