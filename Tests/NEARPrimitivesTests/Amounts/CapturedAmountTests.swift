// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// Amounts that programs write in a button's action.
///
/// With an amount stored as one UInt128, Swift 6.3.1 crashed here.
@Suite struct CapturedAmountTests {
    @MainActor
    private final class Sender {
        var sent: [String] = []

        func send(to receiver: String, _ amount: NEARToken, _ json: JSONValue) async throws {
            await Task.yield()
            sent.append("\(receiver) \(amount) \(json)")
        }
    }

    @MainActor
    private final class Form {
        let sender = Sender()

        func submit(to receiver: String?, _ amount: NEARToken?, _ json: JSONValue?) -> Task<Void, Never>? {
            guard let receiver, let amount, let json else { return nil }
            return Task { [weak self, sender] in
                do {
                    try await sender.send(to: receiver, amount, json)
                    self?.sender.sent.append("done")
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
    }

    @MainActor
    @Test func aTaskCanCaptureAmountsAndJSON() async throws {
        let form = Form()
        await form.submit(to: "shop.near", try NEARToken("1.5 NEAR"), 340_282_366_920_938)?.value
        #expect(form.sender.sent == ["shop.near 1.5 NEAR 340282366920938", "done"])
        #expect(MemoryLayout<NEARToken>.alignment <= 8)
        #expect(MemoryLayout<JSONValue>.alignment <= 8)
        #expect(MemoryLayout<Action>.alignment <= 8)
        #expect(MemoryLayout<Transaction>.alignment <= 8)
    }
}
