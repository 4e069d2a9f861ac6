// SPDX-License-Identifier: MIT
// A guest book: whoever calls `add_message` is in it for ever. A deposit of 0.1 NEAR makes a message a premium one.
#include "near.h"

static buffer arguments, sender, out, value;

static const u8 count_key = 'n';

typedef struct {
    u8 prefix;
    u8 index[4];
} message_key;

static message_key key_of(u32 index) {
    return (message_key){'m', {(u8)(index >> 24), (u8)(index >> 16), (u8)(index >> 8), (u8)index}};
}

static u32 total(void) {
    u32 count = 0;
    if (storage_read(1, AT(&count_key), 0) && register_len(0) == 4) read_register(0, AT(&count));
    return count;
}

static void add(text from, text words, int is_premium) {
    u32 count = total();
    message_key key = key_of(count);
    out.count = 0;
    append(&out, is_premium ? TEXT("{\"premium\":true,\"sender\":\"") : TEXT("{\"premium\":false,\"sender\":\""));
    append(&out, from);
    append(&out, TEXT("\",\"text\":\""));
    append(&out, words);
    append(&out, TEXT("\"}"));
    storage_write(sizeof key, AT(&key), out.count, AT(out.bytes), 0);
    count++;
    storage_write(1, AT(&count_key), 4, AT(&count), 0);
}

METHOD(add_message) {
    u128 deposit;
    input(0);
    text words = string(member(read(0, &arguments), TEXT("text")));
    predecessor_account_id(0);
    text from = read(0, &sender);
    attached_deposit(AT(&deposit));
    // 0.1 NEAR, which doesn't fit into 64 bits.
    u128 premium = (u128)5421ULL << 64 | 200376420520689664ULL;
    add(from, words, deposit >= premium);
    out.count = 0;
    append(&out, from);
    append(&out, TEXT(" signed the guest book"));
    say(all(&out));
}

METHOD(get_messages) {
    input(0);
    text json = read(0, &arguments);
    u32 from = number(member(json, TEXT("from_index")), 0);
    u32 limit = number(member(json, TEXT("limit")), 10);
    u32 count = total();
    append(&out, TEXT("["));
    for (u32 i = from; i < count && i - from < limit; i++) {
        message_key key = key_of(i);
        if (i > from) append(&out, TEXT(","));
        value.count = 0;
        if (storage_read(sizeof key, AT(&key), 0)) append(&out, read(0, &value));
    }
    append(&out, TEXT("]"));
    give(all(&out));
}

METHOD(total_messages) {
    append_amount(&out, total());
    give(all(&out));
}

// Takes tokens for a message: without a message, all of them go back (NEP-141).
METHOD(ft_on_transfer) {
    input(0);
    text json = read(0, &arguments);
    text words = string(member(json, TEXT("msg")));
    if (words.count == 0) {
        give(member(json, TEXT("amount")));
        return;
    }
    add(string(member(json, TEXT("sender_id"))), words, 1);
    give(TEXT("\"0\""));
}
