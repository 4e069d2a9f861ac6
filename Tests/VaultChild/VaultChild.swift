// SPDX-License-Identifier: MIT

import NEARVault

@main
struct VaultChild {
    static func main() {
    }
}
