#!/usr/bin/env bash
# Installs the library into a scratch prefix, moves the prefix, and builds a ten-line program against it: by
# find_package and by pkg-config.
# usage: install_test.sh static|shared SOURCE SCRATCH BUILD      SCRATCH is recreated; BUILD: the build that is tested
set -euo pipefail
kind=$1 source=$2 scratch=$3 build=$4
export POCL_CACHE_DIR=$scratch/pocl-cache/install
unset PKG_CONFIG_PATH CMAKE_PREFIX_PATH LD_LIBRARY_PATH
fail() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

rm -rf "$scratch"
mkdir -p "$scratch"
[ -f "$build/cmake_install.cmake" ] || exec "$source/tests/support/skip.sh" "there is no build in $build"
cmake --install "$build" --prefix "$scratch/first"
prefix=$scratch/moved
mv "$scratch/first" "$prefix"
if grep -rIl "$scratch/first\|$source" "$prefix"; then
    fail "the installed text files above name the folder of the build"
fi

echo "== the files of each component, which is a package"
expectFiles() {
    local component=$1
    shift
    cmake --install "$build" --component "$component" --prefix "$scratch/$component" >/dev/null
    (cd "$scratch/$component" && find . ! -type d | sed 's,^\./,,' | LC_ALL=C sort) >"$scratch/files"
    printf '%s\n' "$@" | LC_ALL=C sort | diff - "$scratch/files" || fail "$component has other files than expected: see above"
}
version=$("$prefix/bin/gel" --version)
version=${version#gel }
headers=(include/gel/stages.h)
for header in "$source"/host/include/gel/*.h; do
    headers+=("include/gel/${header##*/}")
done
assets=(share/gel/scene.schema.json)
for asset in "$source"/assets/{bench,lessons,meshes,scenes,thumbnails}/*; do
    assets+=("share/gel/${asset#"$source"/assets/}")
done
library=(lib/libgel.a) run=()
if [ "$kind" = shared ]; then
    library=(lib/libgel.so)
    # Of two versions that may break each other neither takes the other's place.
    run=("lib/libgel.so.${version%.*}" "lib/libgel.so.$version")
fi
type=$(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$build/CMakeCache.txt" | tr '[:upper:]' '[:lower:]')
expectFiles libgel "share/doc/libgel${version%.*}/copyright" ${run[@]+"${run[@]}"}
expectFiles libgel-dev share/doc/libgel-dev/copyright "${library[@]}" "${headers[@]}" lib/pkgconfig/gel.pc \
    lib/cmake/Gel/Gel{Config,ConfigVersion,Targets,"Targets-$type"}.cmake
expectFiles gel share/doc/gel/copyright bin/gel "${assets[@]}"
rm -r "$scratch"/{libgel,libgel-dev,gel}

echo "== the manual's program and scene"
shown() { awk -v fence="\`\`\`$1" '$0 == fence { on = 1; next } $0 == "```" { on = 0 } on' "$source/README.md"; }
shown c | cmp - "$source/host/examples/ten_lines.c" || fail "the C in README.md is not host/examples/ten_lines.c"
shown json >"$scratch/manual.json"
"$prefix/bin/gel" run "$scratch/manual.json" --backend reference --frames 2 --quiet --out "$scratch/manual.pc2"
[ -s "$scratch/manual.pc2" ] || fail "the command wrote nothing"

echo "== installed assets"
"$prefix/bin/gel" run "$prefix/share/gel/scenes/bear_drop.json" --backend reference --frames 1 --quiet

"$prefix/bin/gel" run "$prefix/share/gel/bench/bears_100.json" --backend reference --frames 1 --quiet
"$prefix/bin/gel" lesson free_fall --answer | grep -F "gel view $prefix/share/gel/lessons/free_fall.json" >/dev/null ||
    fail "gel lesson does not find the installed lessons"
# Built-in scenes are those that were installed, not the source folder's; without a device the plain loops are measured.
OCL_ICD_VENDORS=/nowhere "$prefix/bin/gel" bench A --repeats 1 --frames 1 --json >"$scratch/bench.json"
grep -qF "\"$prefix/share/gel/bench/bear.json\"" "$scratch/bench.json" || fail "gel bench takes its scenes from elsewhere"
mkdir -p "$scratch/assets/bench"
sed 's/One bear/Another bear/' "$prefix/share/gel/bench/bear.json" >"$scratch/assets/bench/bear.json"
cp -r "$prefix/share/gel/meshes" "$scratch/assets"
OCL_ICD_VENDORS=/nowhere GEL_ASSET_DIR=$scratch/assets "$prefix/bin/gel" bench A --repeats 1 --frames 1 --quiet >"$scratch/bench.txt"
grep -q "Another bear" "$scratch/bench.txt" || fail "GEL_ASSET_DIR is not heeded"

echo "== headers stand alone"
for header in "$prefix"/include/gel/*.h; do
    printf '#include <gel/%s>\ntypedef int notEmpty; // C wants a declaration, and stages.h has only a list\n' "$(basename "$header")" |
        cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$prefix/include" -x c -
done

echo "== find_package"
cmake -S "$source/tests/builds/install" -B "$scratch/by_cmake" -DCMAKE_PREFIX_PATH="$prefix"
cmake --build "$scratch/by_cmake"
"$source/tests/support/with_kernels.sh" "$scratch/by_cmake/ten_lines" | tee "$scratch/by_cmake.txt"

echo "== pkg-config"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
# pkg-config escapes what the shell would split, such as a space in the folder's name.
flags=()
eval "flags=($(pkg-config --cflags --libs gel))"
cc -std=c11 "$source/host/examples/ten_lines.c" -o "$scratch/by_pkg_config" "${flags[@]}"
LD_LIBRARY_PATH=$prefix/lib "$scratch/by_pkg_config" | tee "$scratch/by_pkg_config.txt"

cmp "$scratch/by_cmake.txt" "$scratch/by_pkg_config.txt" || fail "the two programs differ"
[ -s "$scratch/by_cmake.txt" ] || fail "the program printed nothing"
[ "$(pkg-config --modversion gel)" = "$version" ] || fail "pkg-config and the library report different versions"
if pkg-config --cflags gel | grep -q cjson; then
    fail "gel.pc hands cJSON's include folder to every program"
fi
