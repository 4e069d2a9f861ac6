// SPDX-License-Identifier: MIT
// A fungible token as NEP-141 and NEP-145 have it, no larger than it must be: `new` makes it, once.
#include "near.h"

static buffer arguments, sender, self, out, scratch;

static const u8 supply_key = 's';
static const u64 callback_gas = 10000000000000ULL;

// 0.00125 NEAR: what a registered account pays for its storage.
static const u128 storage_price = (u128)67ULL << 64 | 14068147061460041728ULL;

static int read_amount(text key, u128 *amount) {
    if (!storage_read(key.count, AT(key.bytes), 0) || register_len(0) != 16) return 0;
    read_register(0, AT(amount));
    return 1;
}

static void write_amount(text key, u128 amount) { storage_write(key.count, AT(key.bytes), 16, AT(&amount), 0); }

static text supply(void) { return (text){(const char *)&supply_key, 1}; }

static text account_key(text account) {
    scratch.count = 0;
    append(&scratch, TEXT("a"));
    append(&scratch, account);
    return all(&scratch);
}

static u128 balance_of(text account) {
    u128 balance;
    if (read_amount(account_key(account), &balance)) return balance;
    out.count = 0;
    append(&out, TEXT("The account "));
    append(&out, account);
    append(&out, TEXT(" is not registered"));
    panic(all(&out));
}

static void set_balance(text account, u128 balance) { write_amount(account_key(account), balance); }

static text read_arguments(void) {
    input(0);
    return read(0, &arguments);
}

static text predecessor(void) {
    predecessor_account_id(0);
    return read(0, &sender);
}

static text current(void) {
    current_account_id(0);
    return read(0, &self);
}

static void give_amount(u128 amount) {
    out.count = 0;
    append(&out, TEXT("\""));
    append_amount(&out, amount);
    append(&out, TEXT("\""));
    give(all(&out));
}

static void say_transfer(text from, text to, u128 amount) {
    out.count = 0;
    append(&out, TEXT("EVENT_JSON:{\"standard\":\"nep141\",\"version\":\"1.0.0\",\"event\":\"ft_transfer\",\"data\":[{"));
    append(&out, TEXT("\"old_owner_id\":\""));
    append(&out, from);
    append(&out, TEXT("\",\"new_owner_id\":\""));
    append(&out, to);
    append(&out, TEXT("\",\"amount\":\""));
    append_amount(&out, amount);
    append(&out, TEXT("\"}]}"));
    say(all(&out));
}

static void move(text from, text to, u128 amount) {
    if (amount == 0) panic(TEXT("The amount should be a positive number"));
    if (is_equal(from, to)) panic(TEXT("Sender and receiver should be different"));
    u128 balance = balance_of(from);
    if (balance < amount) panic(TEXT("The account doesn't have enough balance"));
    u128 received = balance_of(to);
    set_balance(from, balance - amount);
    set_balance(to, received + amount);
    say_transfer(from, to, amount);
}

static void require_one_yocto(void) {
    u128 deposit;
    attached_deposit(AT(&deposit));
    if (deposit != 1) panic(TEXT("Requires attached deposit of exactly 1 yoctoNEAR"));
}

METHOD(new) {
    u128 amount;
    text json = read_arguments();
    if (read_amount(supply(), &amount)) panic(TEXT("The contract has already been initialized"));
    amount = parse_amount(string(member(json, TEXT("total_supply"))));
    write_amount(supply(), amount);
    set_balance(string(member(json, TEXT("owner_id"))), amount);
}

METHOD(ft_transfer) {
    text json = read_arguments();
    require_one_yocto();
    move(predecessor(), string(member(json, TEXT("receiver_id"))), parse_amount(string(member(json, TEXT("amount")))));
}

METHOD(ft_transfer_call) {
    text json = read_arguments();
    require_one_yocto();
    text from = predecessor();
    text to = string(member(json, TEXT("receiver_id")));
    text digits = string(member(json, TEXT("amount")));
    text message = string(member(json, TEXT("msg")));
    move(from, to, parse_amount(digits));

    u128 nothing = 0;
    out.count = 0;
    append(&out, TEXT("{\"sender_id\":\""));
    append(&out, from);
    append(&out, TEXT("\",\"amount\":\""));
    append(&out, digits);
    append(&out, TEXT("\",\"msg\":\""));
    append(&out, message);
    append(&out, TEXT("\"}"));
    u64 promise = promise_batch_create(to.count, AT(to.bytes));
    promise_function_call(promise, 14, AT("ft_on_transfer"), out.count, AT(out.bytes), AT(&nothing), 0, 1);

    out.count = 0;
    append(&out, TEXT("{\"sender_id\":\""));
    append(&out, from);
    append(&out, TEXT("\",\"receiver_id\":\""));
    append(&out, to);
    append(&out, TEXT("\",\"amount\":\""));
    append(&out, digits);
    append(&out, TEXT("\"}"));
    text here = current();
    promise = promise_batch_then(promise, here.count, AT(here.bytes));
    promise_function_call(promise, 19, AT("ft_resolve_transfer"), out.count, AT(out.bytes), AT(&nothing), callback_gas,
                          0);
    promise_return(promise);
}

// What the receiver hasn't used goes back; where it failed, everything does.
METHOD(ft_resolve_transfer) {
    text json = read_arguments();
    if (!is_equal(predecessor(), current())) panic(TEXT("Method ft_resolve_transfer is private"));
    text from = string(member(json, TEXT("sender_id")));
    text to = string(member(json, TEXT("receiver_id")));
    u128 amount = parse_amount(string(member(json, TEXT("amount"))));
    u128 unused = amount;
    if (promise_result(0, 0) == 1) {
        out.count = 0;
        u128 told = parse_amount(string(read(0, &out)));
        if (told < amount) unused = told;
    }
    u128 left = balance_of(to);
    if (unused > left) unused = left;
    if (unused > 0) move(to, from, unused);
    give_amount(amount - unused);
}

METHOD(ft_total_supply) {
    u128 amount = 0;
    read_amount(supply(), &amount);
    give_amount(amount);
}

METHOD(ft_balance_of) {
    u128 balance;
    text account = string(member(read_arguments(), TEXT("account_id")));
    give_amount(read_amount(account_key(account), &balance) ? balance : 0);
}

METHOD(ft_metadata) {
    give(TEXT("{\"spec\":\"ft-1.0.0\",\"name\":\"Devnet Token\",\"symbol\":\"DEV\",\"icon\":null,\"reference\":null,"
              "\"reference_hash\":null,\"decimals\":18}"));
}

static void give_storage(u128 total, text second, u128 other) {
    out.count = 0;
    append(&out, TEXT("{"));
    append(&out, is_equal(second, TEXT("max")) ? TEXT("\"min\":\"") : TEXT("\"total\":\""));
    append_amount(&out, total);
    append(&out, TEXT("\",\""));
    append(&out, second);
    append(&out, TEXT("\":\""));
    append_amount(&out, other);
    append(&out, TEXT("\"}"));
    give(all(&out));
}

METHOD(storage_deposit) {
    u128 deposit, balance;
    text json = read_arguments();
    text from = predecessor();
    text account = member(json, TEXT("account_id"));
    account = account.count > 0 ? string(account) : from;
    attached_deposit(AT(&deposit));
    u128 back = deposit;
    if (!read_amount(account_key(account), &balance)) {
        if (deposit < storage_price) panic(TEXT("The attached deposit is less than the minimum storage balance"));
        set_balance(account, 0);
        back = deposit - storage_price;
    }
    if (back > 0) promise_transfer(promise_batch_create(from.count, AT(from.bytes)), AT(&back));
    give_storage(storage_price, TEXT("available"), 0);
}

METHOD(storage_balance_bounds) {
    give_storage(storage_price, TEXT("max"), storage_price);
}

METHOD(storage_balance_of) {
    u128 balance;
    text account = string(member(read_arguments(), TEXT("account_id")));
    if (read_amount(account_key(account), &balance)) {
        give_storage(storage_price, TEXT("available"), 0);
    } else {
        give(TEXT("null"));
    }
}
