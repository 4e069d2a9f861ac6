/* SPDX-License-Identifier: MIT */
/* The user of a program: starts it on a display of its own, waits until its window is drawn, closes that as a window
 * manager does, and ends the program, which has to live until then. With --choose ACCOUNT, the user chooses the first
 * wallet of the list before, by the keyboard, and the program has to print that account into its terminal. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <fcntl.h>
#include <glib.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

/* A window that has nothing in it yet has one or two; letters have more, since their edges are smooth. */
enum { DRAWN_COLORS = 32 };

static Display *display;
static pid_t program;

/* The program's window while it is shown. */
static Window window_of_program(void) {
    const Atom closing = XInternAtom(display, "WM_DELETE_WINDOW", False);
    Window root = None, parent = None, *children = NULL, found = None;
    unsigned int count = 0;
    if (!XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count)) return None;
    for (unsigned int index = 0; index < count && found == None; index++) {
        XWindowAttributes attributes = {0};
        Atom *protocols = NULL;
        int n_protocols = 0;
        if (!XGetWindowAttributes(display, children[index], &attributes) || attributes.map_state != IsViewable) continue;
        if (!XGetWMProtocols(display, children[index], &protocols, &n_protocols)) continue;
        for (int each = 0; each < n_protocols; each++) {
            if (protocols[each] == closing) found = children[index];
        }
        XFree(protocols);
    }
    if (children != NULL) XFree(children);
    return found;
}

static gboolean is_drawn(void) {
    const int screen = DefaultScreen(display);
    XImage *image = XGetImage(
        display, DefaultRootWindow(display), 0, 0, (unsigned int)DisplayWidth(display, screen),
        (unsigned int)DisplayHeight(display, screen), AllPlanes, ZPixmap);
    if (image == NULL) return FALSE;
    unsigned long colors[DRAWN_COLORS];
    int n_colors = 0;
    for (int y = 0; y < image->height && n_colors < DRAWN_COLORS; y++) {
        for (int x = 0; x < image->width && n_colors < DRAWN_COLORS; x++) {
            const unsigned long color = XGetPixel(image, x, y);
            int known = 0;
            while (known < n_colors && colors[known] != color) known++;
            if (known == n_colors) colors[n_colors++] = color;
        }
    }
    XDestroyImage(image);
    return n_colors == DRAWN_COLORS;
}

static void ask_to_close(Window window) {
    XEvent event = {.xclient = {
                        .type = ClientMessage,
                        .window = window,
                        .message_type = XInternAtom(display, "WM_PROTOCOLS", False),
                        .format = 32,
                    }};
    event.xclient.data.l[0] = (long)XInternAtom(display, "WM_DELETE_WINDOW", False);
    event.xclient.data.l[1] = CurrentTime;
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

static void press(KeySym key) {
    const KeyCode code = XKeysymToKeycode(display, key);
    XTestFakeKeyEvent(display, code, True, CurrentTime);
    XTestFakeKeyEvent(display, code, False, CurrentTime);
    XSync(display, False);
}

/* Looks whether the terminal has the line by now. */
static gboolean is_printed(int terminal, GString *printed, const char *line) {
    char bytes[512];
    for (ssize_t count; (count = read(terminal, bytes, sizeof bytes)) > 0;) g_string_append_len(printed, bytes, count);
    g_auto(GStrv) lines = g_strsplit(printed->str, "\r\n", -1);
    return g_strv_contains((const char *const *)lines, line);
}

/* Windows may go while they are looked at. */
static int ignore(Display *of, XErrorEvent *event) {
    (void)of;
    (void)event;
    return 0;
}

/* Waits while the program lives; at most a minute. */
#define WAIT_UNTIL(condition)                                                             \
    G_STMT_START {                                                                        \
        const gint64 limit = g_get_monotonic_time() + 60 * G_TIME_SPAN_SECOND;            \
        while (!(condition)) {                                                            \
            int status = 0;                                                               \
            if (waitpid(program, &status, WNOHANG) != 0) g_error("the program has ended: %d", status); \
            if (g_get_monotonic_time() > limit) g_error("not within a minute: %s", #condition); \
            g_usleep(10000);                                                              \
        }                                                                                 \
    }                                                                                     \
    G_STMT_END

/* Chooses the wallet: Tab goes to the first one of the list, and Return takes it. Nobody sees from here whether the list
 * is there already, so that the user tries again after a while, as users do. */
static void choose(int terminal, const char *account) {
    g_autoptr(GString) printed = g_string_new(NULL);
    gint64 again = 0;
    /* There is no window manager that would have the keyboard go to the window. */
    XSetInputFocus(display, window_of_program(), RevertToParent, CurrentTime);
    WAIT_UNTIL(({
        if (g_get_monotonic_time() > again) {
            press(XK_Tab);
            press(XK_Return);
            again = g_get_monotonic_time() + 2 * G_TIME_SPAN_SECOND;
        }
        is_printed(terminal, printed, account);
    }));
}

int main(int argc, char **argv) {
    const char *account = NULL;
    int terminal = -1, of_program = -1;
    if (argc > 3 && g_str_equal(argv[1], "--choose")) {
        account = argv[2];
        argv += 2;
        argc -= 2;
    }
    display = XOpenDisplay(NULL);
    if (display == NULL || argc < 2) g_error("usage: close-window [--choose ACCOUNT] COMMAND…, under a display");
    XSetErrorHandler(ignore);
    if (openpty(&terminal, &of_program, NULL, NULL, NULL) != 0) g_error("there is no terminal");
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    program = fork();
    if (program == 0) {
        close(ConnectionNumber(display));
        close(terminal);
        dup2(of_program, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    WAIT_UNTIL(window_of_program() != None && is_drawn());
    if (account != NULL) choose(terminal, account);
    ask_to_close(window_of_program());
    /* Only a program whose loop turns does that. */
    WAIT_UNTIL(window_of_program() == None);
    int status = 0;
    if (kill(program, SIGTERM) != 0 || waitpid(program, &status, 0) != program) g_error("the program can't be ended");
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGTERM) g_error("the program has ended: %d", status);
    return 0;
}
