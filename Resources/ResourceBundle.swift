// SPDX-License-Identifier: MIT

public import Foundation

/// The files that the package ships: the bridge page, the embedded connector and the packaged wallets.
///
/// They stand in `Resources/` at the top of the repository and are copied as they are; nothing is generated.
public enum ResourceBundle {
    /// The file at `path`, relative to `Resources/`, for example `Bridge/near-connect-bridge.html`.
    ///
    /// The path is used as it is: a caller that takes paths from outside must refuse `..` before it asks here.
    public static func url(for path: String) -> URL {
        Bundle.module.bundleURL.appendingPathComponent(path)
    }
}
