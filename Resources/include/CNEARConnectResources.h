// SPDX-License-Identifier: MIT
#pragma once

/// Returns the real path of the file that this code was loaded from: the program, or a library that it is linked into.
///
/// The caller frees it. NULL where there is no such file any more; errno says why.
char *_Nullable near_connect_own_file(void);

/// Returns a text in the language of the process's locale, or itself where no catalogue has it.
///
/// The catalogues are those of the packaged files; the locale is the program's to set. The result lives as long as the
/// process, or as `text`.
const char *_Nonnull near_connect_text(const char *_Nonnull text);

/// Returns the form of a text for a number, as near_connect_text does.
const char *_Nonnull near_connect_plural(const char *_Nonnull one, const char *_Nonnull other, unsigned long count);

/// Returns the header of the catalogue in use, which names its language; empty without a catalogue.
const char *_Nonnull near_connect_catalogue_header(void);

/// Has catalogues looked for in another folder.
void near_connect_use_catalogues(const char *_Nonnull path);
