// SPDX-License-Identifier: MIT

import NEARPrimitives
import Synchronization

/// Metered modules by the hash of their code, the ones used last.
///
/// Bounded in number and in bytes.
final class ModuleCache: Sendable {
    private let parameters: ContractParameters
    private let entries = Mutex<[Entry]>([])

    private static let byteLimit = 64 * 1_024 * 1_024
    private static let countLimit = 256

    private struct Entry {
        let hash: CryptoHash
        let result: Result<MeteredModule, PrepareError>
        let byteCount: Int
    }

    init(_ parameters: ContractParameters) {
        self.parameters = parameters
    }

    /// The metered module of the code, made now or before.
    func module(_ code: ContractCode) throws(PrepareError) -> MeteredModule {
        if let known = find(code.hash) { return try known.get() }
        let result: Result<MeteredModule, PrepareError>
        do throws(PrepareError) {
            result = .success(try MeteredModule(code.bytes, parameters))
        } catch {
            result = .failure(error)
        }
        keep(code, result)
        return try result.get()
    }

    private func find(_ hash: CryptoHash) -> Result<MeteredModule, PrepareError>? {
        entries.withLock { entries in
            guard let index = entries.lastIndex(where: { $0.hash == hash }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.result
        }
    }

    private func keep(_ code: ContractCode, _ result: Result<MeteredModule, PrepareError>) {
        var byteCount = 1_024
        if case .success(let module) = result { byteCount += module.code.count + module.originalByteCount }
        let entry = Entry(hash: code.hash, result: result, byteCount: byteCount)
        entries.withLock { entries in
            entries.append(entry)
            while entries.count > 1,
                entries.count > Self.countLimit || entries.reduce(0, { $0 + $1.byteCount }) > Self.byteLimit
            {
                entries.removeFirst()
            }
        }
    }
}
