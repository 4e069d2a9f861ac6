// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// The content of `labels.json`: the labels of accounts, by network.
enum AccountLabelFile: DocumentFormat {
    static let name = "labels"
    static let schema: Int128 = 1
    static let empty: [ExactText: [AccountId: ExactText]] = [:]
    static let textLimit = 64
    static let countLimit = 256
    static var full: String { localized("too many accounts have labels; take some away") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("The labels of accounts can’t be read (%1$s). They are kept at %2$s.", reason, place)
    }

    static func isLabel(_ text: String) -> Bool {
        (1...textLimit).contains(text.utf8.count) && DisplayText.name(text).hasSameBytes(as: text)
    }

    static func content(_ fields: JSONFields) throws -> [ExactText: [AccountId: ExactText]] {
        var labels: [ExactText: [AccountId: ExactText]] = [:]
        for element in try bounded(try fields.array("labels"), countLimit) {
            let entry = try JSONFields(element, "label")
            let text = try entry.string("label")
            guard isLabel(text) else { throw DocumentFormatError(reason: localized("a label isn’t one line")) }
            labels[ExactText(try entry.string("network")), default: [:]][try AccountId(entry.string("accountId"))] =
                ExactText(text)
        }
        return labels
    }

    static func fields(_ labels: [ExactText: [AccountId: ExactText]]) -> JSONValue.Members {
        let entries = labels.sorted { $0.key < $1.key }.flatMap { network, accounts in
            accounts.sorted { $0.key.text < $1.key.text }.map { account, label -> JSONValue in
                [
                    "network": .string(network.text), "accountId": .string(account.text),
                    "label": .string(label.text),
                ]
            }
        }
        return ["labels": .array(entries)]
    }
}
