// SPDX-License-Identifier: MIT

internal import GLibRuntime
package import GTKToolkit
package import NEARConnectCore

/// A grid of names and values in two columns.
@MainActor
package enum FactGrid {
    /// Returns the grid of some facts.
    package static func make(_ facts: [ApprovalText.Fact]) -> Grid {
        let grid = Grid(columnSpacing: 12, rowSpacing: 6)
        for (row, fact) in facts.enumerated() {
            // A name may quote somebody, and takes no room from the value.
            let name = Label(fact.name).wrapping(at: 20).aligned(.start, .start).styled("dim-label")
            let value = fact.isOrigin ? origin(fact.value) : text(fact)
            value.name(by: name)
            grid.attach(name, column: 0, row: Int32(row))
            grid.attach(value, column: 1, row: Int32(row))
        }
        return grid
    }

    private static func text(_ fact: ApprovalText.Fact) -> WidgetHandle {
        let value = Label(fact.value).wrapping(at: 44).selectable().expanding(horizontally: true)
        if fact.isCode { value.styled("near-connect-account") }
        return value
    }

    /// Returns an origin in which the part that somebody has registered is emphasised, and always seen.
    private static func origin(_ text: String) -> WidgetHandle {
        let parts = SiteBarText(
            address: text, isProtected: true, isLoading: false, registrable: PublicSuffix.registrable)
        let scheme = parts.origin?.isSecure == true ? "https://" : ""
        let row = Box(
            .across, Label(scheme + parts.beginning).keepingEnd().styled("near-connect-account", "dim-label"),
            Label(parts.owner).wrapping(at: 40).selectable().styled("near-connect-account", "near-connect-strong"),
            Label(parts.end).styled("near-connect-account"))
        return row.accessible(text)
    }
}
