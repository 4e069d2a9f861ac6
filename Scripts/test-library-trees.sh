# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The part of Scripts/test-library that looks at trees of the library: moved, linked, read-only and broken ones, and
# descriptions of other versions. Sourced there, where `in_window`, `signs_in`, `pass` and `fail` are.
: "${work:?}" "${moved:?}" "${tests:?}"

# The tree again in other places: moved a second time, by a link, and one that nobody may write into, which nobody does.
listed() { find "$1" -printf '%P %s %T@\n' | sort; }
again="$work/überall/zweiter Ort"
mkdir -p "${again%/*}"
mv "$moved" "$again"
ln -s "$again" "$work/link"
chmod -R a-w "$again"
listed "$again" >"$work/before"
for place in "$again" "$work/link"; do
    signs_in "embed-c in ${place##*/}" env LD_LIBRARY_PATH="$place/lib" "$work/examples/embed-c"
done
listed "$again" | cmp -s "$work/before" - || fail "the library has written into its folder"
chmod -R u+w "$again"
mv "$again" "$moved"

# Broken files are errors with advice; they are in a tree of their own.
broken=$work/broken
mkdir -p "$broken/lib"
cp -r "$moved/lib/near-connect-1" "$broken/lib/"
cp "$moved/lib/libnear-connect-1.so.0" "$broken/lib/"
engine=$broken/lib/near-connect-1/libnear-connect-engine.so
resources=$broken/lib/near-connect-1/near-connect_CNEARConnectResources.resources
# is_told WHAT WORDS: a program learns of it by the manager's reason and the operation's end, and lives.
is_told() {
    in_window env LD_LIBRARY_PATH="$broken/lib" /usr/bin/python3 "$tests/embedders/reason.py" >"$work/log" 2>"$work/errors" ||
        fail "$1 ends the program: $(<"$work/log") $(<"$work/errors")"
    if ! grep -q "^ended: .*$2" "$work/log" || ! grep -q "^reason: .*$2" "$work/log"; then
        fail "$1 is told as: $(<"$work/log")"
    fi
    pass "$1 is told"
}
mv "$resources" "$work/resources"
is_told "a folder of resources that is missing" "there is no .*resources"
mkdir "$resources"
is_told "one that is empty" "there is no .*/Bridge/"
rmdir "$resources"
cp -r "$work/resources" "$resources"
printf '{{{' >"$resources/Bridge/near-connect-bridge.html"
is_told "a page that was changed" "the bridge page can.t be made"
cp "$work/resources/Bridge/near-connect-bridge.html" "$resources/Bridge/"
printf '{{{' >"$resources/Wallets/manifest.json"
is_told "a list of wallets that was changed" "the manifest"
cp "$work/resources/Wallets/manifest.json" "$resources/Wallets/"
mkdir "$resources/Many"
touch "$resources/Bridge/more.js" "$resources/Many"/{1..2000}
signs_in "embed-c with files that aren't ours among the resources" env LD_LIBRARY_PATH="$broken/lib" "$work/examples/embed-c"
readonly advice="engine can.t be loaded .*Install libnear-connect-1-0 again"
mv "$engine" "$work/engine"
is_told "an engine that is missing" "$advice"
printf 'no library' >"$engine"
is_told "one that is another file" "$advice"
for bytes in 100 4000 $(($(stat --format %s "$work/engine") - 100)); do
    head --bytes "$bytes" "$work/engine" >"$engine"
    is_told "one of which $bytes bytes are there" "$advice"
done
cp "$work/other-engine.so" "$engine"
is_told "one of another version" "is of another version than this library"
rm "$engine"
mkdir "$engine"
is_told "one that is a folder" "$advice"
rmdir "$engine"
cp "$work/engine" "$engine"
# Root reads everything, another user doesn't.
if [[ $EUID == 0 ]]; then
    chmod 755 "$work"
    chmod 000 "$engine"
    said=$(env GI_TYPELIB_PATH="$moved/lib/girepository-1.0" LD_LIBRARY_PATH="$broken/lib" \
        setpriv --reuid=65534 --regid=65534 --clear-groups /usr/bin/python3 -c '
import gi
gi.require_version("NearConnect", "1")
from gi.repository import GLib, NearConnect
try:
    NearConnect.init()
except GLib.Error as error:
    print(error.message)' 2>"$work/errors") || true
    grep -q "$advice" <<<"$said" || fail "an engine that can't be read: $said $(<"$work/errors")"
    pass "an engine that can't be read is told"
    chmod 644 "$engine"
fi

# Descriptions of another version than the library's, and GTK 4 in the same process.
mkdir "$work/older"
python3 - "$moved/share/gir-1.0/NearConnect-1.gir" >"$work/older/NearConnect-1.gir" <<'OLDER'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
for gone in ('<class name="Button".*?</class>', '<record name="ButtonClass".*?</record>',
             '<property name="rpc-urls".*?</property>', '<function name="check_engine".*?</function>'):
    text, count = re.subn(gone, "", text, count=1, flags=re.DOTALL)
    assert count == 1, gone
print(text)
OLDER
g-ir-compiler --output "$work/older/NearConnect-1.typelib" "$work/older/NearConnect-1.gir"
in_window env GI_TYPELIB_PATH="$work/older" /usr/bin/python3 "$tests/embedders/reason.py" >"$work/log" 2>"$work/errors" || true
grep -q '^signed in: alice.test.near' "$work/log" || fail "an older typelib: $(<"$work/log") $(<"$work/errors")"
pass "a typelib of an older version signs in"
refuses_gtk_4() {
    if in_window env GI_TYPELIB_PATH="$work/gtk4:$moved/lib/girepository-1.0" "${@:2}" >"$work/log" 2>&1; then
        fail "$1 with GTK 4: $(<"$work/log")"
    fi
    grep -q "version '3.0', but '4.0' is already loaded" "$work/log" || fail "$1 with GTK 4: $(<"$work/log")"
    pass "GTK 4 first is an error in $1"
}
# A description is enough, and Debian's GTK 4 may not be here.
mkdir "$work/gtk4"
cat >"$work/gtk4/Gtk-4.0.gir" <<'GIR'
<?xml version="1.0"?>
<repository version="1.2" xmlns="http://www.gtk.org/introspection/core/1.0"
  xmlns:c="http://www.gtk.org/introspection/c/1.0" xmlns:glib="http://www.gtk.org/introspection/glib/1.0">
  <namespace name="Gtk" version="4.0" c:identifier-prefixes="Gtk" c:symbol-prefixes="gtk"/>
</repository>
GIR
g-ir-compiler --output "$work/gtk4/Gtk-4.0.typelib" "$work/gtk4/Gtk-4.0.gir"
refuses_gtk_4 Python /usr/bin/python3 -c 'import gi
gi.require_version("Gtk", "4.0")
gi.Repository.get_default().require("Gtk", "4.0")
gi.require_version("NearConnect", "1")
from gi.repository import NearConnect'
# The call throws in JavaScript, which has no value for its result, but the description is loaded.
refuses_gtk_4 JavaScript gjs -c '
try {
    imports.gi.GIRepository.Repository.get_default().require("Gtk", "4.0", 0);
} catch {}
imports.gi.NearConnect;'
