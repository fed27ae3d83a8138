"""The notebooks run from top to bottom, and show what their texts say."""
import contextlib
import importlib.util
import io
import json
import os
import unittest

from support import ROOT, Test

NOTEBOOKS = ROOT / "python/notebooks"
_specification = importlib.util.spec_from_file_location("make", NOTEBOOKS / "make.py")
make = importlib.util.module_from_spec(_specification)
_specification.loader.exec_module(make)


def missing(*modules):
    """One line if a package is missing, which skips a test."""
    absent = [name for name in modules if importlib.util.find_spec(name) is None]
    return unittest.skipIf(absent, f"{', '.join(absent)} is not installed")


@missing("matplotlib")
class Notebooks(Test):
    def run_cells(self, name, pictures):
        """Runs all cells, and returns their variables. As many cells must draw a picture."""
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot as plot
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(NOTEBOOKS)  # as Jupyter does
        names, drawn = {"__name__": "__main__"}, 0
        with contextlib.redirect_stdout(io.StringIO()):
            for kind, text in make.cells(NOTEBOOKS / f"{name}.py"):
                if kind == "code":
                    exec(compile(text, name, "exec"), names)
                for number in plot.get_fignums():
                    figure = plot.figure(number)
                    figure.canvas.draw()
                    drawn += all(axes.has_data() for axes in figure.axes)
                plot.close("all")
        self.assertEqual(drawn, pictures)
        return names

    def test_first_steps_follow_free_fall_and_have_one_hash(self):
        found = self.run_cells("1_first_steps", 2)
        self.assertLess(max(found["flight"]), 0.01 * (found["heights"][0] - found["fall"][15]))
        self.assertEqual(len(set(found["hashes"].values())), 1)

    def test_the_lesson_measures_its_answer_at_all_sizes(self):
        found = self.run_cells("2_a_lesson", 2)
        self.assertAlmostEqual(found["judged"].right, 2.336, delta=0.01)
        for size, period in zip(found["sizes"], found["periods"]):
            self.assertAlmostEqual(period / (found["constant"] * size**0.5), 1, delta=0.01)

    @missing("trimesh")
    def test_a_mesh_of_trimesh_comes_back_with_its_volume(self):
        found = self.run_cells("3_own_mesh", 1)
        self.assertTrue(found["after"].is_watertight)
        self.assertAlmostEqual(found["after"].volume / found["ring"].volume, 1, delta=0.01)

    @missing("scipy")
    def test_the_fitted_modulus_gives_the_measured_sag(self):
        found = self.run_cells("4_fit_a_material", 1)
        self.assertAlmostEqual(found["sag"](found["fitted"]), found["measured"], delta=0.005 * found["measured"])
        self.assertAlmostEqual(found["fitted"] / found["by_theory"], 0.86, delta=0.02)  # as its text says, too soft

    def test_the_two_level_solver_sags_as_far_with_any_number_of_substeps(self):
        found = self.run_cells("5_solvers", 1)
        sags = {name: [row["tip"] for row in found["rows"] if row["solver"] == name] for name in found["solvers"]}
        self.assertAlmostEqual(min(sags["twoLevel"]) / max(sags["twoLevel"]), 1, delta=0.01)
        self.assertGreater(sags["xpbd"][0] / sags["xpbd"][-1], 3)


class Files(Test):
    def test_an_ipynb_has_the_cells_of_its_source(self):
        self.assertEqual(len(make.sources()), 5)
        for path in make.sources():
            made = json.loads(make.notebook(path))
            cells = [(cell["cell_type"], "".join(cell["source"])) for cell in made["cells"]]
            self.assertEqual(cells, list(make.cells(path)))
            self.assertEqual(cells[0][0], "markdown")
            self.assertTrue(cells[0][1].startswith("# "), cells[0][1])
