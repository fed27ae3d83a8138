#!/usr/bin/env bash
# The site can be made without a warning, and its checks find planted broken links and an undocumented name.
# usage: site_test.sh SOURCE FOLDER GEL
set -euo pipefail
source=$1 folder=$2 gel=$3
fail() {
    echo "FAILED: $1"
    exit 1
}
rm -rf "$folder" # a run that was stopped may have left half a site
"$source/scripts/site.sh" "$folder/site" "$gel"
[ -s "$folder/site/index.html" ] || fail "there is no $folder/site/index.html"

grep -q '<a href="../scenes.html">' "$folder/site/play/index.html" || fail "the player has no link to the list of scenes"
found=$(find "$folder/site" -type f ! -path '*/pictures/*' ! -path '*/thumbnails/*' -printf '%s\n' |
    awk '{ bytes += $1 } END { print bytes }')
[ "$found" -lt 4000000 ] || fail "the site has $found bytes without its pictures, expected less than 4000000"

for mark in ' lang="en' 'role="main"' 'tabindex="0"' 'role="heading"'; do
    grep -q "$mark" "$folder/site/docs/index.html" || fail "the manual lacks $mark: see scripts/site/access.sed"
done
grep -q 'aria-label="Search"' "$folder/site/docs/menu.js" || fail "the search of the manual has no name"

wrong='<a href="index.html#nowhere"> <a href="none.html"> <iframe src="play/index.html?scene=scenes/none"></iframe>'
echo "$wrong <script src='https://elsewhere.example/count.js'></script>" >"$folder/site/planted.html"
found=$(python3 "$source/scripts/site/check_links.py" "$folder/site") && fail "a broken link is not found"
for planted in index.html#nowhere none.html "play/index.html?scene=scenes/none" https://elsewhere.example/count.js; do
    [[ $found == *"planted.html: l"*"$planted"* ]] || fail "expected the planted link $planted, found: $found"
done

rm "$folder/site/planted.html"
mkdir -p "$folder/own"
echo mine >"$folder/own/letter.txt"
! "$source/scripts/site.sh" "$folder/own" "$gel" 2>/dev/null || fail "a folder of other files is taken for a site"
[ -s "$folder/own/letter.txt" ] || fail "a folder of other files is removed"

mkdir -p "$folder/headers"
printf '// A header.\n\nGEL_API void gelPlanted(void);\n' >"$folder/headers/planted.h"
found=$(python3 "$source/scripts/site/filter.py" --undocumented "$folder/headers") && fail "an undocumented name is not found"
[[ $found == *"gelPlanted has no comment"* ]] || fail "expected gelPlanted, found: $found"
