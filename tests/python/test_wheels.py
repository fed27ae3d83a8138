"""The check of wheels before a release: a wheel with a wrong library is refused."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

from support import PACKAGE, ROOT, Test

LIBRARY = PACKAGE / "libgel.so"


class Wheels(Test):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def check(self, tag, library, name="libgel.so", bound=("gelVersionText",), said=None):
        """(exit code, faults) of a wheel with this library."""
        path = self.folder / f"gelsim-0.3.0-py3-none-{tag}.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            wheel.writestr(f"gelsim/{name}", library)
            wheel.writestr("gelsim/_c.py", "".join(f"{function} = _bind({function!r}, None, [])\n" for function in bound))
            wheel.writestr("gelsim-0.3.0.dist-info/WHEEL", f"Tag: py3-none-{said or tag}\n")
        done = subprocess.run([sys.executable, ROOT / "scripts/check_wheel.py", path], capture_output=True, text=True)
        return done.returncode, done.stderr

    def is_refused(self, text, *arguments, **keywords):
        code, faults = self.check(*arguments, **keywords)
        self.assertEqual(code, 1)
        self.assertIn(text, faults)

    def small_library(self, compiler="cc"):
        """A library that needs the C library alone, in no new version."""
        if shutil.which(compiler) is None:
            self.skipTest(f"{compiler} is not installed")
        source, library = self.folder / "small.c", self.folder / "small.so"
        source.write_text("extern int rand(void); int gelVersionText(void) { return rand(); }\n")
        subprocess.run([compiler, "-shared", "-fPIC", source, "-o", library], check=True)
        return library.read_bytes()

    def test_the_right_library_is_accepted_and_each_wrong_one_refused(self):
        small = self.small_library()
        machine = {62: "x86_64", 183: "aarch64"}[small[18]]
        other = {"x86_64": "aarch64", "aarch64": "x86_64"}[machine]
        self.assertEqual(self.check(f"manylinux_2_17_{machine}", small), (0, ""))
        self.is_refused(f"expected a library for linux_{other}, found one for linux_{machine}", f"manylinux_2_17_{other}", small)
        self.is_refused(f"expected a library for win_amd64, found one for linux_{machine}", "win_amd64", small, "gel.dll")
        self.is_refused("expected one library, gelsim/libgel.so, found gelsim/gel.dll", f"manylinux_2_17_{machine}", small, "gel.dll")
        self.is_refused("found one for no known system", f"manylinux_2_17_{machine}", b"empty")
        self.is_refused("expected the platform manylinux_", f"linux_{machine}", small)
        self.is_refused("its WHEEL does not say", f"manylinux_2_17_{machine}", small, said=f"linux_{machine}")
        self.is_refused("the library lacks gelNew", f"manylinux_2_17_{machine}", small, bound=("gelVersionText", "gelNew"))
        self.is_refused("the name promises 2.1", f"manylinux_2_1_{machine}", small)

    def test_a_library_of_windows_fits_windows_alone(self):
        small = self.small_library("x86_64-w64-mingw32-gcc")
        self.assertEqual(self.check("win_amd64", small, "gel.dll"), (0, ""))
        self.is_refused("expected a library for linux_x86_64, found one for win_amd64", "manylinux_2_17_x86_64", small)
        self.is_refused("the library needs others.dll", "win_amd64", small.replace(b"msvcrt.dll", b"others.dll"), "gel.dll")

    def test_the_library_of_this_build_needs_what_other_systems_may_lack(self):
        library = LIBRARY.read_bytes()
        if b"libcjson.so" not in library:
            self.skipTest("the library of this build has cJSON inside")
        machine = {62: "x86_64", 183: "aarch64"}[library[18]]
        self.is_refused("the library needs libcjson.so", f"manylinux_2_17_{machine}", library)
