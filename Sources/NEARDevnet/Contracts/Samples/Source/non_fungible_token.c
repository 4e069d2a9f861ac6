// SPDX-License-Identifier: MIT
// Unique tokens as NEP-171, NEP-177 and NEP-181 have them, no more than they must be: `new` names who may make them.
#include "near.h"

static buffer arguments, sender, out, key, value, owner;

static const u8 minter_key = 'r', count_key = 'n';

static text read_arguments(void) {
    input(0);
    return read(0, &arguments);
}

static text predecessor(void) {
    predecessor_account_id(0);
    return read(0, &sender);
}

// A token's own key: 'o' for its owner, 'm' for what it says of itself.
static text key_of(text kind, text token) {
    key.count = 0;
    append(&key, kind);
    append(&key, token);
    return all(&key);
}

static int load(text from, buffer *into, text *found) {
    if (!storage_read(from.count, AT(from.bytes), 0)) return 0;
    into->count = 0;
    *found = read(0, into);
    return 1;
}

static void store(text at, text content) {
    storage_write(at.count, AT(at.bytes), content.count, AT(content.bytes), 0);
}

static u32 total(void) {
    u32 count = 0;
    if (storage_read(1, AT(&count_key), 0) && register_len(0) == 4) read_register(0, AT(&count));
    return count;
}

// The place of a token in the order in which they were made.
static text place(u32 index) {
    static u8 bytes[5];
    bytes[0] = 'i';
    for (u32 i = 0; i < 4; i++) bytes[1 + i] = (u8)(index >> (8 * i));
    return (text){(const char *)bytes, 5};
}

static void append_token(text token, text account) {
    text metadata = TEXT("null");
    load(key_of(TEXT("m"), token), &value, &metadata);
    append(&out, TEXT("{\"token_id\":\""));
    append(&out, token);
    append(&out, TEXT("\",\"owner_id\":\""));
    append(&out, account);
    append(&out, TEXT("\",\"metadata\":"));
    append(&out, metadata);
    append(&out, TEXT("}"));
}

static void say_event(text name, text first, text from, text to, text token) {
    out.count = 0;
    append(&out, TEXT("EVENT_JSON:{\"standard\":\"nep171\",\"version\":\"1.0.0\",\"event\":\""));
    append(&out, name);
    append(&out, TEXT("\",\"data\":[{\""));
    if (from.count > 0) {
        append(&out, TEXT("old_owner_id\":\""));
        append(&out, from);
        append(&out, TEXT("\",\""));
    }
    append(&out, first);
    append(&out, TEXT("\":\""));
    append(&out, to);
    append(&out, TEXT("\",\"token_ids\":[\""));
    append(&out, token);
    append(&out, TEXT("\"]}]}"));
    say(all(&out));
}

METHOD(new) {
    text found;
    text json = read_arguments();
    text at = {(const char *)&minter_key, 1};
    if (load(at, &owner, &found)) panic(TEXT("The contract has already been initialized"));
    store(at, string(member(json, TEXT("owner_id"))));
}

METHOD(nft_mint) {
    text found;
    text json = read_arguments();
    if (!load((text){(const char *)&minter_key, 1}, &owner, &found) || !is_equal(found, predecessor())) {
        panic(TEXT("Only the owner makes tokens"));
    }
    text token = string(member(json, TEXT("token_id")));
    text account = string(member(json, TEXT("receiver_id")));
    text metadata = member(json, TEXT("token_metadata"));
    if (load(key_of(TEXT("o"), token), &owner, &found)) panic(TEXT("There is a token with this id"));
    store(key_of(TEXT("o"), token), account);
    if (metadata.count > 0) store(key_of(TEXT("m"), token), metadata);
    u32 count = total();
    store(place(count), token);
    count++;
    storage_write(1, AT(&count_key), 4, AT(&count), 0);
    say_event(TEXT("nft_mint"), TEXT("owner_id"), (text){0, 0}, account, token);
}

METHOD(nft_transfer) {
    u128 deposit;
    text holder;
    text json = read_arguments();
    attached_deposit(AT(&deposit));
    if (deposit != 1) panic(TEXT("Requires attached deposit of exactly 1 yoctoNEAR"));
    text token = string(member(json, TEXT("token_id")));
    text receiver = string(member(json, TEXT("receiver_id")));
    if (!load(key_of(TEXT("o"), token), &owner, &holder)) panic(TEXT("There is no such token"));
    if (!is_equal(holder, predecessor())) panic(TEXT("Only the token's owner transfers it"));
    if (is_equal(holder, receiver)) panic(TEXT("The token's owner and the receiver should be different"));
    store(key_of(TEXT("o"), token), receiver);
    say_event(TEXT("nft_transfer"), TEXT("new_owner_id"), holder, receiver, token);
}

METHOD(nft_token) {
    text holder;
    text token = string(member(read_arguments(), TEXT("token_id")));
    if (!load(key_of(TEXT("o"), token), &owner, &holder)) {
        give(TEXT("null"));
        return;
    }
    out.count = 0;
    append_token(token, holder);
    give(all(&out));
}

METHOD(nft_tokens_for_owner) {
    static buffer name;
    text json = read_arguments();
    text account = string(member(json, TEXT("account_id")));
    u32 skipped = number(member(json, TEXT("from_index")), 0);
    u32 limit = number(member(json, TEXT("limit")), 50);
    u32 count = total();
    out.count = 0;
    append(&out, TEXT("["));
    for (u32 i = 0, shown = 0; i < count && shown < limit; i++) {
        text token, holder;
        load(place(i), &name, &token);
        load(key_of(TEXT("o"), token), &owner, &holder);
        if (!is_equal(holder, account)) continue;
        if (skipped > 0) {
            skipped--;
            continue;
        }
        if (shown++ > 0) append(&out, TEXT(","));
        append_token(token, holder);
    }
    append(&out, TEXT("]"));
    give(all(&out));
}

METHOD(nft_total_supply) {
    out.count = 0;
    append(&out, TEXT("\""));
    append_amount(&out, total());
    append(&out, TEXT("\""));
    give(all(&out));
}

METHOD(nft_metadata) {
    give(TEXT("{\"spec\":\"nft-1.0.0\",\"name\":\"Devnet Pictures\",\"symbol\":\"PIC\",\"icon\":null,"
              "\"base_uri\":null,\"reference\":null,\"reference_hash\":null}"));
}

// The methods as near-abi 0.4 describes them, in a Zstandard frame whose one block isn't compressed (RFC 8878).
#define ARGUMENT(name, schema) "{\"name\":\"" name "\",\"type_schema\":" schema "}"
#define STRING "{\"type\":\"string\"}"
#define INDEX "{\"type\":[\"string\",\"null\"]}"
#define LIMIT "{\"type\":[\"integer\",\"null\"],\"format\":\"uint32\",\"minimum\":0.0}"
#define RECEIVED ARGUMENT("receiver_id", STRING) "," ARGUMENT("token_id", STRING)
#define FUNCTION(name, words, kind, modifiers, arguments)                                                          \
    "{\"name\":\"" name "\",\"doc\":\"" words "\",\"kind\":\"" kind "\",\"modifiers\":[" modifiers                  \
    "],\"params\":{\"serialization_type\":\"json\",\"args\":[" arguments "]}}"
#define ABI                                                                                                        \
    "{\"schema_version\":\"0.4.0\",\"metadata\":{\"name\":\"non_fungible_token\"},\"body\":{\"functions\":["         \
    FUNCTION("new", "Names who makes tokens.", "call", "\"init\"", ARGUMENT("owner_id", STRING)) ","               \
    FUNCTION("nft_mint", "Makes a token; the owner alone may.", "call", "",                                        \
             RECEIVED "," ARGUMENT("token_metadata", "{\"anyOf\":[{\"type\":\"object\"},{\"type\":\"null\"}]}")) "," \
    FUNCTION("nft_transfer", "Gives a token to another account.", "call", "\"payable\"", RECEIVED) ","             \
    FUNCTION("nft_token", "A token, or null.", "view", "", ARGUMENT("token_id", STRING)) ","                       \
    FUNCTION("nft_tokens_for_owner", "The tokens of an account.", "view", "",                                      \
             ARGUMENT("account_id", STRING) "," ARGUMENT("from_index", INDEX) "," ARGUMENT("limit", LIMIT)) ","     \
    FUNCTION("nft_total_supply", "The number of tokens.", "view", "", "") ","                                      \
    FUNCTION("nft_metadata", "The contract's name.", "view", "", "")                                               \
    "],\"root_schema\":{}}}"
#define ABI_SIZE (sizeof ABI - 1)

static const struct __attribute__((packed)) {
    u8 magic[4], descriptor;
    u32 size;
    u8 block[3];
    char abi[ABI_SIZE + 1];
} frame = {
    {0x28, 0xB5, 0x2F, 0xFD}, 0xA0, ABI_SIZE, {(u8)(ABI_SIZE << 3 | 1), (u8)(ABI_SIZE >> 5), (u8)(ABI_SIZE >> 13)}, ABI,
};

METHOD(__contract_abi) { give((text){(const char *)&frame, sizeof frame - 1}); }
