# Shared by the scripts; sourced, not run. Plain enough for the bash 3.2 of macOS.
# shellcheck shell=bash

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Prints the comment at the top of the script and ends it, if its first argument asks for help.
helpIfAsked() {
    case $1 in
    -h | --help)
        sed -n '2,/^[^#]/s/^# //p' "$0"
        exit
        ;;
    esac
}

# Copies the output of a build to a log and shows its progress in place, on a terminal.
logWithCount() {
    local log=$1 title=$2 line
    : >"$log"
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        if [ -t 1 ] && [[ $line =~ ^\[([0-9]+/[0-9]+)\] ]]; then
            printf '\r%s ... %s ' "$title" "${BASH_REMATCH[1]}"
        fi
    done
}

# quietly LOG TITLE COMMAND...: prints one line while the command runs, and its output only if it fails.
quietly() {
    local log=$1 title=$2 start=$SECONDS
    shift 2
    mkdir -p "$(dirname "$log")"
    printf '%s ... ' "$title"
    if "$@" 2>&1 </dev/null | logWithCount "$log" "$title"; then
        [ -t 1 ] && printf '\r%s ... ' "$title"
        printf 'done (%d s)      \n' $((SECONDS - start)) | sed 's/ *$//'
        return
    fi
    printf 'failed\n'
    grep -v '^\[[0-9]*/[0-9]*] ' "$log" | tail -n 40 >&2 || true
    fail "\"$title\" failed; the full output is in $log"
}

# Copies the output of ctest and names the five slowest tests before its summary, which stays at the
# end: others read it there.
withSlowestTests() {
    local line times=() passed='^ *[0-9]+/[0-9]+ Test +#[0-9]+: ([^ ]+) .* ([0-9.]+) sec'
    while IFS= read -r line; do
        [[ $line =~ $passed ]] && times+=("${BASH_REMATCH[2]} s  ${BASH_REMATCH[1]}")
        if [[ $line == *' tests passed, '*' out of '* ]] && [ ${#times[@]} -gt 0 ]; then
            printf 'The slowest tests:\n'
            # Not head, which ends first: sort would then fail, and the check with it.
            printf '%s\n' "${times[@]}" | sort -rn | sed -n 1,5p
            printf '\n'
            times=()
        fi
        printf '%s\n' "$line"
    done
}

# copyForeign [FOLDER...]: what builds for other systems use of this one: in build/headers, these folders of headers without
# those of its C library; in build/cjson, cJSON's source. That comes from where the system has its packages, by lists of our
# own: the system's may have no sources.
copyForeign() {
    local apt=$PWD/build/apt json=$PWD/build/cjson mirror folder
    mkdir -p build/headers
    for folder in "$@"; do
        [ -d "/usr/include/$folder" ] ||
            fail "/usr/include/$folder is missing: install opencl-headers for CL, libstb-dev for stb (names as of Debian)"
        cp -r "/usr/include/$folder" build/headers
    done
    [ ! -f "$json/cJSON.c" ] || return 0
    mkdir -p "$apt/lists/partial" "$json"
    # shellcheck disable=SC2016 # apt's own names
    mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | sed -n 1p)
    printf 'deb-src %s main\n' "$mirror" >"$apt/sources.list"
    local own=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$apt/lists"
        -o Acquire::Retries=0 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10) # where there is no network
    apt-get "${own[@]}" -qq update
    (cd "$apt" && apt-get "${own[@]}" -o APT::Sandbox::User=root -qq --download-only source cjson)
    tar -xf "$apt"/cjson_*.orig.tar.gz -C "$json" --strip-components=1
}
