"""PoCL of a package for Python is found, and nothing else changes. The package is made of the system's PoCL."""
import json
import os
import pathlib
import shutil
import tempfile
import unittest
import unittest.mock

import gelsim
from support import Test, run_python

ICD = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
CODE = """
import json, os, pathlib, sys
packages, vendors, variables = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
os.environ.update(variables)
sys.path.insert(0, packages)
before = dict(os.environ)
import gelsim
gelsim._pocl._VENDORS = pathlib.Path(vendors)
hashes = []
for device in gelsim.devices():
    if device.backend.startswith("opencl"):
        world = gelsim.World(device.backend, ground=True)
        world.add(gelsim.TetMesh.box((0.2, 0.2, 0.2)), position=(0, 0.2, 0))
        world.run(20)
        hashes.append(world.hash())
maps = pathlib.Path("/proc/self/maps").read_text()
print(json.dumps([packages in maps, os.environ == before, hashes]))
"""


def library():
    """The system's PoCL; None without one."""
    folders = [pathlib.Path("/"), *pathlib.Path("/usr/lib").glob("*-linux-gnu"), pathlib.Path("/usr/lib64")]
    name = ICD.read_text(encoding="utf-8").strip() if ICD.exists() else ""
    return next((path for path in (folder / name for folder in folders) if path.is_file()), None)


@unittest.skipIf(library() is None or any(name in os.environ for name in ("OCL_ICD_VENDORS", "GEL_OPENCL_LIBRARY")),
                 "pocl-opencl-icd is not installed, or the environment chooses drivers")
class Pocl(Test):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.packages, self.vendors = pathlib.Path(folder.name) / "packages", pathlib.Path(folder.name) / "vendors"
        self.vendors.mkdir()
        information = self.packages / "pocl_binary_distribution-3.0.dist-info"
        driver = self.packages / "pyopencl/.libs/libpocl-0123abcd.so"
        for path in (information, driver.parent):
            path.mkdir(parents=True)
        shutil.copy(library(), driver)
        (driver.parent / "pocl").symlink_to(library().parent / "pocl")  # it looks for its parts relative to its place
        (self.packages / "share").symlink_to("/usr/share")
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: pocl-binary-distribution\nVersion: 3.0\n")
        (information / "RECORD").write_text("pyopencl/.libs/pocl.icd,,\npyopencl/.libs/libpocl-0123abcd.so,,\n")

    def load(self, **variables):
        code, out, error = run_python(CODE, self.packages, self.vendors, json.dumps(variables))
        self.assertEqual(code, 0, error)
        return json.loads(out)

    def test_the_driver_of_a_package_is_loaded_and_the_environment_stays(self):
        is_loaded, is_same, hashes = self.load()
        self.assertTrue(is_loaded and is_same, (is_loaded, is_same))
        self.assertEqual(len(hashes), 1)

    def test_the_drivers_of_the_system_stay(self):
        (self.vendors / "other.icd").write_text("libother.so\n")
        with unittest.mock.patch("gelsim._pocl._VENDORS", self.vendors):
            folder, chosen = gelsim._pocl._choose("/driver.so")
        with folder:
            found = {path.name: path.read_text() for path in pathlib.Path(chosen["OCL_ICD_VENDORS"]).iterdir()}
        self.assertEqual(found, {"other.icd": "libother.so\n", "gelsim-pocl.icd": "/driver.so\n"})

    def test_a_pocl_of_the_system_and_the_choice_of_the_user_come_first(self):
        self.assertEqual(self.load(OCL_ICD_VENDORS="/dev/null"), [False, True, []])
        self.assertEqual(self.load(GEL_OPENCL_LIBRARY="none"), [False, True, []])
        (self.vendors / "pocl.icd").touch()
        self.assertFalse(self.load()[0])
