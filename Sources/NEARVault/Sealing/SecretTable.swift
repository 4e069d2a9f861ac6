// SPDX-License-Identifier: MIT

/// The secrets of one file, by name, and the bytes that stand for them.
///
/// The bytes are written and read in guarded memory only. They are the number of secrets (4 bytes), for each its use
/// and id (2 bytes of length each) and its bytes (4 bytes of length), in the order of the names; zeros fill them up to
/// a multiple of ``block``, so that the length of a sealed file tells little of its content.
struct SecretTable: Sendable {
    /// The largest table, in bytes.
    static let limit = 1 << 20
    /// The multiple to which tables are filled up.
    static let block = 1024

    private var secrets: [SecretName: SecretBytes] = [:]

    init() {}

    /// The names, in order.
    var names: [SecretName] { secrets.keys.sorted() }

    subscript(name: SecretName) -> SecretBytes? { secrets[name] }

    /// Adds or replaces a secret.
    ///
    /// - Throws: ``VaultError/full(_:)`` if there are too many, or they are too large; the table is unchanged then.
    mutating func store(_ secret: SecretBytes, as name: SecretName, in place: VaultPlace) throws(VaultError) {
        var changed = secrets
        changed[name] = secret
        guard changed.count <= VaultLimits.mostSecrets, Self.count(of: changed) <= Self.limit else {
            throw .full(place)
        }
        secrets = changed
    }

    /// Removes a secret.
    ///
    /// - Returns: `false` if there was none.
    mutating func remove(_ name: SecretName) -> Bool {
        secrets.removeValue(forKey: name) != nil
    }

    private static func count(of secrets: [SecretName: SecretBytes]) -> Int {
        secrets.reduce(4) { $0 + 8 + $1.key.purpose.rawValue.utf8.count + $1.key.id.utf8.count + $1.value.count }
    }

    // MARK: Bytes

    /// The table's bytes.
    var bytes: SecretBytes {
        let count = (Self.count(of: secrets) + Self.block - 1) / Self.block * Self.block
        return SecretBytes(count: count) { memory in
            var rest = memory[...]
            func write(_ bytes: some Collection<UInt8>) {
                UnsafeMutableRawBufferPointer(rebasing: rest).copyBytes(from: bytes)
                rest = rest.dropFirst(bytes.count)
            }
            func write<Number: FixedWidthInteger>(number: Number) {
                withUnsafeBytes(of: number.littleEndian) { write($0) }
            }
            write(number: UInt32(secrets.count))
            for name in names {
                guard let secret = secrets[name] else { continue }
                for text in [name.purpose.rawValue, name.id] {
                    write(number: UInt16(text.utf8.count))
                    write(Array(text.utf8))
                }
                write(number: UInt32(secret.count))
                secret.withUnsafeBytes { write($0) }
            }
        }
    }

    /// Reads a table's bytes.
    ///
    /// - Throws: ``VaultContentError/content``, also for a use of secrets that this version doesn't know: if it were
    ///   left out, the next change would delete it.
    init(reading bytes: SecretBytes) throws(VaultContentError) {
        secrets = try bytes.withUnsafeBytes { memory throws(VaultContentError) in
            var reader = MemoryReader(rest: memory[...])
            var found: [SecretName: SecretBytes] = [:]
            let count = try reader.number(UInt32.self)
            guard count <= VaultLimits.mostSecrets else { throw .content }
            var last: SecretName?
            for _ in 0..<count {
                let name = try Self.name(&reader)
                // In order, so that the bytes are the only ones for their table.
                if let last, last >= name { throw .content }
                last = name
                let length = Int(try reader.number(UInt32.self))
                guard (1...VaultLimits.largestSecret).contains(length) else { throw .content }
                found[name] = SecretBytes(copying: try reader.take(length))
            }
            let isFilledUp = memory.count.isMultiple(of: Self.block) && reader.rest.count < Self.block
            guard isFilledUp, reader.rest.allSatisfy({ $0 == 0 }) else { throw .content }
            return found
        }
    }

    private static func name(_ reader: inout MemoryReader) throws(VaultContentError) -> SecretName {
        let purpose = String(decoding: try reader.take(Int(try reader.number(UInt16.self))), as: UTF8.self)
        let id = String(decoding: try reader.take(Int(try reader.number(UInt16.self))), as: UTF8.self)
        guard let purpose = SecretPurpose(rawValue: purpose) else { throw .content }
        do throws(VaultError) {
            return try SecretName(purpose, id: id)
        } catch {
            throw .content
        }
    }
}

/// Reads parts of guarded memory in order, without copies.
private struct MemoryReader {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func take(_ count: Int) throws(VaultContentError) -> UnsafeRawBufferPointer {
        guard count <= rest.count else { throw .content }
        defer { rest = rest.dropFirst(count) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(VaultContentError) -> Number {
        Number(littleEndian: try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
    }
}
