// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// The forecast of a transaction's costs in words and as JSON.
struct ForecastText {
    private let forecast: ChainForecast

    init(_ forecast: ChainForecast) { self.forecast = forecast }

    /// Adds it to a command's answer.
    func write(to answer: inout ChainAnswer) {
        if forecast.deposit > .zero { answer.row(localized("deposit"), "\(forecast.deposit)") }
        if let fee = forecast.fee {
            answer.row(localized("gas"), Self.words(fee.gas))
            answer.row(localized("fee"), Self.words(fee))
        } else {
            answer.row(
                localized("fee"),
                forecast.untoldFee.map { localized("not known: %1$s", $0) }
                    ?? localized("none: the account that sends it pays"))
        }
        if let storage = forecast.storage {
            answer.row(
                localized("storage"),
                localized("at most %1$s bytes, which hold back %2$s", "\(storage.bytes)", "\(storage.held)"))
        }
        if let nonce = forecast.nonce { answer.row(localized("nonce"), "\(nonce)") }
        if let balance = forecast.balance { answer.row(localized("balance"), "\(balance)") }
        answer.fields["deposit"] = .string("\(forecast.deposit.yoctoNEAR)")
        answer.fields["fee"] = forecast.fee.map(Self.json) ?? .null
        answer.fields["feeUnknown"] = forecast.untoldFee.map(JSONValue.string) ?? .null
        answer.fields["storage"] =
            forecast.storage.map {
                ["bytes": .integer(Int128($0.bytes)), "held": .string("\($0.held.yoctoNEAR)")]
            } ?? .null
        answer.fields["nonce"] = forecast.nonce.map { .string("\($0)") } ?? .null
        answer.fields["balance"] = forecast.balance.map { .string("\($0.yoctoNEAR)") } ?? .null
        answer.fields["block"] = ChainAnswer.block(forecast.height, forecast.blockHash)
        answer.fields["chain"] = [
            "decision": forecast.refusals.isEmpty ? "accept" : "refuse",
            "refusals": .array(
                forecast.refusals.map { ["reason": .string($0.reason), "message": .string($0.sentence)] }),
        ]
    }

    private static func words(_ gas: GasBill) -> String {
        let own = Gas(gas: gas.actions)
        guard gas.attached > 0 else { return "\(own)" }
        return localized("%1$s, and at most %2$s that the calls burn", "\(own)", "\(Gas(gas: gas.attached))")
    }

    private static func words(_ fee: ChainForecast.Fee) -> String {
        guard fee.least < fee.most else { return localized("%1$s, as the gas price is now", "\(fee.most)") }
        return localized(
            "at most %1$s, at least %2$s: what the calls don’t burn is paid back", "\(fee.most)", "\(fee.least)")
    }

    private static func json(_ fee: ChainForecast.Fee) -> JSONValue {
        [
            "most": .string("\(fee.most.yoctoNEAR)"), "least": .string("\(fee.least.yoctoNEAR)"),
            "gasPrice": .string("\(fee.gasPrice.yoctoNEAR)"), "gas": .string("\(fee.gas.actions)"),
            "gasAttached": .string("\(fee.gas.attached)"),
        ]
    }
}
