#!/usr/bin/env bash
# Steps random scenes with random input for hours, while devices, memory and files fail, beside an undisturbed
# reference: bits must be equal, nothing may be left behind. Prints a line each minute; ends at the first fault.
# usage: soak.sh HOURS [SEED [EPISODE]]      0 HOURS: only that episode, with all that is done; default seed: 1
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
helpIfAsked "${1:---help}"
seconds=$(awk -v hours="$1" 'BEGIN { printf "%d", 3600 * hours }')
shift
"$root/scripts/build.sh" soak
exec "$root/build/release/tests/soak" "$seconds" "$@"
