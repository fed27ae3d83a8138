#!/usr/bin/env bash
# Ends a test that cannot run here: skipped, or failed where GEL_CI is set.
# usage: skip.sh REASON
printf 'skipped: %s\n' "$*"
if [ -n "${GEL_CI:-}" ]; then
    printf 'GEL_CI is set, so this is a failure: install what is missing (scripts/install_dependencies.sh all)\n'
    exit 1
fi
exit 77
