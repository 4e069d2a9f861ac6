#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Parts of Debian packages, for Scripts that source this in the repository's folder.

deb_version=$(sed -n 's/.*static let text = "\(.*\)".*/\1/p' Sources/NEARConnectCommandLine/ProgramVersion.swift)
# shellcheck disable=SC2034 # for those who source this
deb_architecture=$(dpkg --print-architecture)

# deb_maintainer: prints who has made the last change.
deb_maintainer() { git log -1 --format='%an <%ae>'; }

# deb_documents PACKAGE ROOT: writes the copyright and the changelog, unless they are another package's.
deb_documents() {
    local documents=$2/usr/share/doc/$1
    if [[ -L $documents ]]; then return; fi
    mkdir -p "$documents"
    {
        printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
        printf 'Upstream-Name: near-connect for Linux\n\n'
        printf 'Files: *\n%s\nLicense: MIT\n' "$(sed -n 's/^Copyright (c)/Copyright:/p' LICENSE)"
        sed '1,/^Copyright/d; /^$/s/^$/./; s/^/ /' LICENSE | sed '1{/^ \.$/d}'
    } >"$documents/copyright"
    {
        printf 'near-connect (%s) unstable; urgency=medium\n\n' "$deb_version"
        printf '  * See CHANGELOG.md in the sources.\n\n'
        printf ' -- %s  %s\n' "$(deb_maintainer)" "$(git log -1 --format=%cD)"
    } | gzip -9n >"$documents/changelog.gz"
}

# deb_needs FILE…: prints the packages that programs or libraries need, with versions, as in the field Depends.
deb_needs() {
    local work found
    work=$(mktemp -d)
    mkdir "$work/debian"
    # dpkg-shlibdeps wants a source package's control file.
    printf 'Source: near-connect\n\nPackage: near-connect\nArchitecture: any\n' >"$work/debian/control"
    found=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info "$@" 2>"$work/said" |
        sed -n 's/^shlibs:Depends=//p') || true
    if [[ -z $found ]]; then cat "$work/said" >&2; fi
    rm -r "$work"
    if [[ -z $found ]]; then return 1; fi
    # libcurl is loaded by its name, which dpkg-shlibdeps doesn't see.
    printf '%s, libcurl4\n' "$found"
}

# deb_build PACKAGE ROOT FOLDER ARCHITECTURE: packs ROOT, whose DEBIAN/control has all fields but those that each
# package has, and prints the package's path.
deb_build() {
    local control=$2/DEBIAN/control package=$3/$1_${deb_version}_$4.deb
    deb_documents "$1" "$2"
    find "$2" \( -type d -o -type f -perm /111 \) -exec chmod 755 {} + -o -type f -exec chmod 644 {} +
    {
        printf 'Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: %s\nInstalled-Size: %s\nPriority: optional\n' \
            "$1" "$deb_version" "$4" "$(deb_maintainer)" "$(du -sk --exclude=DEBIAN "$2" | cut -f1)"
        cat "$control"
    } >"$control.new"
    mv "$control.new" "$control"
    mkdir -p "$3"
    dpkg-deb --root-owner-group --build "$2" "$package" >&2
    printf '%s\n' "$package"
}
