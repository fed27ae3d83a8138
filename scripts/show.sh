#!/usr/bin/env bash
# Shows a scene in a window where there is a display, in a film where there is none; says so where neither can be.
# usage: show.sh GEL SCENE FILM      GEL_WINDOW=no opens no window
set -euo pipefail
gel=$1 scene=$2 film=$3
unusable=7 # the exit code of gel where there is nothing to draw with

if [ "${GEL_WINDOW:-}" != no ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    printf '\nOpening a window; Esc closes it, H shows the keys\n'
    code=0
    "$gel" view "$scene" || code=$?
    [ $code -eq $unusable ] || exit $code
    printf 'There is no window, so a film is made\n'
fi

printf '\nDrawing a film of three seconds\n'
if "$gel" run "$scene" --frames 180 --width 960 --height 540 --out "$film"; then
    printf 'The film is %s\n' "$film"
else
    code=$?
    [ $code -lt 128 ] || exit $code # stopped with Ctrl-C
    printf 'There is no film, for the reason above\n'
fi
