// SPDX-License-Identifier: MIT
// What contracts do that NEAR's SDK for Rust generates: state in Borsh under STATE, arguments and results in JSON, registers at
// the upper end, checks and their messages, callbacks, gas by weight, yielded promises, factories, global contracts.
#include "near.h"

HOST(storage_has_key) u64 storage_has_key(u64 key_count, u64 key);
HOST(storage_remove) u64 storage_remove(u64 key_count, u64 key, u64 register_id);
HOST(storage_usage) u64 storage_usage(void);
HOST(signer_account_id) void signer_account_id(u64 register_id);
HOST(signer_account_pk) void signer_account_pk(u64 register_id);
HOST(refund_to_account_id) void refund_to_account_id(u64 register_id);
HOST(current_contract_code) u64 current_contract_code(u64 register_id);
HOST(random_seed) void random_seed(u64 register_id);
HOST(block_index) u64 block_index(void);
HOST(block_timestamp) u64 block_timestamp(void);
HOST(epoch_height) u64 epoch_height(void);
HOST(prepaid_gas) u64 prepaid_gas(void);
HOST(used_gas) u64 used_gas(void);
HOST(account_balance) void account_balance(u64 pointer);
HOST(account_locked_balance) void account_locked_balance(u64 pointer);
HOST(validator_stake) void validator_stake(u64 count, u64 account, u64 pointer);
HOST(validator_total_stake) void validator_total_stake(u64 pointer);
HOST(promise_and) u64 promise_and(u64 indices, u64 count);
HOST(promise_results_count) u64 promise_results_count(void);
HOST(promise_set_refund_to) void promise_set_refund_to(u64 promise, u64 count, u64 account);
HOST(promise_yield_create)
u64 promise_yield_create(u64 name_count, u64 name, u64 count, u64 arguments, u64 gas, u64 weight, u64 register_id);
HOST(promise_yield_resume) u32 promise_yield_resume(u64 id_count, u64 id, u64 count, u64 payload);
HOST(promise_batch_action_create_account) void create_account(u64 promise);
HOST(promise_batch_action_add_key_with_full_access)
void add_full_access_key(u64 promise, u64 count, u64 key, u64 nonce);
HOST(promise_batch_action_add_key_with_function_call)
void add_function_call_key(u64 promise, u64 count, u64 key, u64 nonce, u64 allowance, u64 receiver_count, u64 receiver,
                           u64 names_count, u64 names);
HOST(promise_batch_action_delete_key) void delete_key(u64 promise, u64 count, u64 key);
HOST(promise_batch_action_delete_account) void delete_account(u64 promise, u64 count, u64 beneficiary);
HOST(promise_batch_action_deploy_contract) void deploy_contract(u64 promise, u64 count, u64 code);
HOST(promise_batch_action_use_global_contract_by_account_id)
void use_global_contract(u64 promise, u64 count, u64 account);
HOST(promise_batch_action_state_init_by_account_id)
u64 state_init(u64 promise, u64 count, u64 account, u64 amount);
HOST(set_state_init_data_entry)
void state_init_entry(u64 promise, u64 action, u64 key_count, u64 key, u64 value_count, u64 value);

// The registers that the SDK uses.
static const u64 atomic = 0xFFFFFFFFFFFFFFFDull, evicted = 0xFFFFFFFFFFFFFFFEull;
static buffer in, out, scratch, state;
static const u128 nothing = 0;

static text take(u64 register_id) { return read(register_id, &scratch); }

static text arguments(void) {
    input(atomic);
    return read(atomic, &in);
}

static text current(void) {
    current_account_id(atomic);
    return take(atomic);
}

static void check_not_payable(text message) {
    u128 deposit;
    attached_deposit(AT(&deposit));
    if (deposit != 0) panic(message);
}

static void check_private(text message) {
    predecessor_account_id(atomic);
    text caller = take(atomic);
    if (!is_equal(caller, current())) panic(message);
}

static void append_u32(buffer *to, u32 value) {
    for (int i = 0; i < 4; i++) to->bytes[to->count++] = (char)(value >> (8 * i));
}

// The greeting in Borsh: its length, its bytes.
static void write_state(text greeting) {
    out.count = 0;
    append_u32(&out, greeting.count);
    append(&out, greeting);
    storage_write(5, AT("STATE"), out.count, AT(out.bytes), evicted);
}

static text read_state(void) {
    if (storage_read(5, AT("STATE"), atomic) != 1) panic(TEXT("The contract is not initialized"));
    state.count = 0;
    text bytes = read(atomic, &state);
    return (text){bytes.bytes + 4, bytes.count - 4};
}

METHOD(new) {
    check_not_payable(TEXT("Method new doesn't accept deposit"));
    text json = arguments();
    if (storage_has_key(5, AT("STATE"))) panic(TEXT("The contract has already been initialized"));
    write_state(string(member(json, TEXT("greeting"))));
}

METHOD(set_greeting) {
    check_not_payable(TEXT("Method set_greeting doesn't accept deposit"));
    text json = arguments();
    read_state();
    say(TEXT("EVENT_JSON:{\"standard\":\"greeting\",\"version\":\"1.0.0\",\"event\":\"set\",\"data\":[]}"));
    write_state(string(member(json, TEXT("greeting"))));
}

// With bulk memory, one operator.
static void copy(char *to, const char *from, u32 count) {
#ifdef __wasm_bulk_memory__
    __builtin_memcpy(to, from, count);
#else
    for (u32 i = 0; i < count; i++) to[i] = from[i];
#endif
}

static void give_quoted(text value) {
    out.bytes[0] = '"';
    copy(out.bytes + 1, value.bytes, value.count);
    out.bytes[value.count + 1] = '"';
    out.count = value.count + 2;
    give(all(&out));
}

// Called by their place in a table.
static void (*const givers[])(text) = {give, give_quoted};
static volatile u32 quoted = 1;

METHOD(get_greeting) { givers[quoted](read_state()); }

METHOD(migrate) {
    check_private(TEXT("Method migrate is private"));
    if (storage_remove(5, AT("STATE"), evicted) != 1) panic(TEXT("failed to read state"));
    if (storage_has_key(5, AT("STATE"))) panic(TEXT("still there"));
    if (register_len(evicted) == (u64)-1) panic(TEXT("nothing evicted"));
}

METHOD(fail) {
    arguments();
    panic(TEXT("{\"error\":{\"cause\":{\"info\":{\"needed\":\"5\"},\"name\":\"NOT_ENOUGH\"},\"name\":\"CUSTOM_CONTRACT_ERROR\"}}"));
}

static void field(text name, u128 value) {
    append(&out, out.count == 0 ? TEXT("{\"") : TEXT(",\""));
    append(&out, name);
    append(&out, TEXT("\":\""));
    append_amount(&out, value);
    append(&out, TEXT("\""));
}

static void named(text name, text value) {
    append(&out, TEXT(",\""));
    append(&out, name);
    append(&out, TEXT("\":\""));
    append(&out, value);
    append(&out, TEXT("\""));
}

METHOD(context) {
    u128 amount;
    out.count = 0;
    field(TEXT("block_height"), block_index());
    field(TEXT("block_timestamp"), block_timestamp());
    field(TEXT("epoch_height"), epoch_height());
    field(TEXT("storage_usage"), storage_usage());
    field(TEXT("prepaid_gas"), prepaid_gas());
    field(TEXT("is_gas_used"), used_gas() > 0);
    attached_deposit(AT(&amount));
    field(TEXT("attached_deposit"), amount);
    account_balance(AT(&amount));
    field(TEXT("account_balance"), amount);
    account_locked_balance(AT(&amount));
    field(TEXT("account_locked_balance"), amount);
    validator_total_stake(AT(&amount));
    field(TEXT("total_stake"), amount);
    text here = current();
    validator_stake(here.count, AT(here.bytes), AT(&amount));
    field(TEXT("own_stake"), amount);
    field(TEXT("code"), current_contract_code(atomic));
    field(TEXT("code_hash_length"), register_len(atomic));
    random_seed(atomic);
    field(TEXT("seed_length"), register_len(atomic));
    signer_account_pk(atomic);
    field(TEXT("key_length"), register_len(atomic));
    named(TEXT("current"), here);
    signer_account_id(atomic);
    named(TEXT("signer"), take(atomic));
    refund_to_account_id(atomic);
    named(TEXT("refund_to"), take(atomic));
    append(&out, TEXT("}"));
    give(all(&out));
}

// Asks another contract with all gas that is left but three parts of four, which the callback gets.
METHOD(ask) {
    text json = arguments();
    text other = string(member(json, TEXT("receiver_id")));
    text method = string(member(json, TEXT("method")));
    u64 promise = promise_batch_create(other.count, AT(other.bytes));
    promise_function_call(promise, method.count, AT(method.bytes), 2, AT("{}"), AT(&nothing), 0, 1);
    text here = current();
    u64 then = promise_batch_then(promise, here.count, AT(here.bytes));
    promise_function_call(then, 9, AT("on_answer"), 2, AT("{}"), AT(&nothing), 0, 3);
    promise_return(then);
}

METHOD(on_answer) {
    check_private(TEXT("Method on_answer is private"));
    out.count = 0;
    append_amount(&out, promise_results_count());
    for (u64 i = 0; i < promise_results_count(); i++) {
        append(&out, TEXT(" "));
        if (promise_result(i, atomic) == 1) {
            append(&out, take(atomic));
        } else {
            append(&out, TEXT("failed"));
        }
    }
    give(all(&out));
}

METHOD(ask_twice) {
    text here = current();
    u64 both[2];
    both[0] = promise_batch_create(here.count, AT(here.bytes));
    promise_function_call(both[0], 12, AT("get_greeting"), 0, AT(""), AT(&nothing), 5000000000000, 0);
    both[1] = promise_batch_create(here.count, AT(here.bytes));
    promise_function_call(both[1], 4, AT("fail"), 0, AT(""), AT(&nothing), 5000000000000, 0);
    u64 then = promise_batch_then(promise_and(AT(both), 2), here.count, AT(here.bytes));
    promise_function_call(then, 9, AT("on_answer"), 0, AT(""), AT(&nothing), 10000000000000, 0);
    promise_return(then);
}

METHOD(wait) {
    u64 promise = promise_yield_create(9, AT("on_answer"), 2, AT("{}"), 10000000000000, 0, atomic);
    text id = take(atomic);
    storage_write(1, AT("y"), id.count, AT(id.bytes), evicted);
    promise_return(promise);
}

METHOD(resume) {
    text json = arguments();
    storage_read(1, AT("y"), atomic);
    text id = take(atomic);
    text answer = string(member(json, TEXT("answer")));
    give(promise_yield_resume(id.count, AT(id.bytes), answer.count, AT(answer.bytes)) ? TEXT("true") : TEXT("false"));
}

// A factory: an account with code, keys and state, in one receipt. The code is the smallest module there is.
METHOD(create_child) {
    static const char code[] = {0, 'a', 's', 'm', 1, 0, 0, 0};
    u128 one = (u128)10000000000000000ull * 100000000ull;
    text child = string(member(arguments(), TEXT("account_id")));
    signer_account_pk(atomic);
    text key = take(atomic);
    predecessor_account_id(atomic);
    text caller = take(atomic);
    u64 promise = promise_batch_create(child.count, AT(child.bytes));
    create_account(promise);
    promise_transfer(promise, AT(&one));
    add_full_access_key(promise, key.count, AT(key.bytes), 0);
    deploy_contract(promise, sizeof code, AT(code));
    promise_set_refund_to(promise, caller.count, AT(caller.bytes));
    promise_return(promise);
}

METHOD(limit_key) {
    signer_account_pk(atomic);
    text key = take(atomic);
    text here = current();
    u128 allowance = 1000000;
    u64 promise = promise_batch_create(here.count, AT(here.bytes));
    add_function_call_key(promise, key.count, AT(key.bytes), 0, AT(&allowance), here.count, AT(here.bytes), 25,
                          AT("get_greeting,set_greeting"));
}

METHOD(drop_key) {
    signer_account_pk(atomic);
    text key = take(atomic);
    text here = current();
    delete_key(promise_batch_create(here.count, AT(here.bytes)), key.count, AT(key.bytes));
}

METHOD(leave) {
    predecessor_account_id(atomic);
    text caller = take(atomic);
    text here = current();
    delete_account(promise_batch_create(here.count, AT(here.bytes)), caller.count, AT(caller.bytes));
}

METHOD(use_global) {
    text owner = string(member(arguments(), TEXT("account_id")));
    text here = current();
    use_global_contract(promise_batch_create(here.count, AT(here.bytes)), owner.count, AT(owner.bytes));
}

// Makes an account whose id follows from its code and its state.
METHOD(make_deterministic) {
    text json = arguments();
    text owner = string(member(json, TEXT("account_id")));
    text child = string(member(json, TEXT("child_id")));
    u64 promise = promise_batch_create(child.count, AT(child.bytes));
    u64 action = state_init(promise, owner.count, AT(owner.bytes), AT(&nothing));
    out.count = 0;
    append_u32(&out, 2);
    append(&out, TEXT("hi"));
    state_init_entry(promise, action, 5, AT("STATE"), out.count, AT(out.bytes));
    promise_return(promise);
}
