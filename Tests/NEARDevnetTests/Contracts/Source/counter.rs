// SPDX-License-Identifier: MIT
// A contract with Rust's standard library in it: collections, formatting, floats, a panic hook. Built by RustContractTests.
use std::collections::{BTreeMap, HashMap};

extern "C" {
    fn input(register: u64);
    fn register_len(register: u64) -> u64;
    fn read_register(register: u64, pointer: u64);
    fn value_return(count: u64, pointer: u64);
    fn panic_utf8(count: u64, pointer: u64) -> !;
    fn log_utf8(count: u64, pointer: u64);
    fn storage_write(key: u64, key_pointer: u64, count: u64, pointer: u64, register: u64) -> u64;
    fn storage_read(key: u64, key_pointer: u64, register: u64) -> u64;
}

fn set_up() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        unsafe { panic_utf8(text.len() as u64, text.as_ptr() as u64) }
    }));
}

fn register(id: u64) -> Vec<u8> {
    unsafe {
        let mut bytes = vec![0; register_len(id) as usize];
        read_register(id, bytes.as_mut_ptr() as u64);
        bytes
    }
}

fn text() -> String {
    unsafe { input(0) };
    String::from_utf8(register(0)).expect("not UTF-8")
}

fn give(value: &str) {
    unsafe { value_return(value.len() as u64, value.as_ptr() as u64) }
}

#[no_mangle]
pub extern "C" fn count_words() {
    set_up();
    let text = text();
    let mut words: HashMap<&str, u32> = HashMap::new();
    for word in text.split_whitespace() {
        *words.entry(word).or_default() += 1;
    }
    let sorted: BTreeMap<_, _> = words.into_iter().collect();
    let mean = sorted.values().sum::<u32>() as f64 / sorted.len() as f64;
    give(&format!("{:?} {:.3}", sorted, mean));
}

#[no_mangle]
pub extern "C" fn increment() {
    set_up();
    let key = b"count";
    let found = unsafe { storage_read(key.len() as u64, key.as_ptr() as u64, 1) };
    let count = if found == 1 { u64::from_le_bytes(register(1).try_into().unwrap()) } else { 0 } + 1;
    let bytes = count.to_le_bytes();
    unsafe { storage_write(key.len() as u64, key.as_ptr() as u64, 8, bytes.as_ptr() as u64, 2) };
    let message = format!("count is {}", count);
    unsafe { log_utf8(message.len() as u64, message.as_ptr() as u64) };
    give(&count.to_string());
}

#[no_mangle]
pub extern "C" fn fail() {
    set_up();
    let numbers: Vec<u32> = text().bytes().map(u32::from).collect();
    give(&numbers[numbers.len()].to_string());
}
