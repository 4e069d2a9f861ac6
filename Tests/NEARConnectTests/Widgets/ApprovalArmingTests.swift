// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The moments in which the approving button doesn't count, pressed as X's server has it from a user.
final class ApprovalArmingTests: MainLoopTestCase {
    private typealias Place = (x: Int, y: Int, width: Int, height: Int)

    /// Shows a question above a window, with a user at the display, and says how it was answered.
    @MainActor
    private static func ask(
        _ request: ApprovalRequest? = nil, _ use: (ApprovalDialog, DisplayUser) async throws -> Void
    ) async throws -> [ApprovalAnswer] {
        let user = try DisplayUser()
        try await user.act("move 1270 950")
        let window = Window(title: "A program", width: 400, height: 300)
        window.present()
        let question = try request ?? Self.request()
        let dialog = ApprovalDialog(question, parent: window)
        var answers: [ApprovalAnswer] = []
        dialog.onAnswer = { answers.append($0) }
        dialog.present()
        await waitUntil("the dialog") { dialog.dialog.isMapped && (dialog.approveButton?.isMapped ?? false) }
        try await use(dialog, user)
        dialog.cancel()
        try await user.act("uncover")
        try user.stop()
        window.destroy()
        return answers
    }

    @MainActor
    private static func request() throws -> ApprovalRequest {
        ApprovalRequest(
            network: "devnet", chain: nil, asker: .program(origin: "https://app.example"),
            subject: .transactions(
                [TransactionRequest(receiverId: try AccountId("bob.test.near"), actions: [])],
                signerId: try AccountId("alice.test.near")))
    }

    @MainActor
    private static func button(of dialog: ApprovalDialog) throws -> Place {
        Screen.place(of: try XCTUnwrap(dialog.approveButton).gtkWidget)
    }

    /// Puts the pointer onto the button.
    @MainActor
    private static func aim(_ user: DisplayUser, at dialog: ApprovalDialog) async throws {
        let place = try button(of: dialog)
        try await user.act("move \(place.x + place.width / 2) \(place.y + place.height / 2)")
    }

    /// Waits until the dialog has heard what the server has for it.
    @MainActor
    private static func settle() async {
        for _ in 0..<5 { await MainLoop.turn() }
    }

    func testACalmPressApproves() throws {
        try run {
            let answers = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
                XCTAssertFalse(dialog.approveButton?.hasStyle("near-connect-unarmed") ?? true)
                try await user.click()
                await waitUntil("the answer") { dialog.onAnswer == nil }
            }
            XCTAssertEqual(answers, [.approved(account: nil)])
        }
    }

    func testEarlyClicksStartTheCalmAnewAndApproveNothing() throws {
        try run {
            let answers = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("the keyboard") { dialog.dialog.isActive }
                let end = ContinuousClock.now + DialogArming.calm * 2
                while ContinuousClock.now < end {
                    try await user.click()
                    await Self.settle()
                    XCTAssertNotEqual(dialog.dialog.armingState, .armed)
                }
                XCTAssertNotNil(dialog.onAnswer)
                XCTAssertTrue(dialog.approveButton?.hasStyle("near-connect-unarmed") ?? false)
                // GTK swallows what is pressed on an insensitive button.
                XCTAssertTrue(dialog.approveButton?.isSensitive ?? false)
            }
            XCTAssertEqual(answers, [.cancelled])
        }
    }

    func testAPressFromBeforeThatIsLetGoAfterwardsApprovesNothing() throws {
        try run {
            let answers = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("the keyboard") { dialog.dialog.isActive }
                try await user.act("press")
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
                try await user.act("release")
                await Self.settle()
                XCTAssertNotNil(dialog.onAnswer)
            }
            XCTAssertEqual(answers, [.cancelled])
        }
    }

    /// Tab reaches the button, and space presses it: the first of them is no calm before the second.
    func testKeysThatAreTypedApproveNothingAndCalmOnesDo() throws {
        try run {
            let typed = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("the keyboard") { dialog.dialog.isActive }
                let button = try XCTUnwrap(dialog.approveButton)
                button.focus()
                let end = ContinuousClock.now + DialogArming.calm * 2
                while ContinuousClock.now < end {
                    for key in ["space", "Return"] { try await user.act("key \(key)") }
                    await Self.settle()
                }
                XCTAssertNotNil(dialog.onAnswer)
            }
            XCTAssertEqual(typed, [.cancelled])
            let calm = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                let button = try XCTUnwrap(dialog.approveButton)
                button.focus()
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
                try await user.act("key space")
                await waitUntil("the answer") { dialog.onAnswer == nil }
            }
            XCTAssertEqual(calm, [.approved(account: nil)])
        }
    }

    func testACoveredWindowIsNotApprovedIn() throws {
        try run {
            let answers = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
                // The button itself stays free, and is pressed: what it approves is hidden.
                let place = Screen.place(of: dialog.dialog.gtkWidget)
                try await user.act("cover \(place.x) \(place.y) \(place.width) \(place.height / 3)")
                await waitUntil("the cover") { dialog.dialog.armingState == .covered }
                try await user.click()
                await Self.settle()
                XCTAssertNotNil(dialog.onAnswer)
                try await user.act("uncover")
                await waitUntil("the calm") { dialog.dialog.armingState == .waiting }
                try await user.click()
                await Self.settle()
                XCTAssertNotNil(dialog.onAnswer)
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
            }
            XCTAssertEqual(answers, [.cancelled])
        }
    }

    func testAWindowThatMovedIsNotApprovedIn() throws {
        try run {
            let answers = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
                let place = Screen.place(of: dialog.dialog.gtkWidget)
                try await user.act("place Approval \(place.x + 30) \(place.y + 10)")
                await waitUntil("the move") { dialog.dialog.armingState == .waiting }
                try await user.click()
                await Self.settle()
                XCTAssertNotNil(dialog.onAnswer)
            }
            XCTAssertEqual(answers, [.cancelled])
        }
    }

    func testWithoutTheKeyboardNothingIsApproved() throws {
        try run {
            let answers = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
                // Without a window manager the pointer says where keys go.
                try await user.act("move 1270 950")
                await waitUntil("the loss") { dialog.dialog.armingState == .unfocused }
                // As assistive tools press it.
                dialog.dialog.pressButton(ApprovalDialog.approve)
                XCTAssertNotNil(dialog.onAnswer)
                try await Self.aim(user, at: dialog)
                await waitUntil("the calm") { dialog.dialog.armingState == .waiting }
                dialog.dialog.pressButton(ApprovalDialog.approve)
                XCTAssertNotNil(dialog.onAnswer)
            }
            XCTAssertEqual(answers, [.cancelled])
        }
    }

    func testWhatANodeSaysLaterIsReadFirst() throws {
        try run {
            var answer: CheckedContinuation<ApprovalOutlook, Never>?
            var request = try Self.request()
            request.outlook = { await withCheckedContinuation { answer = $0 } }
            let answers = try await Self.ask(request) { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("arming") { answer != nil && dialog.dialog.armingState == .armed }
                var outlook = ApprovalOutlook()
                outlook.isUntold = true
                answer?.resume(returning: outlook)
                await waitUntil("the calm") { dialog.dialog.armingState == .waiting }
                dialog.dialog.pressButton(ApprovalDialog.approve)
                XCTAssertNotNil(dialog.onAnswer)
            }
            XCTAssertEqual(answers, [.cancelled])
        }
    }

    /// Whatever an asker writes, the buttons stay on the screen and the window as wide as it is.
    func testTextsPushNoButtonAway() throws {
        try run {
            let long = String(repeating: "m", count: 256)
            let account = try AccountId(String(repeating: "a", count: 64))
            let call = FunctionCallAction(
                methodName: long, args: Array(repeating: UInt8(ascii: "x"), count: 20_000),
                gas: Gas(gas: 30_000_000_000_000), deposit: .zero)
            var request = ApprovalRequest(
                network: String(repeating: "n", count: 64), chain: nil,
                asker: .program(origin: ExactText("https://\(String(repeating: "o", count: 250)).example")),
                subject: .transactions(
                    [
                        TransactionRequest(
                            receiverId: account, actions: Array(repeating: .functionCall(call), count: 3))
                    ], signerId: account))
            request.firstReceivers = [account]
            var answer: CheckedContinuation<ApprovalOutlook, Never>?
            request.outlook = { await withCheckedContinuation { answer = $0 } }
            let accounts = (0..<30).map { String(repeating: "\($0 % 10)", count: 64) }
            let signIn = ApprovalRequest(
                network: "devnet", chain: nil, asker: .program(origin: "https://app.example"),
                subject: .signIn(candidates: try accounts.map { try AccountId($0) }))
            for question in [request, signIn] {
                _ = try await Self.ask(question) { dialog, user in
                    try await Self.aim(user, at: dialog)
                    try Self.isWhole(dialog)
                    guard question.outlook != nil else { return }
                    await waitUntil("the node's turn") { answer != nil }
                    var outlook = ApprovalOutlook()
                    outlook.isUntold = true
                    outlook.lookAlikes = (0..<20).map { _ in LookAlike(account: account, known: account) }
                    answer?.resume(returning: outlook)
                    await waitUntil("the node's word") { dialog.dialog.armingState == .waiting }
                    await Self.settle()
                    try Self.isWhole(dialog)
                }
            }
        }
    }

    func testALinkIsOpenedByACalmPressOnly() throws {
        try run {
            let user = try DisplayUser()
            try await user.act("move 1270 950")
            let window = Window(title: "A program", width: 400, height: 300)
            window.present()
            let address = try XCTUnwrap(WebAddress("near-test-wallet://sign"))
            let question = LinkQuestion(
                try ExternalLink(address), offer: LinkOffer(address: address, site: "https://app.example"),
                program: "A wallet", parent: window)
            var responses: [Int?] = []
            question.dialog.onResponse = { responses.append($0) }
            question.dialog.present()
            let button = try XCTUnwrap(question.dialog.button(LinkQuestion.open))
            await waitUntil("the dialog") { question.dialog.isMapped && button.isMapped }
            let place = Screen.place(of: button.gtkWidget)
            try await user.act("move \(place.x + place.width / 2) \(place.y + place.height / 2)")
            let end = ContinuousClock.now + DialogArming.calm * 2
            while ContinuousClock.now < end {
                try await user.click()
                await Self.settle()
            }
            XCTAssertEqual(responses, [])
            await waitUntil("arming") { question.dialog.armingState == .armed }
            try await user.click()
            await waitUntil("the response") { !responses.isEmpty }
            XCTAssertEqual(responses, [LinkQuestion.open])
            try user.stop()
            window.destroy()
        }
    }

    func testThoseWhoWaitMoveNoButton() throws {
        try run {
            _ = try await Self.ask { dialog, user in
                try await Self.aim(user, at: dialog)
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
                let place = try Self.button(of: dialog)
                for text in ["2 more questions wait", String(repeating: "9", count: 200) + " more questions wait", nil]
                {
                    dialog.dialog.setSubtitle(text)
                    await Self.settle()
                    let now = try Self.button(of: dialog)
                    XCTAssertEqual([now.x, now.y, now.width], [place.x, place.y, place.width])
                    XCTAssertEqual(dialog.dialog.armingState, .armed)
                }
            }
        }
    }

    /// A short question that grows by what a node says, near the screen's lower edge.
    func testADialogGrowsNoFurtherThanTheScreen() throws {
        try run {
            var answer: CheckedContinuation<ApprovalOutlook, Never>?
            var request = try Self.request()
            request.outlook = { await withCheckedContinuation { answer = $0 } }
            _ = try await Self.ask(request) { dialog, user in
                let height = Screen.place(of: dialog.dialog.gtkWidget).height
                try await user.act("place Approval 300 \(Screen.workArea.height - height - 5)")
                await waitUntil("the node's turn") { answer != nil }
                try await Self.aim(user, at: dialog)
                await waitUntil("arming") { dialog.dialog.armingState == .armed }
                var outlook = ApprovalOutlook()
                let account = try AccountId(String(repeating: "a", count: 64))
                outlook.lookAlikes = (0..<20).map { _ in LookAlike(account: account, known: account) }
                answer?.resume(returning: outlook)
                await waitUntil("the node's word") { dialog.dialog.armingState == .waiting }
                await Self.settle()
                try Self.isWhole(dialog)
            }
        }
    }

    @MainActor
    private static func isWhole(
        _ dialog: ApprovalDialog, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let (place, button, area) = (
            Screen.place(of: dialog.dialog.gtkWidget), try Self.button(of: dialog), Screen.workArea
        )
        XCTAssertLessThanOrEqual(dialog.dialog.size.width, 540, file: file, line: line)
        XCTAssertLessThanOrEqual(place.y + place.height, area.height, "\(place)", file: file, line: line)
        XCTAssertLessThanOrEqual(button.x + button.width, area.width, "\(button)", file: file, line: line)
        XCTAssertLessThanOrEqual(button.y + button.height, area.height, "\(button)", file: file, line: line)
    }
}
