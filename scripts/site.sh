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
sed -i 's|<p id="same" hidden></p>|&\
    <p><a href="../scenes.html">All scenes</a>, <a href="../lessons.html">all lessons</a></p>|' "$site/play/index.html"

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
/<tab type="\(classes\|globals\)"/s/visible="yes"/visible="no"/
s/\(<tab type="mainpage".* title="\)"/\1Manual"/' "$GEL_LAYOUT"
# A tenth of the bytes, where ffmpeg can write them.
export GEL_PICTURES=.png
if [[ $(ffmpeg -hide_banner -encoders 2>/dev/null) == *" libwebp "* ]]; then
    GEL_PICTURES=.webp
fi
python3 scripts/site/filter.py --undocumented
doxygen scripts/site/Doxyfile
rm "$GEL_LAYOUT"
sed -i -f scripts/site/access.sed "$GEL_SITE"/*.html "$GEL_SITE/menu.js"
# Two thirds of the bytes: no lists of names, as the search finds them; no pages as files; no search by kinds of names; short
# anchors.
rm -f "$GEL_SITE"/{annotated,classes,functions,globals}*.* "$GEL_SITE"/*_8md.html
rm -f "$GEL_SITE"/search/{classes,files,functions,variables,typedefs,enums,enumvalues,defines,pages}_*.*
sed -i '/^  [1-9]: /d' "$GEL_SITE/search/searchdata.js"
sed -i '/_8md\.html/d' "$GEL_SITE"/search/all_*.js
for page in "$GEL_SITE"/*.html "$GEL_SITE"/search/*.html; do
    [ -e "$page" ] || continue
    sed -i -f scripts/site/shrink.sed -e "s|href=\"${page##*/}#|href=\"#|g" "$page"
done
sed -i 's/a\([0-9a-f]\{8\}\)[0-9a-f]\{24\}/a\1/g' "$GEL_SITE"/*.{html,js} "$GEL_SITE"/search/*.js
# usage: copy_file FILE COPY [OPTION...]      the options are those of ffmpeg, for a picture that becomes WebP
copy_file() {
    mkdir -p "$(dirname "$2")"
    if [ "${2##*.}" = webp ] && [ "${1##*.}" = png ]; then
        ffmpeg -nostdin -loglevel error -i "$1" "${@:3}" "$2"
    else
        cp "$1" "$2"
    fi
}
python3 scripts/site/filter.py --files | while IFS=: read -r file copy; do
    copy_file "$file" "$GEL_SITE/$copy" -quality 85
done
for file in assets/thumbnails/*.png; do
    copy_file "$file" "$site/thumbnails/$(basename "$file" .png)$GEL_PICTURES" -lossless 1
done
python3 scripts/site/pages.py "$site"
python3 scripts/site/check_links.py "$site"
echo "site: $site/index.html"
