// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore
internal import SafeText

extension DoctorCheck {
    /// Checks that the code of pinned wallets is unchanged; repairs nothing and sets nothing aside.
    static let wallets = DoctorCheck(name: "wallets") { context in
        let file = WalletLockFile(folder: context.folders.data)
        let lock: WalletLock
        do {
            guard let bytes = try RegularFile.read(file.url, limit: WalletLockFile.sizeLimit) else {
                return [.ok("wallets", localized("none is pinned"))]
            }
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            lock = try decoder.decode(WalletLock.self, from: Data(bytes))
        } catch is DecodingError {
            return [unusable(file, context)]
        } catch {
            return [
                .fail(
                    "wallets", localized("%1$s can’t be read", context.shown(file.url.path)),
                    advice: localized(
                        "Remote wallets don’t run until it can be read. See what it is: ls -l %1$s",
                        context.shown(file.url.path)))
            ]
        }
        guard lock.fault == nil else { return [unusable(file, context)] }
        return [code(of: lock, in: WalletObjects(folder: context.folders.data))]
    }

    private static func unusable(_ file: WalletLockFile, _ context: DoctorContext) -> DoctorFinding {
        .fail(
            "wallets", localized("%1$s was not written by this program", context.shown(file.url.path)),
            advice: localized(
                "Find out who changed it. The next start sets it aside, and you have to accept your wallets again."))
    }

    private static func code(of lock: WalletLock, in objects: WalletObjects) -> DoctorFinding {
        let damaged = lock.wallets.filter { !isWhole($0.value.pinned, objects) }.keys.sorted()
        guard damaged.isEmpty else {
            return .fail(
                "wallets",
                localized("the pinned code of these wallets is damaged or gone: %1$s", damaged.joined(separator: ", ")),
                advice: localized(
                    "Run “near-connect wallets update”, which fetches the code again if its server still has it; “near-connect wallets show” with the id says more."
                )
            ).mended(by: .showWalletUpdates)
        }
        let offers = lock.wallets.filter { $0.value.offered.map { !isWhole($0, objects) } ?? false }.keys.sorted()
        guard offers.isEmpty else {
            return .warn(
                "wallets",
                localized("the offered versions of these wallets are damaged: %1$s", offers.joined(separator: ", ")),
                advice: localized("Run “near-connect wallets update”, which fetches them again.")
            ).mended(by: .showWalletUpdates)
        }
        return .ok(
            "wallets",
            localizedPlural(
                "%1$s pinned; its code is unchanged", "%1$s pinned; their code is unchanged", count: lock.wallets.count,
                "\(lock.wallets.count)"))
    }

    private static func isWhole(_ pin: WalletLock.Pin, _ objects: WalletObjects) -> Bool {
        objects.has(pin.executor.sha256, limit: ExecutorRules.sizeLimit)
            && objects.has(pin.manifestSHA256, limit: WalletManifestList.sizeLimit(.remote))
    }
}
