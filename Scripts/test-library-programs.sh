# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The part of Scripts/test-library that runs whole programs as their users do: the smallest ones, and programs in
# another language. Sourced there, where `in_window`, `pass` and `fail` are.
: "${work:?}" "${tests:?}" "${node:?}" "${moved:?}"

# user_of COMMAND…: starts one of the smallest programs under a display of its own, with a user who does what
# close-window.c says. No wallet's list needs a network.
user_of() {
    in_window env XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" XDG_CACHE_HOME="$work/cache" \
        https_proxy=http://127.0.0.1:9 "$work/close-window" "$@" >"$work/log" 2>&1 || fail "$*: $(<"$work/log")"
}
# for_each_smallest FOLDER OPTION…: all four of a folder.
for_each_smallest() {
    local folder=$1
    shift
    user_of "$@" "$folder/smallest-c"
    user_of "$@" "$folder/smallest-vala"
    user_of "$@" gjs "$folder/smallest.js"
    user_of "$@" /usr/bin/python3 "$folder/smallest.py"
}
for_each_smallest "$work/examples"
pass "the smallest programs wait for their user, and close their window"

# The same on the devnet, with a wallet that can be chosen. Only the line that makes the manager is another one: none
# of them names a node.
chosen=$work/chosen
mkdir "$chosen"
cp "$work/examples/Makefile" "$work/examples"/smallest.* "$chosen/"
for_objects="\"network\", \"devnet\", \"app-name\", \"Shop\", \"rpc-url\", \"$node\", \"ephemeral\", BOOLEAN, \
\"credentials\", \"$work/keys\", \"policy-file\", \"$work/policy.json\""
for_bindings="network@ \"devnet\", app_name@ \"Shop\", rpc_url@ \"$node\", credentials@ \"$work/keys\", \
policy_file@ \"$work/policy.json\", ephemeral@ BOOLEAN"
sed -i "s|near_connect_manager_new([^)]*)|g_object_new(NEAR_CONNECT_TYPE_MANAGER, ${for_objects/BOOLEAN/TRUE}, NULL)|" \
    "$chosen/smallest.c"
sed -i "s|new NearConnect.Manager ([^)]*)|(NearConnect.Manager) Object.new (typeof (NearConnect.Manager), \
${for_objects/BOOLEAN/true})|" "$chosen/smallest.vala"
js=${for_bindings//@/:} py=${for_bindings//@ /=}
sed -i "s|Manager([^)]*)|Manager({ ${js/BOOLEAN/true} })|" "$chosen/smallest.js"
sed -i "s|Manager([^)]*)|Manager(${py/BOOLEAN/True})|" "$chosen/smallest.py"
for file in "$chosen"/smallest.*; do
    [[ $(diff "$work/examples/${file##*/}" "$file" | grep -c '^>') == 1 ]] || fail "${file##*/} has no manager to replace"
done
# make has no way to quote a folder with spaces.
ln -s "$moved" "$work/straight"
export PKG_CONFIG_PATH=$work/straight/lib/pkgconfig
make --silent -C "$chosen" smallest-c smallest-vala >&2
for_each_smallest "$chosen" --choose alice.test.near
pass "the smallest programs sign in with the wallet that their user chooses, and print the account"

# A program in C++ uses the headers of C. Where there is no other compiler of C++, Swift has brought one.
mapfile -t flags < <(pkg-config --cflags near-connect-1 | xargs -n 1)
unset PKG_CONFIG_PATH
"$(command -v c++ || command -v clang++)" -x c++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only "${flags[@]}" \
    "$work/examples/smallest.c"
pass "the smallest program in C is one in C++ as well"

# says FILE COMMAND…: a program has to print these lines.
says() {
    local file=$1
    shift
    in_window "$@" >"$work/log" 2>"$work/errors" || fail "$*: $(<"$work/log") $(<"$work/errors")"
    cmp -s "$file" "$work/log" || fail "$* says: $(<"$work/log")"
}
cat >"$work/german" <<'GERMAN'
Wallet verbinden
Keine Wallet hat die Kennung „nobody“. Wählen Sie eine aus der Liste.
„elsewhere“ ist weder „mainnet“ noch „testnet“. Nennen Sie auch die Adresse seines Knotens.
GERMAN
cat >"$work/english" <<'ENGLISH'
Connect wallet
No wallet has the id “nobody”. Choose one of the list.
“elsewhere” is neither “mainnet” nor “testnet”. Name the address of its node, too.
ENGLISH
german=(env LC_ALL=C.UTF-8 LANGUAGE=de)
says "$work/german" "${german[@]}" "$work/language"
says "$work/german" "${german[@]}" /usr/bin/python3 "$tests/embedders/language.py"
says "$work/english" env LC_ALL=C.UTF-8 LANGUAGE= "$work/language"
says "$work/english" "${german[@]}" "$work/language" plain
pass "labels and errors are in the program's language: German in C and Python, English where the program sets none"
