// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore

/// A grid of names and values in two columns.
@MainActor
enum FactGrid {
    static func make(_ facts: [ApprovalText.Fact]) -> Grid {
        let grid = Grid(columnSpacing: 12, rowSpacing: 6)
        for (row, fact) in facts.enumerated() {
            let name = Label(fact.name).aligned(.start, .start).styled("dim-label")
            let value = Label(fact.value).wrapping(at: 44).selectable().expanding(horizontally: true)
            if fact.isCode { value.styled("near-connect-account") }
            grid.attach(name, column: 0, row: Int32(row))
            grid.attach(value, column: 1, row: Int32(row))
        }
        return grid
    }
}
