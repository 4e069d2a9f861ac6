# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # Scripts/check sets scratch and essential
# The checks of Scripts/check that build, or read what was built; it says how they are called. Not a program.

# The names and types that programs use of the library for other languages, from its C part alone, in seconds.
c_library() {
    Scripts/build-library --no-engine "$scratch/library" >"$scratch/library.log" 2>&1 || tail -n 20 "$scratch/library.log"
    if [[ -e $scratch/library/share/gir-1.0 ]]; then Scripts/compare-library "$scratch/library" || true; fi
}
builds_c_library() {
    pkg-config --exists json-glib-1.0 gtk+-3.0 && command -v g-ir-scanner >/dev/null && command -v vapigen >/dev/null
}

# What the compiled files ask the linker for; one that was imported by way of another package shows here only.
foundation_linked() {
    local objects object products
    products=$(swift build --show-bin-path)
    for objects in $(tr '|' ' ' <<<"$essential"); do
        for object in "$products/$objects.build"/*.swift.o; do
            if readelf -p .swift1_autolink_entries "$object" 2>/dev/null | grep -qE -- '-l(_?Foundation|FoundationInternationalization|_FoundationICU)$'; then
                echo "$objects: ${object##*/}"
            fi
        done
    done
}

documentation() { Scripts/document --check "$scratch/documentation" || true; }

# A program with the library alone links no more of Foundation than its essentials, whichever way it would come in.
embedded() {
    local program
    program=$(swift build --show-bin-path)/near-connect-bench-embedded
    ldd "$program" | grep -E 'libFoundation\.so|libFoundationInternationalization|lib_FoundationICU' || true
}

# Loading WebKitGTK or JavaScriptCore takes longer than most commands do: the program executes another one for those.
# libcurl takes half as long as all the rest of near-connect: it is loaded when a node is asked.
linking() {
    local folder
    folder=$(swift build --show-bin-path)
    ldd "$folder/near-connect" | grep -E 'libwebkit2gtk|libjavascriptcore|libgtk-|libgdk-|libcurl' || true
    # Contracts run in JavaScriptCore.
    ldd "$folder/near-connect-devnet" | grep -E 'libwebkit2gtk|libgtk-|libgdk-|libcurl' || true
}

# The manual page has what the program declares, and nothing that a formatter of pages doesn't understand.
manual() {
    local program
    program=$(swift build --show-bin-path)/near-connect
    python3 Scripts/python/manual.py "$program" --check
    { LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l Resources/Desktop/near-connect.1 >/dev/null; } 2>&1 || true
}

# Warnings are errors here, but only our own, and not through a compiler flag: -warnings-as-errors reaches the packages
# we depend on too, and would have everything built a second time. A file that is up to date is not compiled and so
# warns no more, which is why what was compiled from this repository is thrown away first; dependencies stay built.
build() {
    local log="$scratch/build.log" products package target
    products=$(swift build --show-bin-path)
    package=$(swift package describe --type json)
    while IFS= read -r target; do
        # Not the whole folder: SwiftPM wrote some files of it when it planned the build, and doesn't plan anew each
        # time.
        if [[ -d $products/$target.build ]]; then
            find "$products/$target.build" -type f \( -name '*.o' -o -name '*.swiftdeps' -o -name '*.priors' \) -delete
        fi
        rm -f "$products/Modules/$target.swiftmodule"
    done < <(sed -n 's/^ *"c99name" : "\(.*\)",*$/\1/p' <<<"$package")
    # Warnings that name no file come from SwiftPM or the linker, and count.
    NEAR_CONNECT_BENCHMARKS=1 swift build --build-tests >"$log" 2>&1 </dev/null || { echo "swift build --build-tests failed:" && tail -n 5 "$log"; }
    grep -E '^([^ ].*)?(warning|error):' "$log" | grep -vE '/(\.build[^/]*/)?checkouts/' | sed "s|$PWD/||g" | sort -u || true
}
