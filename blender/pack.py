#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs the add-on with a wheel of gelsim: an extension for Blender 4.2 and later, and an add-on for Blender 3.4 to 4.1.

usage: pack.py WHEEL FOLDER      pip wheel . --no-deps makes the wheel
"""
import pathlib
import re
import sys
import zipfile

ADD_ON = pathlib.Path(__file__).resolve().parent / "gel_soft_body"

# The names of platforms in manifests, by patterns of the tags of wheels.
PLATFORMS = {r"(many)?linux.*_x86_64": "linux-x64", r"(many)?linux.*_aarch64": "linux-arm64", "win_amd64": "windows-x64",
             "win_arm64": "windows-arm64", r"macosx_.*_x86_64": "macos-x64", r"macosx_.*_arm64": "macos-arm64"}


def platforms_of(wheel):
    """The platforms of a wheel by its name, as manifests call them."""
    tags = pathlib.PurePath(wheel).stem.split("-")[-1].split(".")
    tags += [tag.replace("universal2", name) for tag in tags for name in ("x86_64", "arm64") if "universal2" in tag]
    found = sorted({name for tag in tags for pattern, name in PLATFORMS.items() if re.fullmatch(pattern, tag)})
    if not found:
        sys.exit(f"{wheel}: expected a wheel for Linux, Windows or macOS, found one for {' '.join(tags)}")
    return found


def main():
    if len(sys.argv) != 3 or not sys.argv[1].endswith(".whl"):
        sys.exit(__doc__)
    wheel, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted(ADD_ON.iterdir()) if path.is_file()}
    bundled = f'platforms = {platforms_of(wheel)}\nwheels = ["./wheels/{wheel.name}"]\n'
    manifest = files.pop("blender_manifest.toml").replace("\n[permissions]", f"{bundled}\n[permissions]")
    with zipfile.ZipFile(folder / "gel_soft_body_extension.zip", "w", zipfile.ZIP_DEFLATED) as out:
        for name, text in {"blender_manifest.toml": manifest, **files}.items():
            out.writestr(name, text)
        out.write(wheel, f"wheels/{wheel.name}")
    with zipfile.ZipFile(folder / "gel_soft_body_addon.zip", "w", zipfile.ZIP_DEFLATED) as out, zipfile.ZipFile(wheel) as package:
        for name, text in files.items():
            out.writestr(f"gel_soft_body/{name}", text)
        for name in package.namelist():
            out.writestr(f"gel_soft_body/lib/{name}", package.read(name))


if __name__ == "__main__":
    main()
