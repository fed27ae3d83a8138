"""The examples print what those in C print, on every back end."""
import os
import re
import subprocess
import sys
import unittest

from support import BACKENDS, BUILD, PACKAGE, ROOT, Test

PROGRAMS = BUILD / "host/examples"


def lines_of(command):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
    return done.stdout.splitlines(), done.stderr, done.returncode


@unittest.skipUnless((PROGRAMS / "ten_lines").exists(), "the examples in C are not built")
class Examples(Test):
    def same(self, name, kept=r".*", backends=BACKENDS):
        expected, _, code = lines_of([PROGRAMS / name])
        self.assertEqual(code, 0)
        expected = [line for line in expected if re.fullmatch(kept, line)]
        self.assertTrue(expected)
        for backend in backends:
            found, errors, code = lines_of([sys.executable, ROOT / f"python/examples/{name}.py", backend])
            self.assertEqual((code, errors), (0, ""))
            self.assertEqual([line for line in found if re.fullmatch(kept, line)], expected, backend)

    def test_ten_lines_end_in_the_state_of_the_program_in_c(self):
        self.same("ten_lines")

    def test_an_own_mesh_sags_as_in_c(self):
        self.same("own_mesh")

    def test_a_renderer_sees_the_positions_of_c(self):
        self.same("renderer")

    def test_two_back_ends_give_equal_bits_as_in_c(self):
        self.same("two_back_ends", r"frame.*")

    def test_many_bodies_take_the_launches_of_c(self):
        self.same("many_bodies", r"100 bodies.*", ["native" if "native" in BACKENDS else "opencl"])
