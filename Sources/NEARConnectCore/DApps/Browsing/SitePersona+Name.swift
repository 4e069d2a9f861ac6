// SPDX-License-Identifier: MIT

extension SitePersona {
    /// The wallet's own name.
    package var name: String {
        switch self {
        case .hot: "HOT"
        case .nightly: "Nightly"
        case .sender: "Sender"
        }
    }
}
