"""What the tests of gelsim share."""
import os
import pathlib
import subprocess
import sys
import unittest

import gelsim

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSETS = ROOT / "assets"
PACKAGE = pathlib.Path(gelsim.__file__).parent
BUILD = PACKAGE.parents[1]


def list_backends():
    """The reference, and each device."""
    return ["reference"] + [device.backend for device in gelsim.devices()]


BACKENDS = list_backends()


def run_python(code, *arguments, timeout=120):
    """Runs a program in a process of its own: (exit code, output, errors)."""
    done = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=timeout,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
    return done.returncode, done.stdout, done.stderr


class Test(unittest.TestCase):
    def fails(self, kind, text, function, *arguments, **keywords):
        """A call raises this exception, whose message has the text."""
        with self.assertRaises(kind) as caught:
            function(*arguments, **keywords)
        self.assertIn(text, str(caught.exception))


def falling_box(backend="reference", **given):
    world = gelsim.World(backend, ground=True)
    body = world.add(gelsim.TetMesh.box((0.2, 0.2, 0.2), (2, 2, 2)), position=(0, 0.3, 0), **given)
    return world, body
