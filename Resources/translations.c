// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "CNEARConnectResources.h"

#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char domain[] = "near-connect";
static const char folder[] = "near-connect_CNEARConnectResources.resources/Translations";
static pthread_once_t is_bound = PTHREAD_ONCE_INIT;

// In the places where ResourceFolder.find(beside:) looks. Where there is no folder the texts stay English: gettext
// would look in the system's own, whose catalogues may be of another version.
static void bind(void) {
    char found[PATH_MAX] = "/nonexistent";
    char *file = near_connect_own_file();
    char *end = file == NULL ? NULL : strrchr(file, '/');
    if (end != NULL) {
        static const char *const ways[] = {"", "../libexec/near-connect/"};
        *end = '\0';
        for (size_t index = 0; index < sizeof ways / sizeof *ways; index += 1) {
            char path[PATH_MAX];
            int length = snprintf(path, sizeof path, "%s/%s%s", file, ways[index], folder);
            if (length > 0 && (size_t)length < sizeof path && access(path, F_OK) == 0) {
                memcpy(found, path, (size_t)length + 1);
                break;
            }
        }
    }
    free(file);
    bindtextdomain(domain, found);
    bind_textdomain_codeset(domain, "UTF-8");
}

// In a program that has set no locale, or English without variants, nothing is looked for.
static int is_plain(void) {
    const char *name = nl_langinfo(NL_LOCALE_NAME(LC_MESSAGES));
    return strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

const char *near_connect_text(const char *text) {
    if (text[0] == '\0' || is_plain()) return text;
    pthread_once(&is_bound, bind);
    return dgettext(domain, text);
}

const char *near_connect_plural(const char *one, const char *other, unsigned long count) {
    if (is_plain()) return count == 1 ? one : other;
    pthread_once(&is_bound, bind);
    return dngettext(domain, one, other, count);
}

const char *near_connect_catalogue_header(void) {
    if (is_plain()) return "";
    pthread_once(&is_bound, bind);
    return dgettext(domain, "");
}

void near_connect_use_catalogues(const char *path) {
    pthread_once(&is_bound, bind);
    bindtextdomain(domain, path);
}
