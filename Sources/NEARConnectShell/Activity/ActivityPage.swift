// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// The page of what was handed to wallets, and what became of it.
@MainActor
final class ActivityPage: Container {
    private enum Place {
        static let list = "list"
        static let empty = "empty"
    }

    let search = Entry(placeholder: localized("Account, method, hash or amount"), width: 12)
    let states = DropDown(ActivityFilter.States.allCases.map(\.title), name: localized("States that are shown"))
        .shortening()
    let ask = Button(localized("_Ask the chain now"))
    let export = Button(localized("E_xport…"))
    let table = TableView(
        [
            TableColumn("", width: 32, look: .icon), TableColumn(localized("State"), width: 90),
            TableColumn(localized("What"), width: 190, expands: true), TableColumn(localized("To"), width: 170),
            TableColumn(localized("When"), width: 140),
        ], name: localized("What was handed to wallets"))
    let details: EntryDetails
    /// The sentence about what was asked for last, and what can't be read.
    let note = Label().wrapping(at: 80).asStatus().selectable().styled("dim-label", "near-connect-small").hidden()

    private static let rowsInATurn = 10
    /// The most rows that are read again at once.
    private static let mostKeptRows = 2_000

    private let manager: NEARWalletManager
    private let log: ActivityLog
    private let stack = Stack()
    private let empty = Label().wrapping(at: 44).centered().styled("dim-label")
    private let detailsPlace: Revealer
    /// The width below which the search has a line of its own, in pixels.
    private static let narrow: Int32 = 480
    private let bar = Box(.across, spacing: 9).margins(horizontal: 12, vertical: 9)
    private var isNarrow = false
    private var resized: SignalConnection?
    private var endedRecords = 0
    private var observer: StateObserver?
    private var watch: FileWatch?
    private var settling: Task<Void, Never>?
    private var reading: Task<Void, Never>?
    private var exporting: Task<Void, Never>?
    private var asking: Task<Void, Never>?
    /// The rows that the user looks at, while the list is read again.
    private struct Sight {
        var chosen: String?
        var count = 0
        var scrolled = 0.0
    }
    private var sight: Sight?
    private let files = FilePicker()

    init(manager: NEARWalletManager) {
        self.manager = manager
        log = ActivityLog { [weak manager] query throws(NEARError) in
            guard let manager else { throw .managerReleased }
            return try await manager.historyPage(query)
        }
        details = EntryDetails(manager: manager)
        detailsPlace = Revealer(details)
        let column = Box(.down)
        super.init(shared: column.widget)
        keep(column)
        search.setAccessibleName(localized("Find"))
        search.filling()
        bar.append(search, expands: true)
        bar.append(states)
        let buttons = Box(.across, spacing: 9, ask, export).margins(horizontal: 12, vertical: 0)
        column.append(bar)
        column.append(buttons)
        column.append(note.margins(horizontal: 12, vertical: 6))
        let placeholder = Box(
            .down, spacing: 18, Icon(ShellPage.activity.icon, size: 64).styled("dim-label").aligned(.center), empty
        ).aligned(.center, .center)
        let paned = Paned(table, detailsPlace)
        stack.add(placeholder, name: Place.empty)
        stack.add(paned, name: Place.list)
        column.append(stack.margins(horizontal: 0, vertical: 6), expands: true)
        connectActions()
        resized = column.onResize { [weak self] in
            // A widget that is being given room may not ask for other room.
            Task { @MainActor in self?.fit() }
        }
        observer = StateObserver { [weak self] in self?.followJournal() }
    }

    isolated deinit {
        observer?.stop()
        reading?.cancel()
        settling?.cancel()
        asking?.cancel()
    }

    private func fit() {
        guard givenWidth > 1, isNarrow != (givenWidth < Self.narrow) else { return }
        isNarrow.toggle()
        bar.setDirection(isNarrow ? .down : .across)
    }

    /// Reads again when the end of a request stands in the journal.
    private func followJournal() {
        let count = manager.endedRecords.count
        guard count != endedRecords else { return }
        endedRecords = count
        if isMapped { reload(keepingRows: true) }
    }

    /// Reads again what other processes write: commands, and another window of the profile.
    private func followFile() {
        guard watch == nil, let folders = manager.folders else { return }
        watch = FileWatch(folders.state.appendingPathComponent(JournalFile.name).path) { [weak self] in
            self?.settle()
        }
    }

    /// Reads once the file has been as it is for a moment: a request writes several lines.
    private func settle() {
        settling?.cancel()
        settling = Task { [weak self] in
            do {
                try await Task.sleep(for: .milliseconds(300))
            } catch {
                return
            }
            if let self, self.isMapped { self.reload(keepingRows: true) }
        }
    }

    private func connectActions() {
        search.onChange { [weak self] in self?.filter() }
        states.onChange { [weak self] in self?.filter() }
        ask.onClick { [weak self] in
            guard let self else { return }
            guard let asking else { return askChain() }
            // A node may take its time until it is let go.
            ask.isSensitive = false
            asking.cancel()
        }
        export.onClick { [weak self] in
            guard let self else { return }
            if let exporting { exporting.cancel() } else { chooseFile() }
        }
        table.onNearEnd = { [weak self] in self?.readMore() }
        table.onChoose = { [weak self] in self?.choose($0) }
    }

    private func filter() {
        let all = ActivityFilter.States.allCases
        log.filter = ActivityFilter(states: all[min(states.chosen, all.count - 1)], text: search.text)
        reload()
    }

    // MARK: Entries

    /// The entries that the table shows.
    var entries: [JournalEntry] { log.entries }

    /// Reads the journal again from its newest entry on.
    ///
    /// - Parameter keepingRows: True where the user hasn't asked for it: what they look at stays in sight.
    func reload(keepingRows: Bool = false) {
        // A reading that follows another one looks for what the user looked at before both.
        if !keepingRows || sight == nil {
            let chosen = table.chosen.flatMap { log.entries.indices.contains($0) ? log.entries[$0].id : nil }
            var now = Sight(chosen: chosen ?? sight?.chosen)
            if keepingRows {
                now.count = min(log.entries.count, Self.mostKeptRows)
                now.scrolled = table.scrolled
            }
            sight = now
        }
        let least = sight?.count ?? 0
        read { [log] () throws(NEARError) in try await log.readAgain(least: least) }
    }

    private func readMore() {
        guard !log.isComplete, reading == nil else { return }
        read { [log] () throws(NEARError) in try await log.readMore() }
    }

    /// Reads entries and shows them: in place of those that are there, where the whole list is read again.
    private func read(_ entries: @escaping @MainActor () async throws(NEARError) -> [JournalEntry]?) {
        reading?.cancel()
        let isAnew = sight != nil
        reading = Task { [weak self] in
            // A later reading is the one that counts, also where this one hasn't begun.
            guard !Task.isCancelled else { return }
            do throws(NEARError) {
                let added = try await entries()
                guard !Task.isCancelled, let self, let added else { return }
                if isAnew { self.table.clear() }
                // A few in a turn: who scrolls meanwhile sees every frame.
                for start in stride(from: 0, to: added.count, by: Self.rowsInATurn) {
                    if start > 0 { await MainLoop.turn() }
                    guard !Task.isCancelled else { return }
                    let rows = added[start..<min(start + Self.rowsInATurn, added.count)]
                    self.table.append(rows.map { ActivityRow($0).cells })
                }
                self.reading = nil
                self.show()
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.reading = nil
                self.sight = nil
                self.say(error.errorDescription ?? error.code)
            }
        }
    }

    private func show() {
        let sight = sight
        self.sight = nil
        if let id = sight?.chosen, let place = log.entries.firstIndex(where: { $0.id == id }) { table.chosen = place }
        if let sight, sight.scrolled > 0 { table.scrolled = sight.scrolled }
        if table.chosen == nil { detailsPlace.isRevealed = false }
        empty.text =
            log.filter.isOpen
            ? localized(
                "Nothing was handed to a wallet yet. What you send, call or sign for a relayer will stand here.")
            : localized("Nothing matches. Look for less, or show everything.")
        stack.visiblePage = log.entries.isEmpty ? Place.empty : Place.list
        if let problem = log.problems.first { say(problem) }
        // Rows that fill no screen give no sign that their end is near.
        if !log.isComplete, table.isNearEnd { readMore() }
    }

    private func choose(_ index: Int?) {
        guard let index, log.entries.indices.contains(index) else { return detailsPlace.isRevealed = false }
        details.show(log.entries[index])
        detailsPlace.isRevealed = true
    }

    private func say(_ text: String) {
        note.text = text
        note.isVisible = !text.isEmpty
    }

    // MARK: Actions

    /// Has each entry whose end isn't known looked up.
    ///
    /// Until the answers are there the button cancels.
    private func askChain() {
        ask.setText(localized("Cancel a_sking"))
        say(localized("Asking the chain what became of it…"))
        asking = Task { [weak self, manager] in
            let text: String
            do throws(NEARError) {
                let looked = try await manager.reconcile()
                let settled = looked.count { ["confirmed", "failed", "not-sent"].contains($0.state.code) }
                text =
                    looked.isEmpty
                    ? localized("Everything on %1$s is settled.", manager.network.rawValue)
                    : localized("%1$s of %2$s that weren’t settled are now.", "\(settled)", "\(looked.count)")
            } catch .taskCancelled {
                text = localized("Cancelled: what the chain has said until now is kept.")
            } catch {
                text = error.errorDescription ?? error.code
            }
            guard let self else { return }
            asking = nil
            ask.setText(localized("_Ask the chain now"))
            ask.isSensitive = true
            say(text)
            reload()
        }
    }

    private func chooseFile() {
        files.save(
            as: "near-activity.csv", title: localized("Export activity"), accept: localized("_Export"), above: self
        ) { [weak self] in self?.export(to: $0) }
    }

    /// Writes what the filter chooses to a file: a table, or JSON where its name ends so.
    ///
    /// Until it is there the button cancels.
    func export(to file: URL) {
        guard exporting == nil else { return }
        say(localized("Writing %1$s…", DisplayText.line(file.lastPathComponent)))
        export.setText(localized("_Cancel"))
        exporting = Task { [weak self, manager, filter = log.filter] in
            let text: String
            do throws(NEARError) {
                let written = try await ActivityExport.write(to: file, filter) { query throws(NEARError) in
                    try await manager.historyPage(query)
                } onProgress: { count in
                    self?.say(localizedPlural("%1$s entry read…", "%1$s entries read…", count: count, "\(count)"))
                }
                let count = written.count
                let done = localizedPlural(
                    "%1$s entry was written to %2$s.", "%1$s entries were written to %2$s.", count: count,
                    "\(count)", DisplayText.line(file.path))
                text = ([done] + written.problems).joined(separator: " ")
            } catch .taskCancelled {
                text = localized("Cancelled: nothing was written.")
            } catch {
                text = error.errorDescription ?? error.code
            }
            guard let self else { return }
            exporting = nil
            export.setText(localized("E_xport…"))
            say(text)
        }
    }
}

extension ActivityPage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {}

    func appear() {
        followFile()
        reload()
    }

    // It follows the journal's file, and keeps in sight what the user looks at.
    func comeBack() {}

    func takeFocus() { search.focus() }
}
