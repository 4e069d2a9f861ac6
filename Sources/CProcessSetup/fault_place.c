// SPDX-License-Identifier: MIT
// Says where a thread was when a fatal signal came: the file that its code is from, and the place in it.
//
// Runs in a signal handler, in a process in any state: only calls that POSIX lists as safe there, and no memory but the stack. dladdr() would
// wait for the loader's lock, which the thread may have.
#define _GNU_SOURCE

#include "internal.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

// Returns the address of the instruction; 0 on processors that this doesn't know.
static uintptr_t instruction(const void *context) {
    const ucontext_t *state = context;
#if defined(__x86_64__)
    return (uintptr_t)state->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)state->uc_mcontext.pc;
#else
    (void)state;
    return 0;
#endif
}

static int digit(char letter) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// Reads a hexadecimal number, and moves to what is behind it.
static uintptr_t number(const char **text) {
    uintptr_t value = 0;
    for (; digit(**text) >= 0; (*text)++) value = value << 4 | (uintptr_t)digit(**text);
    return value;
}

static void write_number(char *text, size_t size, uintptr_t value) {
    char digits[2 * sizeof value];
    size_t count = 0;
    do digits[count++] = "0123456789abcdef"[value & 15];
    while ((value >>= 4) != 0 && count < sizeof digits);
    size_t end = strlen(text);
    while (count > 0 && end + 1 < size) text[end++] = digits[--count];
    text[end] = 0;
}

// Writes a file's name and a place in it, if a line of /proc/self/maps ("start-end mode offset device inode path") covers an address.
static int describe(const char *line, uintptr_t address, char *text, size_t size) {
    const uintptr_t start = number(&line);
    if (*line++ != '-' || address < start || address >= number(&line)) return 0;
    for (int field = 0; field < 2; field++) {
        while (*line != 0 && *line != ' ') line++;
        while (*line == ' ') line++;
    }
    // Behind the mode: the place in the file.
    const uintptr_t place = number(&line) + (address - start);
    const char *name = strrchr(line, '/');
    strncpy(text, name != NULL ? name + 1 : "memory of no file", size - 1);
    text[size - 1] = 0;
    size_t end = strlen(text);
    if (end + 3 < size) strcpy(text + end, "+0x");
    write_number(text, size, place);
    return 1;
}

void near_connect_describe_fault(const void *context, char *text, size_t size) {
    text[0] = 0;
    const uintptr_t address = instruction(context);
    const int file = address == 0 ? -1 : open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    char line[512];
    size_t count = 0;
    char part[1024];
    ssize_t read_count;
    int is_found = 0;
    while (!is_found && (read_count = read(file, part, sizeof part)) > 0) {
        for (ssize_t index = 0; index < read_count && !is_found; index++) {
            if (part[index] != '\n') {
                // The end of a path that is too long is left out, and so is its name's place: the line's beginning says enough.
                if (count < sizeof line - 1) line[count++] = part[index];
                continue;
            }
            line[count] = 0;
            count = 0;
            is_found = describe(line, address, text, size);
        }
    }
    close(file);
}
