// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// A dialog that checks what the program needs of this computer, and copies the findings for a report.
@MainActor
final class DoctorDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [DoctorDialog] = []
    static let copy = 1

    let dialog: Dialog
    /// The findings so far.
    private(set) var findings: [DoctorFinding] = []
    /// The sentence about the whole.
    let note = Label(localized("Looking…")).wrapping(at: 56).asStatus()
    /// The button that shows the log; only where the program keeps one.
    let log = Button(localized("_Log…")).aligned(.start)
    /// The button that looks at everything once more.
    let again = Button(localized("Check a_gain")).aligned(.start)
    /// The buttons of findings, in their order.
    private(set) var mends: [Button] = []
    /// The sentence about the button that was pressed last.
    let outcome = Label().wrapping(at: 56).asStatus().hidden()
    /// The log's dialog while it is open.
    private(set) var logDialog: LogDialog?
    private let rows = Box(.down, spacing: 9)
    private let manager: NEARWalletManager
    private let version: String?
    private let aborted: String?
    private var running: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`, and begins.
    ///
    /// - Parameters:
    ///   - manager: The manager whose profile and network are looked at.
    ///   - version: The program's version, if it has said it.
    ///   - aborted: The time of a window that ended without being closed; `nil` for none.
    ///   - log: What happened inside so far; `nil` where the program doesn't keep it.
    ///   - parent: A widget of that window.
    @discardableResult
    static func present(
        _ manager: NEARWalletManager, version: String?, aborted: String? = nil, log: RecentLog? = nil,
        above parent: WidgetHandle
    ) -> DoctorDialog {
        let view = DoctorDialog(manager, version: version, aborted: aborted, parent: parent)
        view.offer(log)
        open.append(view)
        view.dialog.onResponse = { [weak view] response in
            if response == copy, let view {
                Clipboard.copy(ReportText.of(view.findings, version: view.version, aborted: view.aborted))
            }
            view?.running?.cancel()
            open.removeAll { $0 === view }
        }
        view.dialog.present()
        return view
    }

    private init(_ manager: NEARWalletManager, version: String?, aborted: String?, parent: WidgetHandle) {
        (self.manager, self.version, self.aborted) = (manager, version, aborted)
        dialog = Dialog(
            title: localized("Check this computer"), parent: parent, width: 560,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: 0),
                Dialog.Choice(text: localized("Copy for a _report"), response: Self.copy),
            ], byDefault: 0)
        dialog.append(note)
        dialog.append(scrolled: rows, height: 360)
        dialog.append(outcome)
        dialog.append(Box(.across, spacing: 9, again, log))
        again.onClick { [weak self] in
            self?.outcome.isVisible = false
            self?.look()
        }
        look()
    }

    /// Looks at everything, and forgets what was found before.
    private func look() {
        running?.cancel()
        rows.removeAll()
        (findings, mends) = ([], [])
        note.text = localized("Looking…")
        again.isSensitive = false
        dialog.button(Self.copy)?.isSensitive = false
        do throws(NEARError) {
            // A profile that stores nothing has no folders to look at; the usual ones tell as much.
            let folders = if let own = manager.folders { own } else { try ProfileFolders(profile: "default") }
            run(
                Doctor(
                    folders: folders, network: manager.network, isOffline: false,
                    environment: ProcessInfo.processInfo.environment))
        } catch {
            note.text = error.errorDescription ?? error.code
            again.isSensitive = true
        }
    }

    private func offer(_ kept: RecentLog?) {
        log.isVisible = kept != nil
        guard let kept else { return }
        log.onClick { [weak self] in
            guard let self, logDialog == nil else { return }
            logDialog = LogDialog.present(kept, above: log) { [weak self] in self?.logDialog = nil }
        }
    }

    private func run(_ doctor: Doctor) {
        running = Task { [weak self] in
            let all = await doctor.run { finding in
                // Another look may have begun.
                if !Task.isCancelled { self?.add(finding) }
            }
            guard !Task.isCancelled else { return }
            self?.finish(all)
        }
    }

    private func add(_ finding: DoctorFinding) {
        findings.append(finding)
        let (icon, level) =
            switch finding.level {
            case .ok: ("emblem-ok-symbolic", localized("This is well."))
            case .warn: ("dialog-warning-symbolic", localized("This could be better."))
            case .fail: ("dialog-error-symbolic", localized("This doesn’t work."))
            }
        let sign = Icon(icon)
        // A reader sees no picture.
        sign.setAccessibleName(level)
        // A summary alone, such as “none”, doesn't say of what.
        let texts = Box(
            .down, spacing: 3, Label("\(finding.check): \(finding.summary)").wrapping(at: 56).selectable())
        if let advice = finding.advice {
            texts.append(Label(advice).wrapping(at: 56).selectable().styled("dim-label", "near-connect-small"))
        }
        if let mend = finding.mend { texts.append(button(for: mend)) }
        let row = Box(.across, spacing: 9, sign.aligned(.start, .start))
        row.append(texts, expands: true)
        rows.append(row)
    }

    private func button(for mend: DoctorMend) -> Button {
        let button = Button(mend.title).aligned(.start)
        if !mend.subject.isEmpty {
            let title = mend.title.replacing("_", with: "")
            button.setAccessibleName("\(title): \(DisplayText.line(mend.subject))")
            button.setTooltip(DisplayText.line(mend.subject))
        }
        button.onClick { [weak self] in self?.perform(mend) }
        mends.append(button)
        return button
    }

    private func perform(_ mend: DoctorMend) {
        var text = ""
        do {
            switch mend {
            case .makePrivate(let folder):
                try PrivateFolder.close(folder)
                text = localized("%1$s is private now.", folder.path)
                look()
            case .copy(let command):
                Clipboard.copy(command)
                text = localized("“%1$s” is on the clipboard. Run it in a terminal, then check again.", command)
            case .show(let folder): try FolderWindow.show(folder.path, above: dialog)
            case .showWalletUpdates: _ = WalletUpdatesDialog.present(manager, above: dialog)
            }
        } catch {
            text = DisplayText.words(error)
        }
        outcome.text = text
        outcome.isVisible = !text.isEmpty
    }

    private func finish(_ all: [DoctorFinding]) {
        let problems = all.count { $0.level != .ok }
        note.text =
            problems == 0
            ? localized("Everything that was looked at is well.")
            : localizedPlural(
                "%1$s thing could be better.", "%1$s things could be better.", count: problems, "\(problems)")
        dialog.button(Self.copy)?.isSensitive = true
        again.isSensitive = true
    }
}
