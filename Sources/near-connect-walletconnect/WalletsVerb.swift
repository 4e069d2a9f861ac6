// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// Lists wallets: those that are packaged, and those of a registry where it is to be asked.
@MainActor
struct WalletsVerb {
    private let verb: WalletConnectWallets
    /// The chain that wallets are wanted for; `nil` for all wallets.
    private let chain: ChainID?

    init(_ verb: WalletConnectWallets) throws {
        self.verb = verb
        switch verb.network {
        case nil: chain = verb.online ? ChainID("near:mainnet") : nil
        case "mainnet", "testnet": chain = ChainID("near:\(verb.network ?? "")")
        case let other?:
            throw ValidationError(
                localized(
                    "WalletConnect knows no network %1$s. Write --network testnet or mainnet.",
                    DisplayText.quotation(other, limit: 60)))
        }
    }

    func run(_ setting: ClientSetting) throws {
        let packaged = chain.map { KnownPhoneWallet.all(for: $0.namespace) } ?? KnownPhoneWallet.all
        for wallet in packaged { write(wallet, isListed: false) }
        guard verb.online, let chain else { return }
        let registry = try registry(setting)
        if !verb.options.output.quiet, !verb.options.output.json {
            StandardError.say(
                localized(
                    "asking %1$s, which learns this computer’s address, the project’s id and the network", registry.host
                ))
        }
        let found: [KnownPhoneWallet] = try MainLoop.run {
            do throws(WalletRegistryError) {
                return try await registry.wallets(on: chain, within: verb.time.duration)
            } catch {
                throw ReportedError(
                    sentence: "\(error)", code: error.code, status: Self.status(error))
            }
        }
        for wallet in found where !packaged.contains(where: { $0.id.hasSameBytes(as: wallet.id) }) {
            write(wallet, isListed: true)
        }
    }

    private func registry(_ setting: ClientSetting) throws -> WalletRegistry {
        let registry = WalletRegistry(
            setting.registry ?? "", project: setting.project ?? "", environment: ProcessInfo.processInfo.environment)
        // ClientSetting has refused every other address.
        guard let registry else { throw ValidationError(localized("There is no registry at this address.")) }
        guard setting.project != nil || registry.isLocal else {
            throw ReportedError(
                sentence: localized(
                    "WalletConnect’s registry needs a project id, and there is none. Get one from WalletConnect, then name it with --project-id, or set %1$s.",
                    PhoneSettings.projectVariable),
                code: "projectMissing", status: .usage)
        }
        return registry
    }

    private static func status(_ error: WalletRegistryError) -> ExitStatus {
        switch error {
        case .unreachable, .silent, .refused: .unavailable
        case .invalid: .failure
        case .cancelled: .cancelled
        }
    }

    // MARK: What is printed

    /// - Parameter isListed: True if the registry has named it.
    private func write(_ wallet: KnownPhoneWallet, isListed: Bool) {
        let link = wallet.links.openOnly ?? localized("by its code alone")
        // The link says already that there is none.
        let hints = wallet.hints.subtracting([.codeOnly]).map(\.sentence).sorted()
        let source = isListed ? localized("from the registry") : localized("packaged")
        verb.options.output.write(
            [([wallet.name, wallet.site, link, source] + hints).joined(separator: "\t")],
            .answer(
                of: WalletConnectWallets.name,
                ["wallet": Self.json(wallet), "source": isListed ? "registry" : "packaged"]))
    }

    private static func json(_ wallet: KnownPhoneWallet) -> JSONValue {
        [
            "id": .string(wallet.id), "name": .string(wallet.name), "site": .string(wallet.site),
            "native": wallet.links.native.map { .string($0) } ?? .null,
            "universal": wallet.links.universal.map { .string($0) } ?? .null,
            "namespaces": .array(wallet.namespaces.sorted().map { .string($0) }),
            "hints": .array(wallet.hints.map(name).sorted().map { .string($0) }),
        ]
    }

    private static func name(_ hint: KnownPhoneWallet.Hint) -> String {
        switch hint {
        case .opensWithoutRequest: "opensWithoutRequest"
        case .wantsGasPrice: "wantsGasPrice"
        case .codeOnly: "codeOnly"
        }
    }
}
