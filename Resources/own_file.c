// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "CNEARConnectResources.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>

char *near_connect_own_file(void) {
    Dl_info info;
    struct link_map *map = NULL;
    if (dladdr1((const void *)near_connect_own_file, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL) {
        errno = ENOENT;
        return NULL;
    }
    // The program itself has no name here, and dladdr's name for it is argv[0], which may be anything.
    return realpath(map->l_name[0] != '\0' ? map->l_name : "/proc/self/exe", NULL);
}
