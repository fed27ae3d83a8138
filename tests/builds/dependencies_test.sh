#!/usr/bin/env bash
# The installation of packages, with a fake package manager.
# usage: dependencies_test.sh SOURCE SCRATCH      SCRATCH is recreated
set -euo pipefail
source=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/bin" "$scratch/scripts"
cp -r "$source"/scripts/* "$scratch/scripts/"
export CALLS=$scratch/calls INSTALLED=$scratch/installed OFFERED=$scratch/offered PATH=$scratch/bin:$PATH
unset GEL_INSTALL

cat >"$scratch/bin/apt-get" <<'END'
#!/bin/sh
printf '%s\n' "apt-get $*" >>"$CALLS"
[ -z "${APT_FAILS:-}" ] || { echo "E: no such luck"; exit 100; }
[ "$1" = install ] || exit 0
for word in "$@"; do echo "$word" >>"$INSTALLED"; done
END
cat >"$scratch/bin/dpkg-query" <<'END'
#!/bin/sh
for name in "$@"; do :; done
if grep -qxF "$name" "$INSTALLED"; then printf installed; else exit 1; fi
END
cat >"$scratch/bin/apt-cache" <<'END'
#!/bin/sh
grep -qxF "$2" "$OFFERED"
END
cat >"$scratch/bin/sudo" <<'END'
#!/bin/sh
[ "$1" != -n ] || shift
exec "$@"
END
chmod +x "$scratch"/bin/*

failures=0
expect() {
    local what=$1
    shift
    if "$@"; then
        printf 'ok     %s\n' "$what"
    else
        printf 'FAILED %s\n' "$what"
        failures=$((failures + 1))
    fi
}
install() {
    : >"$CALLS"
    "$scratch/scripts/install_dependencies.sh" "$@" >"$scratch/output" 2>&1 </dev/null
}
asked() { grep -q "^apt-get install.* $1\( \|$\)" "$CALLS"; }
not() { ! "$@"; }

# All of the table's packages for apt but three: one of each kind.
awk '!/^#/ && NF { print $3 }' "$source/scripts/dependencies" | tr -d '?' |
    grep -vx -e - -e cmake -e xdotool -e oclgrind >"$INSTALLED"
: >"$OFFERED"

expect "the table has six columns everywhere" awk '!/^#/ && NF && NF != 6 { bad = 1 } END { exit bad }' \
    "$source/scripts/dependencies"
expect "an installation succeeds" install demo
expect "missing packages are requested" asked cmake
expect "installed packages are not" not asked gcc
expect "the demo does not need what only tests need" not asked xdotool
expect "it says what it installs" grep -q "Installing with apt: cmake$" "$scratch/output"

expect "a second call succeeds" install demo
expect "a second call leaves the package manager alone" not test -s "$CALLS"
expect "a second call prints nothing" not test -s "$scratch/output"

expect "the tests' installation succeeds" install check
expect "the tests' packages are asked for" asked xdotool
expect "a second call for tests succeeds" install check
expect "a second call for tests leaves the package manager alone" not test -s "$CALLS"

echo oclgrind >"$OFFERED"
rm "$scratch/build/installed-check"
expect "a third call for tests succeeds" install check
expect "the tests do not need what only the longest need" not asked oclgrind
: >"$OFFERED"
expect "the longest tests' installation succeeds" install all
expect "an optional package that is not offered is left out" not asked oclgrind
expect "a second call for the longest tests succeeds" install all
expect "and does not look for the optional package again" not test -s "$CALLS"

rm "$scratch/build/installed-all"
echo oclgrind >"$OFFERED"
expect "an installation with an offered optional package succeeds" install all
expect "and asks for it" asked oclgrind

: >"$INSTALLED"
export APT_FAILS=1
expect "a failed installation fails" not install demo
expect "and shows the package manager's words" grep -q "no such luck" "$scratch/output"
expect "and says what to do" grep -q "^error: apt could not install: cmake .*as an administrator" "$scratch/output"
export GEL_INSTALL=no
expect "GEL_INSTALL=no succeeds" install demo
expect "GEL_INSTALL=no leaves the system alone" not test -s "$CALLS"
[ $failures = 0 ]
