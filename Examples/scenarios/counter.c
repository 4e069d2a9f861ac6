// SPDX-License-Identifier: MIT
// The contract of own-contract.yaml: it counts, and says so in its log. `Scripts/build-contracts DIR` builds it.

#include <stdint.h>

#define HOST(name) __attribute__((import_module("env"), import_name(#name))) extern
HOST(storage_read) uint64_t storage_read(uint64_t key_len, uint64_t key_ptr, uint64_t register_id);
HOST(storage_write)
uint64_t storage_write(
    uint64_t key_len, uint64_t key_ptr, uint64_t value_len, uint64_t value_ptr, uint64_t register_id);
HOST(read_register) void read_register(uint64_t register_id, uint64_t ptr);
HOST(value_return) void value_return(uint64_t len, uint64_t ptr);
HOST(log_utf8) void log_utf8(uint64_t len, uint64_t ptr);

#define POINTER(value) ((uint64_t)(uintptr_t)(value))
#define METHOD(name) __attribute__((export_name(#name))) void name(void)

static const char key[] = "count";

// Returns the digit that is stored, 0 at first.
static char stored(void) {
    char digit = '0';
    if (storage_read(sizeof key - 1, POINTER(key), 0)) read_register(0, POINTER(&digit));
    return digit;
}

METHOD(increment) {
    char digit = stored();
    digit = digit == '9' ? '0' : (char)(digit + 1);
    storage_write(sizeof key - 1, POINTER(key), 1, POINTER(&digit), 1);
    log_utf8(7, POINTER("counted"));
    value_return(1, POINTER(&digit));
}

METHOD(get) {
    char digit = stored();
    value_return(1, POINTER(&digit));
}
