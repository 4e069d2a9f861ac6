// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARConnectScenarios
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Does the work of steps that only read from the chain.
@MainActor
struct ChainReader {
    let client: NEARRPCClient

    /// Reads what a step names.
    ///
    /// - Throws: `RPCError`, ``ScenarioValueError``.
    func read(_ work: ScenarioWork, _ values: ScenarioValues) async throws -> StepFindings {
        switch work {
        case .view(let call): try await view(call, values)
        case .balance(let account): try await balance(of: try account.value(values))
        case .state(let account, let key):
            try await entry(of: try account.value(values), key: try key.value(values))
        case .key(let account, let key): try await accessKey(try key.value(values), of: try account.value(values))
        default: StepFindings()
        }
    }

    private func view(_ call: ScenarioWork.Call, _ values: ScenarioValues) async throws -> StepFindings {
        let result = try await client.callFunction(
            try call.method.value(values), of: try call.contract.value(values),
            arguments: try call.arguments.value(values))
        let value = ReturnedValue.json(result.value.result)
        var findings = StepFindings(detail: value.text)
        findings.value = value
        findings.compared = value
        findings.logs = result.value.logs
        return findings
    }

    private func balance(of account: AccountId) async throws -> StepFindings {
        let amount = try await client.viewAccount(account).value.amount
        var findings = StepFindings(detail: "\(amount)")
        findings.value = .string("\(amount.yoctoNEAR)")
        findings.balance = amount
        return findings
    }

    private func entry(of account: AccountId, key: String) async throws -> StepFindings {
        let bytes = Array(key.utf8)
        let items = try await client.viewState(of: account, prefix: bytes).value.values
        let value = items.first { $0.key == bytes }.map { JSONValue.string(String(decoding: $0.value, as: UTF8.self)) }
        var findings = StepFindings(detail: (value ?? .null).text)
        findings.value = value ?? .null
        findings.compared = value ?? .null
        return findings
    }

    private func accessKey(_ key: PublicKey, of account: AccountId) async throws -> StepFindings {
        var findings = StepFindings()
        do {
            let access = try await client.viewAccessKey(key, of: account).value
            let permission = access.permission.isFullAccess ? .fullAccess : ScenarioExpectation.Permission.functionCall
            findings.permission = permission
            findings.value = [
                "permission": .string(permission.rawValue), "nonce": .string("\(access.nonce)"),
            ]
        } catch {
            guard case .node(let answer) = error, case .unknownAccessKey = answer.cause else { throw error }
            findings.permission = .absent
            findings.value = ["permission": "absent"]
        }
        findings.detail = findings.permission?.rawValue ?? ""
        return findings
    }
}
