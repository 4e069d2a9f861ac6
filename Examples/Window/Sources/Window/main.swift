// SPDX-License-Identifier: MIT

// sample: window-main
import CShopWindow
import Glibc
import NEARConnect
import ProcessSetup

ProgramProcess.prepare()
// GtkApplication runs GLib's loop; the main actor runs in it.
MainLoop.joinMainActor()
let shop = Shop()
exit(
    shop_window_run(
        { MainActor.assumeIsolated { shop.run { try await $0.open() } } },
        { MainActor.assumeIsolated { shop.run { try await $0.pay() } } }))
// end of sample
