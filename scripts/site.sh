#!/usr/bin/env bash
# Makes the site: a front page, all scenes and lessons, which run in the browser, the manual and the reference of the API.
# Fails on a warning, a broken link or a public name without documentation.
# usage: site.sh [FOLDER [GEL [FRAMES]]]      default: build/site, the release build, none
# Needs doxygen, python3 and a gel that makes pages. With FRAMES, pages compare that many frames with this machine's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
site=${1:-build/site} gel=${2:-build/release/host/cli/gel}
if [ -n "$(ls -A "$site" 2>/dev/null)" ] && [ ! -e "$site/play/index.html" ]; then
    echo "site.sh: $site has files that are not of this site; remove it or name another folder" >&2
    exit 1
fi
rm -rf "$site"
mkdir -p "$site/docs"
"$gel" web --all ${3:+--frames "$3"} --out "$site/play" >/dev/null

export GEL_SITE=$site/docs GEL_VERSION
GEL_VERSION=$(sed -n 's/^#define GEL_VERSION_[MP][A-Z]* \([0-9]*\)$/\1/p' host/include/gel/base.h | paste -sd.)
# In the order in which the README links to them.
GEL_PAGES="README.md $({ grep -o 'docs/[a-z_/A-Z]*\.md' README.md; ls docs/*.md; } | awk '!seen[$0]++' | paste -sd' ')"
GEL_PAGES+=" CONTRIBUTING.md CHANGELOG.md"
export GEL_PAGES
# The menu of the manual leads to the other pages, too.
export GEL_LAYOUT=$site/layout.xml
doxygen -l "$GEL_LAYOUT"
sed -i '/<tab type="mainpage"/i <tab type="user" url="../index.html" title="Gel"/>\
<tab type="user" url="../scenes.html" title="Scenes to run"/>\
<tab type="user" url="../lessons.html" title="Lessons to run"/>
/<tab type="classes"/s/visible="yes"/visible="no"/
s/\(<tab type="mainpage".* title="\)"/\1Manual"/' "$GEL_LAYOUT"
# A tenth of the bytes, where ffmpeg can write them.
export GEL_PICTURES=.png
if [[ $(ffmpeg -hide_banner -encoders 2>/dev/null) == *" libwebp "* ]]; then
    GEL_PICTURES=.webp
fi
python3 scripts/site/filter.py --undocumented
doxygen scripts/site/Doxyfile
rm "$GEL_LAYOUT" "$GEL_SITE"/functions*.html # members of structures by letter: the search finds them
sed -i -f scripts/site/access.sed "$GEL_SITE"/*.html "$GEL_SITE/menu.js"
python3 scripts/site/filter.py --files | while IFS=: read -r file copy; do
    mkdir -p "$GEL_SITE/$(dirname "$copy")"
    if [ "${copy##*.}" = webp ] && [ "${file##*.}" = png ]; then
        ffmpeg -nostdin -loglevel error -i "$file" -quality 85 "$GEL_SITE/$copy"
    else
        cp "$file" "$GEL_SITE/$copy"
    fi
done
python3 scripts/site/pages.py "$site"
python3 scripts/site/check_links.py "$site"
echo "site: $site/index.html"
