#!/usr/bin/env bash
# Shows a scene in a window, or in a film if there is no display; reports if neither is possible.
# usage: show.sh GEL SCENE FILM [FRAMES]      GEL_WINDOW=no opens no window
set -euo pipefail
gel=$1 scene=$2 film=$3 frames=${4:-180}
unusable=7 # the exit code of gel if it cannot draw

if [ "${GEL_WINDOW:-}" != no ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    printf '\nOpening a window; Esc closes it, H shows the keys\n'
    code=0
    "$gel" view "$scene" || code=$?
    [ $code -eq $unusable ] || exit $code
    printf 'There is no window, so a film is made\n'
fi

printf '\nDrawing a film of %d frames, 60 a second\n' "$frames"
if "$gel" run "$scene" --frames "$frames" --width 960 --height 540 --out "$film"; then
    printf 'The film is %s\n' "$film"
else
    code=$?
    [ $code -lt 128 ] || exit $code # stopped with Ctrl-C
    printf 'There is no film, for the reason above\n'
fi
