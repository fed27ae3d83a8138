"""The programs of docs/python.md run from top to bottom, in the order of the page."""
import contextlib
import importlib.util
import io
import os
import pathlib
import re
import tempfile
import textwrap
import unittest

from support import ASSETS, ROOT, Test


def programs():
    """The indented blocks of the page, without commands of the shell."""
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?:\A|\n\n)((?:    .*\n|\n(?=    ))+)", text)
    return [textwrap.dedent(block) for block in blocks if not block.strip().startswith("pip ")]


def can_run(program):
    """Whether nothing is missing, and no window would open."""
    return "pyvista" not in program and ("pandas" not in program or importlib.util.find_spec("pandas") is not None)


@unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "matplotlib is not installed")
class Page(Test):
    def test_its_programs_run_one_after_the_other(self):
        import matplotlib
        matplotlib.use("Agg")
        self.addCleanup(os.chdir, os.getcwd())
        names, run = {"__name__": "page"}, 0
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            pathlib.Path(folder, "assets").symlink_to(ASSETS)
            os.chdir(folder)
            for program in programs():
                if can_run(program):
                    exec(compile(program, program.splitlines()[0], "exec"), names)
                    run += 1
            made = {path.name for path in pathlib.Path(folder).iterdir()}
            os.chdir(ROOT)
        self.assertGreaterEqual(run, 5)
        self.assertTrue({"jelly.pc2", "beam.html"} <= made, made)
        self.assertIn("3 of 3 expectations met", printed.getvalue())
        self.assertLess(names["bear"].positions[:, 1].max(), 3.0)
