// SPDX-License-Identifier: MIT
#pragma once

/// Returns the real path of the file that this code was loaded from: the program, or a library that it is linked into.
///
/// The caller frees it. NULL where there is no such file any more; errno says why.
char *_Nullable near_connect_own_file(void);
