// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore

extension DoctorCheck {
    /// Whether the code of the wallets that were agreed to is as it was then. Nothing is mended, and nothing set aside.
    static let wallets = DoctorCheck(name: "wallets") { context in
        let file = WalletLockFile(folder: context.folders.data)
        let lock: WalletLock
        do {
            guard let bytes = try RegularFile.read(file.url, limit: WalletLockFile.sizeLimit) else {
                return [.ok("wallets", "none was agreed to")]
            }
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            lock = try decoder.decode(WalletLock.self, from: Data(bytes))
        } catch is DecodingError {
            return [unusable(file, context)]
        } catch {
            return [
                .fail(
                    "wallets", "\(context.shown(file.url.path)) can\u{2019}t be read",
                    "No wallet of the web runs until it can. Look at what it is: ls -l \(context.shown(file.url.path))")
            ]
        }
        guard lock.fault == nil else { return [unusable(file, context)] }
        return [kept(lock, WalletObjects(folder: context.folders.data), context)]
    }

    private static func unusable(_ file: WalletLockFile, _ context: DoctorContext) -> DoctorFinding {
        .fail(
            "wallets", "\(context.shown(file.url.path)) is not what this program writes",
            "It is set aside at the next start, and wallets have to be agreed to anew. Look at who changed it.")
    }

    private static func kept(_ lock: WalletLock, _ objects: WalletObjects, _ context: DoctorContext) -> DoctorFinding {
        let damaged = lock.wallets.filter { !isWhole($0.value.pinned, objects) }.keys.sorted()
        guard damaged.isEmpty else {
            return .fail(
                "wallets", "changed since it was agreed to, or gone: the code of \(damaged.joined(separator: ", "))",
                "near-connect wallets show with the id says more; near-connect wallets update fetches it again where its server still has it."
            )
        }
        let offers = lock.wallets.filter { $0.value.offered.map { !isWhole($0, objects) } ?? false }.keys.sorted()
        guard offers.isEmpty else {
            return .warn(
                "wallets", "what waits to be agreed to is damaged: \(offers.joined(separator: ", "))",
                "near-connect wallets update fetches it again.")
        }
        return .ok("wallets", "\(lock.wallets.count) agreed to; their code is as it was then")
    }

    private static func isWhole(_ pin: WalletLock.Pin, _ objects: WalletObjects) -> Bool {
        objects.has(pin.executor.sha256, limit: ExecutorRules.sizeLimit)
            && objects.has(pin.manifestSHA256, limit: WalletManifestList.sizeLimit(.remote))
    }
}
