// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// The script of a phone wallet: steps by what it is asked for.
///
/// In JSON `{"connect": […], "near_signTransaction": […], "*": […]}`; `*` stands for each request without steps of its
/// own.
package struct PhoneWalletScript: Sendable, Hashable {
    /// The most steps of one method, and the most methods.
    package static let limit = 64

    private let steps: [String: [PhoneWalletStep]]

    /// Creates a script.
    package init(_ steps: [String: [PhoneWalletStep]] = [:]) {
        self.steps = steps
    }

    /// The steps of connecting.
    var connect: [PhoneWalletStep] { steps["connect"] ?? [] }

    /// Returns the steps of a request.
    func request(_ method: String) -> [PhoneWalletStep] { steps[method] ?? steps["*"] ?? [] }

    /// Reads a script.
    ///
    /// - Throws: ``PhoneWalletScriptError``, which names the method and the step.
    package init(json: JSONValue) throws(PhoneWalletScriptError) {
        guard let members = json.objectValue, members.count <= Self.limit else {
            throw PhoneWalletScriptError(
                description: localized("A script is a JSON object: lists of steps by method."))
        }
        var steps: [String: [PhoneWalletStep]] = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let elements = value.arrayValue, elements.count <= Self.limit else {
                throw PhoneWalletScriptError(
                    description: localized(
                        "The steps of “%1$s” are a list of at most %2$s.", DisplayText.name(name.text),
                        "\(Self.limit)"))
            }
            var list: [PhoneWalletStep] = []
            for element in elements {
                guard let step = Self.step(element) else {
                    throw PhoneWalletScriptError(
                        description: localized(
                            "“%1$s” has a step that no wallet can do: %2$s", DisplayText.name(name.text),
                            DisplayText.quotation(element.text, limit: 200)))
                }
                list.append(step)
            }
            steps[name.text] = list
        }
        self.init(steps)
    }

    private static func step(_ json: JSONValue) -> PhoneWalletStep? {
        guard let name = json.stringValue ?? json["do"]?.stringValue else { return nil }
        if let step = plain[name] { return step }
        switch name {
        case "reject":
            return .reject(
                code: json["code"].map { $0.integerValue() ?? 5_000 } ?? 5_000,
                message: json["message"]?.stringValue ?? "The test wallet rejects")
        case "rejectText": return .reject(code: nil, message: json["message"]?.stringValue ?? "no")
        case "delay":
            guard let milliseconds = json["milliseconds"]?.integerValue(as: Int64.self),
                (0...600_000).contains(milliseconds)
            else { return nil }
            return .delay(milliseconds: milliseconds)
        case "expiry": return json["seconds"]?.integerValue(as: Int64.self).map { .expiry(seconds: $0) }
        case "grant": return grant(json).map { .grant($0) }
        case "encoding": return json["as"]?.stringValue.flatMap { encodings[$0] }
        case "wrongAccount": return .wrongAccount(json["accountId"]?.stringValue ?? "mallory.test.near")
        case "return": return .value(json["value"] ?? .null)
        case "disconnect":
            return .disconnect(
                code: json["code"]?.integerValue() ?? 6_000,
                message: json["message"]?.stringValue ?? "The test wallet disconnects")
        default: return nil
        }
    }

    /// The steps that are nothing but a name.
    private static let plain: [String: PhoneWalletStep] = [
        "accept": .accept, "hang": .hang, "wait": .wait, "sleep": .sleep, "twice": .twice,
        "approveByRelay": .approveByRelay, "fetch": .fetch, "settleFirst": .settleFirst, "noChains": .noChains,
        "noIcons": .noIcons, "noRedirect": .noRedirect, "otherController": .otherController,
        "neverSettle": .neverSettle,
        "wrongBytes": .wrongBytes, "wrongKey": .wrongKey, "wrongNonce": .wrongNonce,
        "wrongSignature": .wrongSignature, "addNothing": .addNothing,
    ]

    /// The forms of bytes by name, right ones and broken ones.
    private static let encodings: [String: PhoneWalletStep] = [
        "array": .encoding(.array), "indexed": .encoding(.indexed), "buffer": .encoding(.buffer),
        "indexedBuffer": .encoding(.indexedBuffer), "base64": .encoding(.base64), "gap": .brokenBytes(.gap),
        "tooLarge": .brokenBytes(.tooLarge), "negative": .brokenBytes(.negative),
        "fraction": .brokenBytes(.fraction), "text": .brokenBytes(.text),
    ]

    /// Reads a grant; `nil` where a list has something else than texts.
    package static func grant(_ json: JSONValue) -> PhoneWalletGrant? {
        var grant = PhoneWalletGrant()
        let lists: [(String, WritableKeyPath<PhoneWalletGrant, [String]?>)] = [
            ("chains", \.chains), ("accounts", \.accounts), ("methods", \.methods), ("events", \.events),
        ]
        for (name, path) in lists {
            guard let value = json[name] else { continue }
            guard let elements = value.arrayValue, elements.count <= 20_000 else { return nil }
            let texts = elements.compactMap(\.stringValue)
            guard texts.count == elements.count else { return nil }
            grant[keyPath: path] = texts
        }
        return grant
    }
}
