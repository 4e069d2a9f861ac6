// SPDX-License-Identifier: MIT

internal import WalletConnectSign

/// The names of records' files: kind and id with dots between their parts, for example `session.7f8e….json`.
enum RecordFile {
    private static let ending = ".json"
    /// The longest name that Linux's file systems take, without what a temporary file's has more.
    private static let longest = 200

    /// Returns a record's file name.
    ///
    /// - Returns: `nil` for an id that isn't of lower-case letters, digits, `-` and `/`, or is too long.
    static func name(of key: SignRecordKey) -> String? {
        guard !key.id.isEmpty, key.id.utf8.allSatisfy({ isIDByte($0) || $0 == UInt8(ascii: "/") }) else { return nil }
        let id = String(decoding: key.id.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
        let name = "\(key.kind.rawValue).\(id)\(ending)"
        return name.utf8.count <= longest ? name : nil
    }

    /// Returns the record that a file name stands for; `nil` for other files.
    static func key(of name: String) -> SignRecordKey? {
        guard name.utf8.count <= longest, name.hasSuffix(ending), let dot = name.firstIndex(of: "."),
            let kind = SignRecordKey.Kind(rawValue: String(name[..<dot]))
        else { return nil }
        let id = name[name.index(after: dot)...].dropLast(ending.count)
        guard !id.isEmpty, id.utf8.allSatisfy({ isIDByte($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        return SignRecordKey(
            kind, String(decoding: id.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "/") : $0 }, as: UTF8.self))
    }

    private static func isIDByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
}
