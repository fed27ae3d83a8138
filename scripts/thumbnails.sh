#!/usr/bin/env bash
# Draws the small pictures of the start page: assets/thumbnails/SCENE.png for each scene in assets/scenes.
# usage: thumbnails.sh [GEL [SCENE...]]      default: the release build, all scenes
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
gel=${1:-$root/build/release/host/cli/gel}
shift || true
if [ $# -eq 0 ]; then
    for scene in "$root"/assets/scenes/*.json; do
        set -- "$@" "$(basename "$scene" .json)"
    done
fi
mkdir -p "$root/assets/thumbnails"
for name; do
    case $name in # where the start shows too little
    cage | cloth_over_ball | folding_beam | sieve | squash | torn_curtain) frames=40 ;;
    clay | flag | hand | painted_curtain | torn_jelly | two_pinned_ends) frames=80 ;;
    *) frames=0 ;;
    esac
    "$gel" view "$root/assets/scenes/$name.json" --backend reference --headless --no-plots --quiet \
        --frames $frames --width 160 --height 90 --shot "$root/assets/thumbnails/$name.png" >/dev/null
    printf '%s, frame %d\n' "$name" $frames
done
