// SPDX-License-Identifier: MIT
// Ends the process at a fatal signal, at once: one sentence on standard error and an exit code.
//
// Swift's own handler prints a backtrace, and never ends where JavaScriptCore runs: both send SIGUSR1 to stop threads. Swift's handler takes
// a lock and puts a function on SIGUSR1 that waits for this lock. When JavaScriptCore then stops the thread that holds it (its own handler of
// SIGSEGV, which calls the one installed before, leaves SIGUSR1 unblocked), the thread waits for itself, and JavaScriptCore for the thread.
//
// A thread that overflows its stack can run this handler only on an alternate one, which the thread that prepares the process gets. On
// other threads, and on all once JavaScriptCore has put its handler of SIGSEGV in front (it does so with the first WebAssembly, without
// SA_ONSTACK), the kernel ends the process by SIGSEGV, without the sentence and at once.
#define _GNU_SOURCE

#include "internal.h"
#include "process_setup.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static const int fatal_signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

// The program's name, copied while memory may still be allocated and is whole.
static char program[32] = "near-connect";

struct text {
    char bytes[320];
    size_t count;
};

static void append(struct text *text, const char *more) {
    for (; *more != 0 && text->count < sizeof text->bytes; more++) {
        // A name must not be more than a name in somebody's terminal.
        text->bytes[text->count++] = *more == '\n' || (*more >= ' ' && *more <= '~') ? *more : '?';
    }
}

static const char *signal_name(int number) {
    switch (number) {
    case SIGABRT: return "SIGABRT";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    case SIGSEGV: return "SIGSEGV";
    case SIGTRAP: return "SIGTRAP";
    default: return "a signal";
    }
}

// Runs in a thread in any state: only calls that POSIX lists as safe in a signal handler, and prctl(), which is a system call and no more.
static void end_process(int number, siginfo_t *info, void *context) {
    (void)info;
    // Where JavaScriptCore's handler has called this one, SIGUSR1 could still stop the thread here.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);

    char thread[16] = "";
    prctl(PR_GET_NAME, thread);
    thread[sizeof thread - 1] = 0;
    struct text text = {.count = 0};
    append(&text, program);
    append(&text, ": a fault (");
    append(&text, signal_name(number));
    append(&text, " in thread ");
    append(&text, thread);
    char place[96];
    near_connect_describe_fault(context, place, sizeof place);
    if (place[0] != 0) append(&text, " at ");
    append(&text, place);
    append(&text, ") has ended the program; what near-connect keeps on disk is whole, start it again.\n");

    // A pipe that is full and that nobody reads must not keep the process.
    struct pollfd descriptor = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&descriptor, 1, 100) == 1) {
        ssize_t written = write(STDERR_FILENO, text.bytes, text.count);
        (void)written;
    }
    // Two threads may get here; whichever comes first ends both. Neither waits: it may be the one that the other waits for.
    _exit(NEAR_CONNECT_FAULT_EXIT_CODE);
}

// Whether JavaScriptCore has put its handler there: it needs it to find out about memory that contracts may not reach.
static int is_of_javascriptcore(const struct sigaction *action) {
    Dl_info info;
    if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN) return 0;
    // A data pointer and a function pointer are the same to dladdr().
    return dladdr((const void *)action->sa_handler, &info) != 0 && info.dli_fname != NULL
        && strstr(info.dli_fname, "javascriptcore") != NULL;
}

static void install(int number) {
    struct sigaction before;
    if (sigaction(number, NULL, &before) != 0 || is_of_javascriptcore(&before)) return;
    struct sigaction action = {.sa_sigaction = end_process, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

// Ctrl-\ and `kill -QUIT` are no fault: who sends it wants the process ended as it is, with a core file where the system keeps them. Swift's
// handler is taken off; a signal that the starter of the process has ignored stays ignored.
static void give_back_quit(void) {
    struct sigaction before;
    if (sigaction(SIGQUIT, NULL, &before) != 0 || before.sa_handler == SIG_IGN) return;
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(SIGQUIT, &action, NULL);
}

static void give_stack(void) {
    static _Alignas(64) char bytes[64 * 1024];
    stack_t before;
    if (sigaltstack(NULL, &before) != 0 || !(before.ss_flags & SS_DISABLE)) return;
    stack_t stack = {.ss_sp = bytes, .ss_size = sizeof bytes};
    sigaltstack(&stack, NULL);
}

void near_connect_install_fault_handler(void) {
    const char *name = program_invocation_short_name;
    if (name != NULL && *name != 0) {
        strncpy(program, name, sizeof program - 1);
        program[sizeof program - 1] = 0;
    }
    give_stack();
    for (size_t index = 0; index < sizeof fatal_signals / sizeof *fatal_signals; index++) install(fatal_signals[index]);
    give_back_quit();
}
