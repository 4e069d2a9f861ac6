// SPDX-License-Identifier: MIT

/// The states of a chain that the user has kept; they stay while its page is made again.
@MainActor
final class KeptStates {
    var snapshots: [DevnetCalls.Snapshot] = []
}
