#!/usr/bin/env bash
# Runs the tests that ./check --everything leaves out, as others show most of what they do; tests/tiers.cmake
# lists them. Half an hour on two cores.
# usage: long.sh [CTEST ARGUMENT...]      -R orders: of these tests, those with "orders" in their names
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
helpIfAsked "${1:-}"
"$root/scripts/build.sh"
cd "$root"
exec ctest --preset release --no-label-summary --no-tests=error --parallel 2 -L '^long$' "$@"
