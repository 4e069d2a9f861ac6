// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Performs ``ProgramVerb``s: JSON in, JSON out, with the manager's typed operations between.
@MainActor
struct ProgramVerbs {
    private let manager: NEARWalletManager

    /// Takes the manager that does the work.
    init(_ manager: NEARWalletManager) {
        self.manager = manager
    }

    /// Performs a verb.
    ///
    /// - Parameters:
    ///   - verb: The operation.
    ///   - json: Its parameters, an object; `null` for none.
    /// - Returns: The result; `null` where an operation has none but its end.
    /// - Throws: ``NEARError``, with ``NEARError/invalidArgument(name:reason:)`` for parameters.
    func perform(_ verb: ProgramVerb, _ json: JSONValue) async throws(NEARError) -> JSONValue {
        switch verb {
        case .signInWithFunctionCallKey, .signInWithKeystore, .addFunctionCallKey: return try await addKey(verb, json)
        case .relay: return try await relay(json)
        case .walletUpdates, .lookForWalletUpdates, .acceptWalletUpdate, .declineWalletUpdate:
            return try await update(verb, json)
        case .forgetWallet:
            let id = try VerbParameters(json, known: ["walletId"]).text("walletId")
            return Self.json(of: try await manager.forgetWallet(id))
        case .resetCache:
            _ = try VerbParameters(json, known: [])
            try await manager.resetCache()
            return nil
        case .identifyChain:
            _ = try VerbParameters(json, known: [])
            return try await manager.identifyChain().map(Self.json) ?? nil
        }
    }

    private static func json(of forgotten: ForgottenWallet) -> JSONValue {
        [
            "wasSignedIn": .bool(forgotten.wasSignedIn), "storedValues": .integer(Int128(forgotten.storedValues)),
            "sites": .array(forgotten.sites.map(JSONValue.string)),
            "rememberedLinks": .integer(Int128(forgotten.rememberedLinks)),
            "phoneSessions": .integer(Int128(forgotten.phoneSessions)), "phonesAreTold": .bool(forgotten.phonesAreTold),
        ]
    }

    private static func json(of chain: ChainIdentity) -> JSONValue {
        let name: JSONValue =
            switch chain {
            case .mainnet: "mainnet"
            case .testnet: "testnet"
            case .other: nil
            }
        return ["name": name, "genesis": .string(chain.genesis)]
    }

    // MARK: Keys of the program's own

    private func addKey(_ verb: ProgramVerb, _ json: JSONValue) async throws(NEARError) -> JSONValue {
        let key: [ExactText] = ["contractId", "methodNames", "allowance"]
        let known: [ExactText] =
            switch verb {
            case .signInWithKeystore: key
            case .addFunctionCallKey: key + ["publicKey"]
            default: key + ["publicKey", "walletId"]
            }
        let parameters = try VerbParameters(json, known: known)
        let publicKey = verb == .signInWithKeystore ? nil : try parameters.publicKey("publicKey")
        let request = FunctionCallKeyRequest(
            contractId: try parameters.account("contractId"), methodNames: try parameters.texts("methodNames"),
            allowance: try parameters.amount(ifThere: "allowance"), publicKey: publicKey)
        switch verb {
        case .signInWithKeystore:
            return VerbResult.account(try await manager.signInWithKeystore(functionCallKey: request))
        case .addFunctionCallKey:
            try await manager.addFunctionCallKey(request)
            return nil
        default:
            return VerbResult.account(
                try await manager.signIn(walletId: try parameters.text(ifThere: "walletId"), functionCallKey: request))
        }
    }

    // MARK: What others have signed

    private func relay(_ json: JSONValue) async throws(NEARError) -> JSONValue {
        let parameters = try VerbParameters(json, known: ["signedDelegate", "payerId"])
        let (bytes, payer) = (
            try parameters.bytes(ifThere: "signedDelegate"), try parameters.account("payerId")
        )
        let action: SignedDelegateAction
        do throws(BorshError) {
            action = try SignedDelegateAction(borsh: bytes ?? [])
        } catch {
            throw .invalidArgument(name: "signedDelegate", reason: "\(error)")
        }
        return try await manager.relay(action, paidBy: payer).json
    }

    // MARK: Versions of wallets

    private func update(_ verb: ProgramVerb, _ json: JSONValue) async throws(NEARError) -> JSONValue {
        switch verb {
        case .walletUpdates:
            _ = try VerbParameters(json, known: [])
            await manager.readWalletUpdates()
            return .array(manager.walletUpdates.map(Self.json))
        case .lookForWalletUpdates:
            _ = try VerbParameters(json, known: [])
            let failures = try await Self.translating { try await manager.lookForWalletUpdates() }
            let sentences = failures.map { (ExactText($0.key), JSONValue.string(ErrorReport($0.value).sentence)) }
            return [
                "updates": .array(manager.walletUpdates.map(Self.json)),
                "failures": .object(JSONValue.Members(sentences, uniquingKeysWith: { first, _ in first })),
            ]
        case .acceptWalletUpdate:
            let parameters = try VerbParameters(
                json, known: ["id", "manifestSHA256", "codeSHA256", "allowsDowngrade"])
            let (update, allows) = (try named(parameters), try parameters.flag("allowsDowngrade"))
            try await Self.translating { try await manager.accept(update, allowsDowngrade: allows) }
            return nil
        default:
            let update = try named(try VerbParameters(json, known: ["id", "manifestSHA256", "codeSHA256"]))
            try await Self.translating { try await manager.decline(update) }
            return nil
        }
    }

    /// Returns the version that was listed; another one may have come since.
    private func named(_ parameters: VerbParameters) throws(NEARError) -> WalletUpdate {
        let (id, manifest, code) = (
            try parameters.text("id"), try parameters.text("manifestSHA256"), try parameters.text("codeSHA256")
        )
        guard
            let update = manager.walletUpdates.first(where: {
                $0.id.hasSameBytes(as: id) && $0.offered.manifestSHA256.hasSameBytes(as: manifest)
                    && $0.offered.executor.sha256.hasSameBytes(as: code)
            })
        else { throw .invalidArgument(name: "update", reason: localized("no such version waits")) }
        return update
    }

    private static func json(of update: WalletUpdate) -> JSONValue {
        [
            "id": .string(update.id), "name": .string(update.name), "version": .string(update.version),
            "changes": .array(update.changes.map(JSONValue.string)), "addsPermissions": .bool(update.addsPermissions),
            "isDowngrade": .bool(update.isDowngrade), "isDeclined": .bool(update.isDeclined),
            "manifestSHA256": .string(update.offered.manifestSHA256),
            "codeSHA256": .string(update.offered.executor.sha256),
        ]
    }

    private static func translating<Value>(_ body: @MainActor () async throws -> Value) async throws(NEARError) -> Value
    {
        do {
            return try await body()
        } catch let error as NEARError {
            throw error
        } catch {
            throw .walletError(ErrorReport(error).sentence)
        }
    }
}
