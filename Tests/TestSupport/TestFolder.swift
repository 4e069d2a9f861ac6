// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// A folder of a test's own in the temporary one, which is removed with its last owner.
package final class TestFolder: Sendable {
    /// The folder, which isn't made yet.
    package let url: URL

    /// - Parameter name: The beginning of its name.
    package init(_ name: String) {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // The test made none.
        }
    }
}
