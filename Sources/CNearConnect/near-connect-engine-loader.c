/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "near-connect-error.h"
#include "near-connect-private.h"

/* The folder of the engine and its resources, beside this library. */
#define ENGINE_FOLDER "near-connect-1"
#define ENGINE_FILE "libnear-connect-engine.so"

static struct {
    const NearConnectEngine *table;
    GThread *owner;
    gboolean forked;
} opened;

static void after_fork(void) {
    opened.forked = TRUE;
}

/* Looks for the engine as seen from this library's own file, so that a tree can be moved. */
static char *engine_path(GError **error) {
    Dl_info info;
    if (dladdr((const void *)near_connect_private_engine, &info) == 0 || info.dli_fname == NULL) {
        g_set_error_literal(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_ENGINE, "The wallet library can't find its own file.");
        return NULL;
    }
    char *own = realpath(info.dli_fname, NULL);
    g_autofree char *folder = g_path_get_dirname(own != NULL ? own : info.dli_fname);
    free(own);
    return g_build_filename(folder, ENGINE_FOLDER, ENGINE_FILE, NULL);
}

/* Advice for an engine that can't be loaded: install the packages that a Python wheel names beside it, or ours. */
static char *remedy(const char *path) {
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *file = g_build_filename(folder, "packages", NULL);
    g_autofree char *packages = NULL;
    if (!g_file_get_contents(file, &packages, NULL, NULL)) return g_strdup("Install libnear-connect-1-0 again.");
    return g_strdup_printf("Install what it needs: apt install %s", g_strstrip(g_strdelimit(packages, "\n", ' ')));
}

/* TRUE for a file that ends before its own last table. dlopen would map it, and the process would end (SIGBUS) where it
 * reads what isn't there. Any other file is dlopen's to refuse. */
static gboolean is_cut_off(const char *path) {
    ElfW(Ehdr) header = {0};
    struct stat status = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return FALSE;
    gboolean is_read = read(file, &header, sizeof header) == (ssize_t)sizeof header && fstat(file, &status) == 0;
    close(file);
    if (!is_read || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return FALSE;
    guint64 tables = (guint64)header.e_shnum * header.e_shentsize;
    return header.e_shoff > (guint64)status.st_size || tables > (guint64)status.st_size - header.e_shoff;
}

/* Loads the engine. What it links is bound lazily, as in a program that links WebKit itself; the engine's own symbols
 * are bound at once (-z now), so that one that is missing is an error here. */
static void *load(const char *path) {
    /* Loaded first, WebKit finds its own symbols before those of the engine's other libraries: 5 ms of 80. Where it is
     * missing, the engine's error says so. */
    dlopen("libwebkit2gtk-4.1.so.0", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    return dlopen(path, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
}

static const NearConnectEngine *open_engine(GError **error) {
    g_autofree char *path = engine_path(error);
    if (path == NULL) return NULL;
    const gboolean is_part = is_cut_off(path);
    void *library = is_part ? NULL : load(path);
    if (library == NULL) {
        const char *reason = is_part ? "the end of its file is missing" : dlerror();
        g_autofree char *advice = remedy(path);
        g_set_error(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_ENGINE, "The wallet engine can't be loaded (%s). %s", reason,
            advice);
        return NULL;
    }
    const NearConnectEngine *(*open_table)(void) = NULL;
    *(void **)&open_table = dlsym(library, "near_connect_engine_open");
    const NearConnectEngine *table = open_table != NULL ? open_table() : NULL;
    if (table == NULL || table->abi != NEAR_CONNECT_ENGINE_ABI) {
        g_set_error(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_ENGINE,
            "The wallet engine %s is of another version than this library. Install libnear-connect-1-0 again.", path);
        return NULL;
    }
    return table;
}

/* The engine's main actor is the thread that opens it. One that isn't the process's first may open it only where it
 * runs GLib's default context, or where the program says so: a worker that came first would take the library away from
 * the thread with the windows. */
static gboolean may_open(gboolean is_said, GError **error) {
    if (is_said || g_main_context_is_owner(g_main_context_default())) return TRUE;
    if (g_main_depth() == 0 && getpid() == gettid()) return TRUE;
    g_set_error_literal(
        error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WRONG_THREAD,
        "The wallet library was first used on a thread that doesn't run GTK. Call near_connect_init() there first.");
    return FALSE;
}

static const NearConnectEngine *engine(gboolean is_said, GError **error) {
    if (opened.forked) {
        g_set_error_literal(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_FORKED,
            "This process is a copy (fork) of the one that opened the wallet library. Start it anew, by exec or spawn.");
        return NULL;
    }
    if (opened.table == NULL) {
        if (!may_open(is_said, error)) return NULL;
        opened.table = open_engine(error);
        if (opened.table == NULL) return NULL;
        opened.owner = g_thread_self();
        pthread_atfork(NULL, NULL, after_fork);
    }
    if (opened.owner != g_thread_self()) {
        g_set_error_literal(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WRONG_THREAD,
            "The wallet library was called on another thread than the one that runs GTK.");
        return NULL;
    }
    return opened.table;
}

const NearConnectEngine *near_connect_private_engine(GError **error) {
    return engine(FALSE, error);
}

gboolean near_connect_private_may_call(void) {
    return opened.table != NULL && !opened.forked && opened.owner == g_thread_self();
}

gboolean near_connect_private_is_elsewhere(void) {
    if (opened.table == NULL) return FALSE;
    g_autoptr(GError) error = NULL;
    if (engine(FALSE, &error) != NULL) return FALSE;
    if (error != NULL) g_warning("%s", error->message);
    return TRUE;
}

/* A widget whose last reference went on another thread, and which ends on the engine's. */
typedef struct {
    GObject *object;
    int is_queued;
} Leaving;

static void left(gpointer data, GObject *object, gboolean is_last);

static gboolean drop(gpointer data) {
    Leaving *leaving = data;
    g_object_remove_toggle_ref(leaving->object, left, leaving);
    g_free(leaving);
    return G_SOURCE_REMOVE;
}

/* Comes as the last thing that g_object_unref() does with the object. Somebody may take and drop a reference later. */
static void left(gpointer data, GObject *object, gboolean is_last) {
    (void)object;
    Leaving *leaving = data;
    if (is_last && g_atomic_int_compare_and_exchange(&leaving->is_queued, FALSE, TRUE)) {
        g_idle_add_full(G_PRIORITY_DEFAULT, drop, leaving, NULL);
    }
}

/* With a plain reference that an idle source drops, g_object_unref() could still be in the object on its thread: before
 * its own decrement, so that it would finalize the widget there, or behind it. A toggle reference tells when it has
 * left. */
gboolean near_connect_private_put_off(gpointer object) {
    if (opened.table == NULL || opened.forked || opened.owner == g_thread_self()) return FALSE;
    /* A container that ends disposes what others hold as well, and takes it for ended. */
    if (g_atomic_int_get(&G_OBJECT(object)->ref_count) != 1) return FALSE;
    Leaving *leaving = g_new0(Leaving, 1);
    leaving->object = object;
    g_object_add_toggle_ref(object, left, leaving);
    return TRUE;
}

/**
 * near_connect_check_engine:
 * @error: what is missing
 *
 * Looks whether the engine is installed, without opening it; on any thread.
 *
 * Returns: %TRUE if its file is there
 */
gboolean near_connect_check_engine(GError **error) {
    g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
    g_autofree char *path = engine_path(error);
    if (path == NULL) return FALSE;
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR)) return TRUE;
    g_set_error(
        error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_ENGINE,
        "There is no wallet engine at %s. Install libnear-connect-1-0 again.", path);
    return FALSE;
}

/**
 * near_connect_init:
 * @error: the reason
 *
 * Opens the engine on the calling thread, which is to be the one that runs GTK.
 *
 * It is done by itself with the first manager; a program whose GTK runs on another thread than the process's first
 * calls this there.
 *
 * Returns: %TRUE if the engine is there
 */
gboolean near_connect_init(GError **error) {
    g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
    return engine(TRUE, error) != NULL;
}
