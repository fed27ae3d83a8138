#!/usr/bin/env bash
# Tests equal bits on rusticl with vectors of up to LANES lanes, whose kernels take minutes to build.
# ./check --everything tests one lane.
# usage: rusticl.sh [LANES]      8 or 16; default: 16
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
helpIfAsked "${1:-}"
"$root/scripts/build.sh" test_exactness test_strategies test_contact_exact
export OCL_ICD_VENDORS=/etc/OpenCL/vendors/rusticl.icd RUSTICL_ENABLE=llvmpipe GEL_TUNING=off
export GEL_TEST_SUBSTEPS=4 GEL_TEST_SCENES=4 GEL_TEST_FRAMES=20 GEL_TEST_LANES=${1:-16}
code=0
for name in exactness strategies contact_exact; do
    printf '\n== %s\n' "$name"
    "$root/build/release/tests/test_$name" || code=1
done
exit $code
