// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText
internal import WalletConnectPlatform
internal import WalletConnectSign

/// A dialog that lists the phone wallets of the profile, with buttons to ping each and to disconnect it.
///
/// It follows what happens while it is open, also where another process speaks with the wallets.
@MainActor
final class PhoneWalletsDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [PhoneWalletsDialog] = []

    /// A wallet as shown.
    struct Row {
        let session: SessionSummary
        let lines: [Label]
        let ping: Button
        let disconnect: Button
        /// The label that says what came of the last ping or disconnection.
        let answer: Label
    }

    /// The time for which the relay is waited for with what a wallet is told.
    private static let patience = Duration.seconds(10)
    /// The most accounts that are shown of a wallet.
    private static let mostAccounts = 8

    let dialog: Dialog
    /// The label above the list.
    let note = Label().wrapping(at: 48).asStatus()
    /// The label that says what keeps messages from the relay.
    let trouble = Label().wrapping(at: 48).asStatus().styled("near-connect-problem").hidden()
    /// The wallets, in the order in which they were connected.
    private(set) var rows: [Row] = []
    private let manager: NEARWalletManager
    private let list = Box(.down, spacing: 12)
    private var speaker: (any SignSpeaker)?
    private var following: Task<Void, Never>?
    /// The sentences that say what came of a ping or a disconnection, by session.
    private var answers: [Topic: String] = [:]
    /// The last work on each wallet.
    private var work: [Topic: Task<Void, Never>] = [:]

    /// Shows the dialog above the window of `parent`.
    @discardableResult
    static func present(_ manager: NEARWalletManager, above parent: WidgetHandle) -> PhoneWalletsDialog {
        let view = PhoneWalletsDialog(manager, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.end()
            open.removeAll { $0 === view }
        }
        view.dialog.present()
        view.follow()
        return view
    }

    private init(_ manager: NEARWalletManager, parent: WidgetHandle) {
        self.manager = manager
        dialog = Dialog(
            title: localized("Phone wallets"), parent: parent, width: 460,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        note.text = localized("Looking for connected wallets…")
        dialog.append(note)
        dialog.append(trouble)
        dialog.append(scrolled: list, height: 260)
    }

    private func end() {
        following?.cancel()
        for task in work.values { task.cancel() }
        (speaker as? SharedSignSpeaker)?.close()
        speaker = nil
    }

    // MARK: What there is

    /// Reads the sessions, and again with everything that happens.
    private func follow() {
        following = Task { [weak self, manager] in
            do {
                guard let speaker = try await manager.phoneSpeaker() else { self?.show([]); return }
                guard let self, !Task.isCancelled else {
                    (speaker as? SharedSignSpeaker)?.close()
                    return
                }
                self.speaker = speaker
                let reports = try await speaker.reports()
                show(try await speaker.sessions())
                for await report in reports {
                    guard !Task.isCancelled else { return }
                    if report.name == "relay" { say(relay: report) }
                    show(try await speaker.sessions())
                }
            } catch {
                self?.fail(error)
            }
        }
    }

    private func fail(_ error: any Error) {
        guard !Task.isCancelled else { return }
        note.text = (error as? NEARError)?.errorDescription ?? "\(error)"
    }

    private func say(relay report: SignReport) {
        let isTrouble = [.string("waiting"), .string("refused")].contains(report.fields["state"])
        trouble.text = isTrouble ? report.line : ""
        trouble.isVisible = isTrouble
    }

    private func show(_ sessions: [SessionSummary]) {
        note.text =
            sessions.isEmpty
            ? localized("No wallet is connected.")
            : localizedPlural(
                "%1$s wallet is connected.", "%1$s wallets are connected.", count: sessions.count, "\(sessions.count)")
        guard sessions != rows.map(\.session) else { return }
        list.removeAll()
        rows = sessions.map { row($0) }
    }

    private func row(_ session: SessionSummary) -> Row {
        let name = DisplayText.name(session.wallet)
        let accounts = session.accounts.prefix(Self.mostAccounts).map { DisplayText.line(Self.address(of: $0)) }
        let more = session.accounts.count - accounts.count
        var lines = accounts.map { Label($0).wrapping(at: 40).selectable().styled("near-connect-account") }
        if more > 0 { lines.append(Label(localized("and %1$s more", "\(more)")).styled("dim-label")) }
        lines.append(Self.dim(localized("on %1$s", session.chains.map { "\($0)" }.joined(separator: ", "))))
        lines.append(
            Self.dim(
                localized(
                    "since %1$s, until %2$s; last heard %3$s", Self.day(session.settled), Self.day(session.expires),
                    Self.moment(session.lastSeen))))
        let answer = Label(answers[session.topic] ?? "").wrapping(at: 24).styled("dim-label", "near-connect-small")
        let ping = Button(localized("Ping")).accessible(localized("Ping %1$s", name))
        let disconnect = Button(localized("Disconnect")).accessible(localized("Disconnect %1$s", name))
        let row = Row(session: session, lines: lines, ping: ping, disconnect: disconnect, answer: answer)
        ping.onClick { [weak self] in self?.ping(session.topic) }
        disconnect.onClick { [weak self] in self?.disconnect(session.topic) }
        let card = Box(.down, spacing: 6, Label(name).wrapping(at: 40).styled("near-connect-heading"))
        for line in lines { card.append(line) }
        let buttons = Box(.across, spacing: 9)
        buttons.append(answer, expands: true)
        buttons.appendAtEnd(disconnect)
        buttons.appendAtEnd(ping)
        card.append(buttons)
        list.append(card.styled("near-connect-call"))
        return row
    }

    private static func dim(_ text: String) -> Label {
        Label(text).wrapping(at: 48).styled("dim-label", "near-connect-small")
    }

    /// The address of an account by CAIP-10, without its chain.
    private static func address(of account: String) -> String {
        SessionSummary.chain(of: account).map { String(account.dropFirst("\($0):".count)) } ?? account
    }

    private static func date(_ time: UnixTime) -> Date { Date(timeIntervalSince1970: Double(time.seconds)) }

    private static func day(_ time: UnixTime) -> String { TimeText.day(date(time)) }

    private static func moment(_ time: UnixTime) -> String { TimeText.minute(date(time)) }

    // MARK: What the user does

    private func ping(_ topic: Topic) {
        run(on: topic, saying: localized("Waiting for its answer…")) { speaker in
            try await speaker.ping(topic)
            return localized("It answers.")
        }
    }

    private func disconnect(_ topic: Topic) {
        run(on: topic, saying: localized("Disconnecting…")) { speaker in
            let isTold = try await speaker.disconnect(topic, within: Self.patience)
            return isTold ? "" : localized("Disconnected here; the wallet hears of it once the relay can be reached.")
        }
    }

    /// Does something with one wallet; its row says what comes of it.
    private func run(
        on topic: Topic, saying waiting: String, _ body: @escaping @MainActor (any SignSpeaker) async throws -> String
    ) {
        guard let speaker else { return }
        set(topic, isWorking: true, waiting)
        work[topic] = Task { [weak self] in
            var answer: String
            do {
                answer = try await body(speaker)
                self?.show(try await speaker.sessions())
            } catch {
                answer = "\(error)"
            }
            if !Task.isCancelled { self?.set(topic, isWorking: false, answer) }
        }
    }

    private func set(_ topic: Topic, isWorking: Bool, _ text: String) {
        guard let row = rows.first(where: { $0.session.topic == topic }) else {
            // Its row is gone: what is left to say stands above the list.
            if !text.isEmpty { note.text = text }
            return
        }
        row.ping.isSensitive = !isWorking
        row.disconnect.isSensitive = !isWorking
        answers[topic] = text
        row.answer.text = text
    }
}
