#!/usr/bin/env bash
# Kills each command that writes a result many times, at random moments: former results must stay,
# and nothing else.
# usage: kills.sh [COUNT]      default: 100 kills of each command; ./check --full does a few
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
helpIfAsked "${1:-}"
"$root/scripts/build.sh" test_cli_killed
GEL_KILLS=${1:-100} GEL_TUNING=off exec "$root/build/release/tests/test_cli_killed"
