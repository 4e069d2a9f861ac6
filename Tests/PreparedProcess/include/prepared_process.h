// SPDX-License-Identifier: MIT
// Nothing to call: whoever links this is prepared before its main begins.
