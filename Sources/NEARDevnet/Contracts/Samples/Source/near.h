// SPDX-License-Identifier: MIT
// What the sample contracts need of the host, and of JSON. Built by Scripts/build-contracts with the Swift toolchain's clang.
#ifndef NEAR_CONNECT_SAMPLE_NEAR_H
#define NEAR_CONNECT_SAMPLE_NEAR_H

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned __int128 u128;

#define HOST(name) __attribute__((import_module("env"), import_name(#name))) extern
#define METHOD(name) __attribute__((export_name(#name))) void name(void)
#define AT(pointer) ((u64)(unsigned long)(pointer))

HOST(input) void input(u64 register_id);
HOST(read_register) void read_register(u64 register_id, u64 pointer);
HOST(register_len) u64 register_len(u64 register_id);
HOST(current_account_id) void current_account_id(u64 register_id);
HOST(predecessor_account_id) void predecessor_account_id(u64 register_id);
HOST(attached_deposit) void attached_deposit(u64 pointer);
HOST(value_return) void value_return(u64 count, u64 pointer);
HOST(panic_utf8) void panic_utf8(u64 count, u64 pointer);
HOST(log_utf8) void log_utf8(u64 count, u64 pointer);
HOST(storage_write) u64 storage_write(u64 key_count, u64 key, u64 value_count, u64 value, u64 register_id);
HOST(storage_read) u64 storage_read(u64 key_count, u64 key, u64 register_id);
HOST(promise_batch_create) u64 promise_batch_create(u64 count, u64 account);
HOST(promise_batch_then) u64 promise_batch_then(u64 promise, u64 count, u64 account);
HOST(promise_batch_action_function_call_weight)
void promise_function_call(u64 promise, u64 name_count, u64 name, u64 arguments_count, u64 arguments, u64 amount,
                           u64 gas, u64 weight);
HOST(promise_batch_action_transfer) void promise_transfer(u64 promise, u64 amount);
HOST(promise_result) u64 promise_result(u64 index, u64 register_id);
HOST(promise_return) void promise_return(u64 promise);

#define MEMORY_LIMIT 65536

// A piece of text somewhere in memory.
typedef struct {
    const char *bytes;
    u32 count;
} text;

// Text that is being put together.
typedef struct {
    char bytes[MEMORY_LIMIT];
    u32 count;
} buffer;

#define TEXT(literal) ((text){literal, sizeof(literal) - 1})

__attribute__((noreturn)) static inline void panic(text message) {
    panic_utf8(message.count, AT(message.bytes));
    __builtin_unreachable();
}

static inline int is_equal(text a, text b) {
    if (a.count != b.count) return 0;
    for (u32 i = 0; i < a.count; i++) {
        if (a.bytes[i] != b.bytes[i]) return 0;
    }
    return 1;
}

static inline void append(buffer *to, text piece) {
    if (piece.count > MEMORY_LIMIT - to->count) panic(TEXT("The text is too long"));
    for (u32 i = 0; i < piece.count; i++) to->bytes[to->count++] = piece.bytes[i];
}

static inline text all(const buffer *from) { return (text){from->bytes, from->count}; }

// Reads a register into a buffer, behind what is there.
static inline text read(u64 register_id, buffer *into) {
    u64 count = register_len(register_id);
    if (count > MEMORY_LIMIT - into->count) panic(TEXT("The value is too long"));
    char *start = into->bytes + into->count;
    read_register(register_id, AT(start));
    into->count += (u32)count;
    return (text){start, (u32)count};
}

static inline void give(text value) { value_return(value.count, AT(value.bytes)); }

static inline void say(text message) { log_utf8(message.count, AT(message.bytes)); }

// Amounts as decimal digits. There is no arithmetic of 128 bits without a library: four limbs do.

static inline void append_amount(buffer *to, u128 amount) {
    char digits[40];
    u32 count = 0;
    u32 limbs[4] = {(u32)amount, (u32)(amount >> 32), (u32)(amount >> 64), (u32)(amount >> 96)};
    do {
        u64 rest = 0;
        for (int i = 3; i >= 0; i--) {
            rest = rest << 32 | limbs[i];
            limbs[i] = (u32)(rest / 10);
            rest %= 10;
        }
        digits[count++] = (char)('0' + rest);
    } while (limbs[0] | limbs[1] | limbs[2] | limbs[3]);
    while (count > 0) append(to, (text){&digits[--count], 1});
}

static inline u128 parse_amount(text digits) {
    u32 limbs[4] = {0};
    if (digits.count == 0 || digits.count > 39) panic(TEXT("An amount is expected, as digits"));
    for (u32 i = 0; i < digits.count; i++) {
        char digit = digits.bytes[i];
        if (digit < '0' || digit > '9') panic(TEXT("An amount is expected, as digits"));
        u64 carry = (u64)(digit - '0');
        for (int limb = 0; limb < 4; limb++) {
            carry += (u64)limbs[limb] * 10;
            limbs[limb] = (u32)carry;
            carry >>= 32;
        }
        if (carry != 0) panic(TEXT("The amount is too large"));
    }
    return (u128)limbs[3] << 96 | (u128)limbs[2] << 64 | (u128)limbs[1] << 32 | limbs[0];
}

// JSON as it came: strings stay escaped, so that they can go out again as they are.

static inline u32 skip_space(text json, u32 at) {
    while (at < json.count && (json.bytes[at] == ' ' || json.bytes[at] == '\n' || json.bytes[at] == '\t' ||
                               json.bytes[at] == '\r')) {
        at++;
    }
    return at;
}

// The place behind a string that begins at a quote.
static inline u32 skip_string(text json, u32 at) {
    for (at++; at < json.count; at++) {
        if (json.bytes[at] == '\\') {
            at++;
        } else if (json.bytes[at] == '"') {
            return at + 1;
        }
    }
    panic(TEXT("The arguments aren't JSON"));
}

// The place behind a value of any kind.
static inline u32 skip_value(text json, u32 at) {
    u32 depth = 0;
    while (at < json.count) {
        char c = json.bytes[at];
        if (c == '"') {
            at = skip_string(json, at);
            if (depth == 0) return at;
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}' || c == ']')) return at;
        if (c == '{' || c == '[') depth++;
        if (c == '}' || c == ']') {
            depth--;
            if (depth == 0) return at + 1;
        }
        at++;
    }
    return at;
}

// A member of an object, or nothing where there is none or it is null.
static inline text member(text json, text name) {
    u32 at = skip_space(json, 0);
    if (at >= json.count || json.bytes[at] != '{') return (text){0, 0};
    at = skip_space(json, at + 1);
    while (at < json.count && json.bytes[at] == '"') {
        u32 end = skip_string(json, at);
        text key = {json.bytes + at + 1, end - at - 2};
        at = skip_space(json, end);
        if (at >= json.count || json.bytes[at] != ':') panic(TEXT("The arguments aren't JSON"));
        at = skip_space(json, at + 1);
        end = skip_value(json, at);
        text value = {json.bytes + at, end - at};
        while (value.count > 0 && (value.bytes[value.count - 1] == ' ' || value.bytes[value.count - 1] == '\n')) {
            value.count--;
        }
        if (is_equal(key, name)) return is_equal(value, TEXT("null")) ? (text){0, 0} : value;
        at = skip_space(json, end);
        if (at < json.count && json.bytes[at] == ',') at = skip_space(json, at + 1);
    }
    return (text){0, 0};
}

// What is between a string's quotes.
static inline text string(text value) {
    if (value.count < 2 || value.bytes[0] != '"') panic(TEXT("A string is missing from the arguments"));
    return (text){value.bytes + 1, value.count - 2};
}

// A number, in quotes or not; or what stands for a missing one.
static inline u32 number(text value, u32 otherwise) {
    if (value.count == 0) return otherwise;
    u128 amount = parse_amount(value.bytes[0] == '"' ? string(value) : value);
    return amount > 0xFFFFFFFF ? 0xFFFFFFFF : (u32)amount;
}

#endif
