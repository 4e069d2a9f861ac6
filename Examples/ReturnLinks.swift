// SPDX-License-Identifier: MIT

import NEARConnect

/// Has wallets come back to a program by links.
@MainActor
private func comeBack(_ link: String) throws {
    var configuration = NEARWalletConfiguration()
    // sample: return-scheme
    // The program's .desktop file has MimeType=x-scheme-handler/shop-wallet.
    configuration.returnScheme = try ReturnScheme("shop-wallet")
    // end of sample
    let manager = NEARWalletManager(configuration: configuration)
    // sample: return-scheme
    // When the desktop brings a link:
    try manager.handleReturnLink(link)
    // end of sample
}
