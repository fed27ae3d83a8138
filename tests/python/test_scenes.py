"""Scenes, probes, lessons, recordings and bakes."""
import json
import os
import pickle
import subprocess
import tempfile
import unittest

import numpy as np

import gelsim
from support import ASSETS, BACKENDS, BUILD, Test, falling_box

COMMAND = BUILD / "host/cli/gel"
TEXT = json.dumps({"ground": {}, "bodies": [{"name": "ball", "mesh": "meshes/ball.msh", "position": [0, 1, 0]}],
                   "probes": [{"name": "height", "body": 0, "measure": "position.y"}],
                   "expectations": [{"probe": "height", "at": 0.1, "value": 0.95, "tolerance": "1 %", "reason": "it falls"}]})



def pendulum(substeps, place):
    """The small rod of the lesson, with its pin at (place, 0, 0)."""
    scene = json.loads((ASSETS / "lessons/pendulum.json").read_text(encoding="utf-8"))
    rod = scene["bodies"][0]
    box = rod["pins"][0]["box"]
    for point in (rod["position"], box["lower"], box["upper"]):
        point[0] += place
    expected = {**scene["expectations"][0], "value": 1.65}
    return gelsim.Scene.from_text(json.dumps({"substeps": substeps, "materials": scene["materials"], "bodies": [rod],
                                              "probes": scene["probes"][:1], "expectations": [expected]}))


class Scenes(Test):
    def test_a_lesson_meets_its_expectations_and_has_the_state_of_the_command(self):
        scene = gelsim.Scene(ASSETS / "lessons/free_fall.json")
        self.assertTrue(scene.lesson.question.endswith("?"), scene.lesson.question)
        results = [scene.run(backend=backend) for backend in BACKENDS]
        self.assertEqual(len({result.hash for result in results}), 1)
        result = results[0]
        self.assertTrue(all(verdict.is_met for verdict in result.verdicts))
        self.assertEqual(result[result.probes[0].name].shape, (len(result.times),))
        self.assertIn("met", repr(result))
        self.assertIn("<table>", result._repr_html_())
        result.name = "<script>"
        self.assertIn("<b>&lt;script&gt;</b>", result._repr_html_())
        if COMMAND.exists():
            report = json.loads(subprocess.run([COMMAND, "run", str(ASSETS / "lessons/free_fall.json"), "--frames",
                                                str(len(result.times) - 1), "--backend", "reference", "--json"],
                                               capture_output=True, check=True).stdout)
            self.assertIn(f"{result.hash:016x}", json.dumps(report))

    def test_a_pendulum_keeps_its_period_where_there_is_no_warning_of_rounding(self):
        for substeps, place, is_warned in ((20, 4, False), (40, 2, False), (80, 2, True), (80, 4, True)):
            with self.subTest(substeps=substeps, place=place), self.assertLogs("gelsim") as log:
                gelsim.log.info("without this line, assertLogs would expect a warning")
                period = pendulum(substeps, place).run(backend="reference").verdicts[0].measured
                self.assertEqual("single precision rounds" in str(log.output), is_warned, f"period {period:.3f} s")
                if not is_warned:
                    self.assertLess(abs(period / 1.6514 - 1), 0.1, f"period {period:.3f} s; in double precision 1.6514 s")

    def test_lessons_are_listed_in_their_order_and_judge_predictions(self):
        found = gelsim.lessons(ASSETS / "lessons")
        self.assertGreater(len(found), 15)
        orders = [scene.lesson.order for scene in found.values()]
        self.assertEqual(orders, sorted(orders))
        choice = next(scene for scene in found.values() if scene.lesson.choice_count)
        self.assertTrue(gelsim.check_lesson(choice, choice.lesson.right_choice).is_right)
        self.assertFalse(gelsim.check_lesson(choice, choice.lesson.right_choice + 1).is_right)

    def test_a_text_with_a_folder_is_the_scene_of_that_file(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(f"{folder}/meshes")
            gelsim.TetMesh.sphere(0.2, 4).save(f"{folder}/meshes/ball.msh")
            with open(f"{folder}/scene.json", "w", encoding="utf-8") as file:
                file.write(TEXT)
            expected = gelsim.Scene(f"{folder}/scene.json").run(10, "reference")
            scene = gelsim.Scene.from_text(TEXT, folder)
            found = scene.run(10, "reference")
            self.assertEqual(found.hash, expected.hash)
            np.testing.assert_array_equal(found.values, expected.values)
            self.assertEqual(scene.body_name(found.world.bodies[0]), "ball")
            self.assertEqual(pickle.loads(pickle.dumps(scene)).run(10, "reference").hash, expected.hash)
            self.assertEqual(pickle.loads(pickle.dumps(gelsim.Scene(f"{folder}/scene.json"))).frames, 6)
            self.fails(gelsim.FileError, "ball.msh", gelsim.Scene.from_text, TEXT, "nowhere")
            kept = pickle.loads(pickle.dumps(found))
            self.assertIsNone(kept.world)
            self.assertEqual(kept.hash, expected.hash)
        self.fails(TypeError, "gravity", scene.run, 10, "reference", grafity=1)

    def test_a_recorded_session_repeats_bit_by_bit(self):
        scene = gelsim.Scene(ASSETS / "scenes/bear_drop.json") if (ASSETS / "scenes/bear_drop.json").exists() else None
        if scene is None:
            self.skipTest("no such scene")
        world = scene.world("reference")
        recording = gelsim.Recording(scene, world)
        recording.step(3)
        recording.apply("settings", gravity=(1, -5, 0))
        recording.apply("material", body=0, material={"young_modulus": 3e4})
        recording.step(4)
        self.assertEqual(recording.frame, 7)
        with tempfile.TemporaryDirectory() as folder:
            recording.write(f"{folder}/session.json")
            again = gelsim.Scene(f"{folder}/session.json")
            self.assertEqual(again.frames, 7)
            self.assertEqual(again.run(backend="reference").hash, world.hash())
        self.fails(ValueError, "material", recording.apply, "explode")
        self.fails(TypeError, "no member", recording.apply, "release", strength_of="x")
        world.close()
        self.fails(gelsim.InvalidHandle, "closed", recording.step)

    def test_a_bake_holds_the_positions_and_an_interrupted_one_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            world, body = falling_box()
            frames = []
            files = gelsim.bake(world, f"{folder}/box.pc2", 6, progress=lambda done: frames.append(body.positions))
            data = np.fromfile(f"{folder}/box.pc2", "<f4", offset=32).reshape(6, -1, 3)
            np.testing.assert_array_equal(data, np.array(frames))
            self.assertIn(f"{folder}/box.pc2", files)
            before = set(os.listdir(folder))

            def interrupt(frame):
                if frame == 3:
                    raise KeyboardInterrupt
            self.fails(KeyboardInterrupt, "", gelsim.bake, world, f"{folder}/other.pc2", 6, each=interrupt)
            self.assertEqual(set(os.listdir(folder)), before)
            unfinished = gelsim.Bake(world, f"{folder}/third.pc2", 3)
            world.close()
            closed = "this Bake is closed: it was finished or closed, or its World was closed"
            self.fails(gelsim.InvalidHandle, closed, unfinished.write)
            self.assertEqual(set(os.listdir(folder)), before)

    def test_a_run_of_less_than_no_frames_is_refused(self):
        scene = gelsim.Scene(ASSETS / "lessons/free_fall.json")
        self.fails(gelsim.InvalidArgument, "frames: expected 0 or more, found -1", scene.run, -1, "reference")

    def test_a_run_reports_progress_and_ends_between_two_steps(self):
        world, _ = falling_box()
        seen = []
        world.run(4, progress=seen.append)
        self.assertEqual(seen, [0.25, 0.5, 0.75, 1.0])

        def interrupt(frame):
            if frame == 2:
                raise KeyboardInterrupt
        self.fails(KeyboardInterrupt, "", world.run, 9, each=interrupt)
        self.assertEqual(world.counters().step_count, 6)

    @unittest.skipUnless(__import__("importlib.util").util.find_spec("pandas"), "pandas is not installed")
    def test_a_result_is_a_data_frame(self):
        frame = gelsim.Scene(ASSETS / "lessons/free_fall.json").run(5, "reference").to_dataframe()
        self.assertEqual(len(frame), 6)
