"""The files that are installed."""
import pathlib
import subprocess
import sys
import unittest
import zipfile

import stage

PACK = pathlib.Path(__file__).resolve().parents[2] / "blender" / "pack.py"


class Pack(unittest.TestCase):
    def pack(self, tag):
        folder = stage.SCRATCH / "pack"
        folder.mkdir(parents=True, exist_ok=True)
        wheel = folder / f"gelsim-0.1.0-py3-none-{tag}.whl"
        with zipfile.ZipFile(wheel, "w") as out:
            out.writestr("gelsim/__init__.py", "")
        result = subprocess.run([sys.executable, str(PACK), str(wheel), str(folder)], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        with zipfile.ZipFile(folder / "gel_soft_body_extension.zip") as extension:
            return extension.read("blender_manifest.toml").decode()

    def test_the_manifest_names_the_platforms_of_the_wheel(self):
        for tag, names in (("manylinux_2_17_x86_64.manylinux2014_x86_64", "['linux-x64']"), ("linux_aarch64", "['linux-arm64']"),
                           ("win_amd64", "['windows-x64']"), ("macosx_11_0_universal2", "['macos-arm64', 'macos-x64']")):
            self.assertIn(f"platforms = {names}\n", self.pack(tag))

    def test_a_wheel_for_nothing_that_blender_runs_on_is_refused(self):
        with self.assertRaisesRegex(AssertionError, "expected a wheel for Linux, Windows or macOS, found one for any"):
            self.pack("any")
