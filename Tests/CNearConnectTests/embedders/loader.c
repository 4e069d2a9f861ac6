/* SPDX-License-Identifier: MIT */
/* A program with plug-ins, which knows nothing of what is in them: runs the ones named, one after the other, and unloads
 * each. */
#include <dlfcn.h>
#include <gtk/gtk.h>

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    for (int index = 1; index < argc; index++) {
        void *plugin = dlopen(argv[index], RTLD_NOW | RTLD_LOCAL);
        if (plugin == NULL) g_error("%s", dlerror());
        int (*run)(void) = NULL;
        *(void **)&run = dlsym(plugin, "run_plugin");
        if (run == NULL) g_error("%s", dlerror());
        int result = run();
        if (result != 0) g_error("%s has returned %d", argv[index], result);
        if (dlclose(plugin) != 0) g_error("%s", dlerror());
        /* Sources that the plug-in has left in the loop find its code. */
        while (g_main_context_iteration(NULL, FALSE)) {}
    }
    return 0;
}
