#!/usr/bin/env bash
# The site can be made without a warning, and its checks find a planted broken link and an undocumented name.
# usage: site_test.sh SOURCE FOLDER
set -euo pipefail
source=$1 folder=$2
fail() {
    echo "FAILED: $1"
    exit 1
}
"$source/scripts/site.sh" "$folder/site"
[ -s "$folder/site/index.html" ] || fail "there is no $folder/site/index.html"

echo '<a href="index.html#nowhere">' >"$folder/site/planted.html"
found=$(python3 "$source/scripts/site/check_links.py" "$folder/site") && fail "a broken link is not found"
[[ $found == *"planted.html: links to index.html#nowhere"* ]] || fail "expected the planted link, found: $found"

mkdir -p "$folder/headers"
printf '// A header.\n\nGEL_API void gelPlanted(void);\n' >"$folder/headers/planted.h"
found=$(python3 "$source/scripts/site/filter.py" --undocumented "$folder/headers") && fail "an undocumented name is not found"
[[ $found == *"gelPlanted has no comment"* ]] || fail "expected gelPlanted, found: $found"
