#!/usr/bin/env bash
# Runs a drawing command of gel; if this machine cannot draw, the test is skipped.
# usage: view_or_skip.sh COMMAND...
code=0
"$@" || code=$?
[ $code -ne 7 ] || exec "$(dirname "${BASH_SOURCE[0]}")/../support/skip.sh" "there is no OpenGL 3.3 (libgl1-mesa-dri)"
exit $code
