"""The programs of docs/python.md run from top to bottom, in the order of the page."""
import contextlib
import csv
import importlib.util
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

from support import ASSETS, PACKAGE, ROOT, Test


def programs():
    """The indented blocks of the page, without commands of the shell."""
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?:\A|\n\n)((?:    .*\n|\n(?=    ))+)", text)
    return [textwrap.dedent(block) for block in blocks if not block.strip().startswith("pip ")]


def is_sweep(program):
    """Whether it starts processes, which import it as their main module."""
    return "ProcessPoolExecutor" in program


def can_run(program):
    """Whether no window would open, and it needs no process of its own."""
    return "pyvista" not in program and not is_sweep(program)


class Page(Test):
    def test_its_sweep_runs_as_a_program(self):
        if importlib.util.find_spec("pandas") is None:
            self.skipTest("pandas is not installed")
        sweep, = filter(is_sweep, programs())
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "assets").symlink_to(ASSETS)
            pathlib.Path(folder, "beams.py").write_text("import gelsim\n" + sweep, encoding="utf-8")
            done = subprocess.run([sys.executable, "beams.py"], cwd=folder, capture_output=True, text=True, timeout=300,
                                  env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(pathlib.Path(folder, "beams.csv"), newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        variants = [(float(row["bodies[0].material.youngModulus"]), int(row["substeps"])) for row in rows]
        self.assertEqual(variants, [(modulus, substeps) for modulus in (1e5, 1e6, 1e7) for substeps in (10, 40)])
        self.assertEqual([row["error"] for row in rows], [""] * 6)
        self.assertEqual(len({row["hash"] for row in rows} - {""}), 6, rows)

    @unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "matplotlib is not installed")
    def test_its_programs_run_one_after_the_other(self):
        import matplotlib
        matplotlib.use("Agg")
        self.addCleanup(os.chdir, os.getcwd())
        names, run = {"__name__": "page"}, 0
        page = programs()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            pathlib.Path(folder, "assets").symlink_to(ASSETS)
            os.chdir(folder)
            for program in page:
                if can_run(program):
                    exec(compile(program, program.splitlines()[0], "exec"), names)
                    run += 1
            made = {path.name for path in pathlib.Path(folder).iterdir()}
            os.chdir(ROOT)
        self.assertEqual((len(page), run), (7, 5), "programs of the page, and those that ran: all but sweep and window")
        self.assertTrue({"jelly.pc2", "beam.html"} <= made, made)
        self.assertIn("3 of 3 expectations met", printed.getvalue())
        self.assertLess(names["bear"].positions[:, 1].max(), 3.0)
