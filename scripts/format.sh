#!/usr/bin/env bash
# Formats the C sources and kernels as .clang-format says.
# usage: format.sh      needs clang-format 14: other versions differ in details
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
format=$(command -v clang-format-14 || command -v clang-format)
find host kernels web tests assets \( -name '*.[ch]' -o -name '*.inc' -o -name '*.cpp' -o -name '*.cl' \) -not -path '*/corpus/*' \
    -exec "$format" -i {} +
