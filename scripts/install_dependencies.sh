#!/usr/bin/env bash
# Installs missing dependencies with the system's package manager. Never prompts; if nothing is missing, it does not
# use the network.
# usage: install_dependencies.sh demo|check|all|cross|release      with GEL_INSTALL=no, ./demo installs nothing
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
purpose=${1:?demo, check, all, cross or release}
table=$root/scripts/dependencies
log=$root/build/install.log
stamp=$root/build/installed-$purpose
[ "${GEL_INSTALL:-yes}" != no ] || exit 0

findManager() {
    local pair
    for pair in apt-get:apt dnf:dnf pacman:pacman brew:brew; do
        if command -v "${pair%%:*}" >/dev/null; then
            printf '%s' "${pair##*:}"
            return
        fi
    done
    fail "found none of apt, dnf, pacman and brew. Install the packages listed in $table by other means, then run again with GEL_INSTALL=no"
}

# The packages of this manager, one per line, optional ones with their "?".
listPackages() {
    awk -v manager="$manager" -v purpose="$purpose" '
        /^# need/ { for (i = 2; i <= NF; i++) if ($i == manager) column = i - 1 }
        /^#/ || NF == 0 { next }
        ($2 == "demo" || ("," $2 ",") ~ ("," purpose ",") || (purpose == "all" && $2 == "check")) && $column != "-" { print $column }' "$table"
}

isInstalled() {
    case $manager in
    apt) [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
    dnf) rpm -q --quiet --whatprovides "$1" 2>/dev/null ;;
    pacman) pacman -T "$1" >/dev/null ;;
    brew) brew list --versions "$1" >/dev/null ;;
    esac
}

isOffered() {
    case $manager in
    apt) apt-cache show "$1" >/dev/null 2>&1 ;;
    dnf) dnf -q repoquery --whatprovides "$1" 2>/dev/null | grep . >/dev/null ;;
    pacman) pacman -Si "$1" >/dev/null 2>&1 ;;
    brew) brew info "$1" >/dev/null 2>&1 ;;
    esac
}

# Homebrew refuses to run as root; the others require it. Without a terminal, sudo must not wait for a password.
asRoot() {
    if [ "$manager" = brew ] || [ "$(id -u)" = 0 ]; then
        "$@"
    elif ! command -v sudo >/dev/null; then
        printf 'not root, and there is no sudo\n'
        return 1
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

refreshLists() {
    case $manager in
    apt) asRoot apt-get update -qq ;;
    pacman) asRoot pacman -Sy --noconfirm ;;
    esac
}

installPackages() {
    case $manager in
    apt) asRoot env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "$@" ;;
    dnf) asRoot dnf install -y --setopt=install_weak_deps=False "$@" ;;
    pacman) asRoot pacman -S --noconfirm --needed "$@" ;;
    brew) brew install --quiet "$@" ;;
    esac
}

manager=$(findManager)
missing=() optional=()
for package in $(listPackages); do
    if ! isInstalled "${package%\?}"; then
        case $package in
        *\?) optional+=("${package%\?}") ;;
        *) missing+=("$package") ;;
        esac
    fi
done
# An optional package that the system does not offer stays missing: look for it once, not in every run.
[ "$stamp" -nt "$table" ] && optional=()
[ $((${#missing[@]} + ${#optional[@]})) -gt 0 ] || exit 0

mkdir -p "$root/build"
printf 'Looking for packages with %s ...\n' "$manager"
# Outdated lists may be good enough: only the installation counts.
refreshLists >"$log" 2>&1 || true
for package in ${optional[@]+"${optional[@]}"}; do
    if isOffered "$package"; then
        missing+=("$package")
    fi
done
if [ ${#missing[@]} -gt 0 ]; then
    printf 'Installing with %s: %s\n' "$manager" "${missing[*]}"
    installPackages "${missing[@]}" >>"$log" 2>&1 || {
        tail -n 10 "$log" >&2
        fail "$manager could not install: ${missing[*]}. Install them as an administrator and run again (full output: $log)"
    }
fi
touch "$stamp"
