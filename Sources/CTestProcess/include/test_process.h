// SPDX-License-Identifier: MIT
// Nothing to call: the process of whoever links this is a test's, and is settled before its main begins.
