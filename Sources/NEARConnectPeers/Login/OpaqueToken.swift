// SPDX-License-Identifier: MIT

/// The beginnings of the identity provider's codes and tokens.
///
/// Whoever searches for secrets finds them by these.
package enum OpaqueToken: String, CaseIterable, Sendable {
    case code = "nc-test-code-"
    case accessToken = "nc-test-access-"
    case refreshToken = "nc-test-refresh-"
}
