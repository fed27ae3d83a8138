#!/usr/bin/env bash
# Makes the site in build/site: the reference of the API from the headers, and the pages of docs/. Fails on a warning, a
# broken link or a public name without documentation.
# usage: site.sh [FOLDER]      needs doxygen and python3; open FOLDER/index.html
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export GEL_SITE=${1:-build/site} GEL_VERSION
GEL_VERSION=$(sed -n 's/^#define GEL_VERSION_[MP][A-Z]* \([0-9]*\)$/\1/p' host/include/gel/base.h | paste -sd.)
# In the order in which the README links to them.
GEL_PAGES="README.md $({ grep -o 'docs/[a-z_/A-Z]*\.md' README.md; ls docs/*.md; } | awk '!seen[$0]++' | paste -sd' ')"
GEL_PAGES+=" CONTRIBUTING.md CHANGELOG.md"
export GEL_PAGES
python3 scripts/site/filter.py --undocumented
rm -rf "$GEL_SITE"
mkdir -p "$GEL_SITE"
doxygen scripts/site/Doxyfile
python3 scripts/site/filter.py --files | while IFS=: read -r file copy; do
    mkdir -p "$GEL_SITE/$(dirname "$copy")"
    cp "$file" "$GEL_SITE/$copy"
done
python3 scripts/site/check_links.py "$GEL_SITE"
echo "site: $GEL_SITE/index.html"
