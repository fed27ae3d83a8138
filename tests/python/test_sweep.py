"""Scenes with values that are set, and sweeps: the rows are the same on every engine."""
import concurrent.futures
import json
import multiprocessing
import pathlib
import pickle
import tempfile

import numpy as np

import gelsim
from support import Test

SCENE = {
    "substeps": 4,
    "bodies": [{"name": "beam", "shape": {"type": "beam", "size": [1, 0.2, 0.2], "cells": [2, 1, 1]}, "position": [0, 2, 0],
                "material": {"youngModulus": 1e5}, "pins": [{"box": {"lower": [-0.6, 0, -1], "upper": [-0.4, 3, 1]}}]}],
    "probes": [{"name": "tip", "body": "beam", "box": {"lower": [0.4, 0, -1], "upper": [0.6, 3, 1]},
                "measure": "displacement.y"}],
}
MODULUS = "bodies[0].material.youngModulus"


class Sweep(Test):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "beam.json"
        self.path.write_text(json.dumps(SCENE))

    def test_a_set_value_has_the_bits_of_an_edited_file(self):
        edited = self.path.with_name("edited.json")
        edited.write_text(json.dumps({**SCENE, "substeps": 7, "solver": "twoLevel"}))
        scene = gelsim.Scene(self.path, set={"substeps": 7, "solver": "twoLevel"})
        expected = gelsim.Scene(edited).run(3, "reference").hash
        self.assertEqual(scene.run(3, "reference").hash, expected)
        self.assertEqual(pickle.loads(pickle.dumps(scene)).run(3, "reference").hash, expected)
        self.assertNotEqual(gelsim.Scene(self.path).run(3, "reference").hash, expected)

    def test_values_of_numpy_are_those_of_python(self):
        rows = [gelsim.sweep(self.path, [{"substeps": substeps, "gravity": gravity}], frames=3, backend="reference")
                for substeps, gravity in ((3, [0, -1, 0]), (np.int64(3), np.array([0, -1, 0])))]
        self.assertIsNotNone(rows[0][0]["hash"])
        self.assertEqual(rows[0][0]["hash"], rows[1][0]["hash"])
        self.fails(TypeError, "substeps: expected a number, a text, a list or a dictionary, found complex", gelsim.Scene,
                   self.path, set={"substeps": 1j})
        self.fails(TypeError, "ground: keys must be", gelsim.Scene, self.path, set={"ground": {(1, 2): 3}})

    def test_a_grid_of_single_values_is_refused(self):
        self.assertEqual(len(gelsim.grid({"substeps": range(1, 4), MODULUS: np.array([1e5, 1e6])})), 6)
        self.fails(TypeError, "solver: expected a list of values, found 'xpbd'", gelsim.grid, {"solver": "xpbd"})
        self.fails(TypeError, "substeps: expected a list of values, found 5", gelsim.grid, {"substeps": 5})

    def test_a_wrong_value_is_named(self):
        self.fails(gelsim.FormatError, 'did you mean "substeps"?', gelsim.Scene, self.path, set={"subteps": 7})

    def test_warnings_belong_to_their_row(self):
        with self.assertLogs("gelsim") as logged:
            gelsim.log.info("the only line")
            rows = gelsim.sweep(self.path, [{MODULUS: 1e5}, {MODULUS: 1e9}], frames=1, backend="reference")
        self.assertEqual(len(logged.output), 1)
        self.assertIsNone(rows[0]["warnings"])
        self.assertIn("softer than its material", rows[1]["warnings"])
        with self.assertLogs("gelsim", "WARNING"):
            gelsim.Scene(self.path, set={MODULUS: 1e9}).run(1, "reference")

    def test_processes_give_the_rows_of_one_and_a_variant_that_fails_is_a_row(self):
        variants = gelsim.grid({MODULUS: [1e4, 1e6], "substeps": [0, 2, 3]})
        self.assertEqual(variants[1], {MODULUS: 1e4, "substeps": 2})
        rows = gelsim.sweep(self.path, variants, frames=3, backend="reference")
        with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
            self.assertEqual(gelsim.sweep(self.path, variants, pool.map, frames=3, backend="reference"), rows)
        self.assertEqual([row["substeps"] for row in rows], [0, 2, 3] * 2)
        self.assertIn("expected a whole number from 1 to 1000, found 0", rows[0]["error"])
        self.assertEqual(len({row["hash"] for row in rows}), 5)  # None of those that failed, and four others
        self.assertLess(rows[1]["tip"], 0.0)
        one = gelsim.Scene(self.path, set=variants[1]).run(3, "reference")
        self.assertEqual((rows[1]["hash"], rows[1]["tip"]), (f"{one.hash:016x}", one["tip"][-1]))
