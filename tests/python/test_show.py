"""Films: what the page holds, and that a browser shows it."""
import base64
import importlib.util
import json
import os
import re
import shutil
import sys
import tempfile
import unittest
import zlib

import numpy as np

import gelsim
from support import ASSETS, ROOT, Test, falling_box

sys.path.append(str(ROOT / "tests/web"))
from browser import browser  # noqa: E402

CAN_BROWSE = shutil.which("chromium") and shutil.which("chromedriver") and importlib.util.find_spec("selenium")


def film_of(page):
    """What a page holds: the film, with its arrays unpacked."""
    film = json.loads(re.search(r"const film = (\{.*\});", page).group(1))
    def unpack(name, kind):
        return np.frombuffer(zlib.decompress(base64.b64decode(film[name])), kind)
    steps = unpack("places", "<u2").reshape(film["frames"], film["vertices"], 3).cumsum(0, dtype=np.uint16)
    film["places"] = np.array(film["lower"]) + steps * (film["scale"] / 65535)
    film["shades"], film["elements"] = unpack("shades", np.uint8), unpack("elements", "<u4")
    return film


class Films(Test):
    def test_a_film_holds_the_positions_of_every_frame(self):
        world, body = falling_box()
        expected = []
        film = gelsim.show(world, 20, each=lambda frame: expected.append(body.positions))
        outside = np.unique(body.triangles)
        found = film_of(film.page())
        self.assertEqual((len(film), found["frames"], found["vertices"]), (21, 21, len(outside)))
        error = np.abs(found["places"][1:] - np.array(expected)[:, outside]).max()
        self.assertLess(error, found["scale"] / 65535)  # half a step, and the rounding of float32
        np.testing.assert_array_equal(outside[found["elements"].reshape(-1, 3)], body.triangles)

    def test_a_film_shows_every_kind_of_body_and_skins(self):
        world = gelsim.World("reference", ground={"normal": (0, 1, 0), "offset": -0.5})
        ball = gelsim.Surface.sphere(0.2, 2)
        mesh, embedding, _ = ball.fill(200)
        skinned = world.add(mesh, skin=(ball, embedding))
        cloth = world.add(gelsim.Surface.sheet((1, 1), (3, 3)), position=(0, 1, 0))
        rope = world.add(gelsim.LineMesh.straight(1, 5), position=(0, 2, 0))
        wall = world.add_obstacle(gelsim.Surface.box(), position=(3, 0, 0))
        found = film_of(gelsim.show(world, frames=0).page())
        shown = np.concatenate([skinned.skin_positions, cloth.positions, rope.positions, wall.positions])
        self.assertLess(np.abs(found["places"][0] - shown).max(), found["scale"] / 65535)
        self.assertEqual((found["corners"], found["lineEnds"]),
                         (3 * (len(skinned.skin_triangles) + len(cloth.triangles) + len(wall.triangles)), 2 * len(rope.elements)))
        self.assertEqual(found["ground"], {"normal": [0, 1, 0], "offset": -0.5})
        self.assertEqual([len(set(found["shades"][found["elements"]][ends].tolist()))
                          for ends in (slice(0, found["corners"]), slice(found["corners"], None))], [3, 1])

    def test_values_are_strains_and_speeds_of_the_vertices(self):
        world, body = falling_box()
        found = film_of(gelsim.show(world, 5, values="speed").page())
        self.assertAlmostEqual(found["most"], float(np.linalg.norm(body.velocities, axis=1).max()), 6)
        self.assertEqual((found["shades"][0], found["shades"][-1]), (0, 255))  # it falls freely
        found = film_of(gelsim.show(world, 20, values="strain").page())
        self.assertGreater(found["most"], 1e-4)
        self.assertLessEqual(found["most"], 1)
        self.fails(gelsim.InvalidArgument, "'colour'", gelsim.Film, world, values="colour")
        self.fails(gelsim.InvalidArgument, "no body", gelsim.show, gelsim.World("reference"))
        self.fails(TypeError, "expected a World, a Scene or a mesh, found Body", gelsim.show, body)
        self.fails(gelsim.Unsupported, "jelly.mp4: expected a name ending in .html", gelsim.Film(world).save, "jelly.mp4")

    def test_scenes_and_meshes_are_shown_and_small(self):
        scene = gelsim.Scene(ASSETS / "lessons/free_fall.json")
        film = gelsim.show(scene, 10, backend="reference")
        self.assertEqual((len(film), film.time_step), (11, scene.time_step))
        for mesh in (gelsim.TetMesh.torus(), gelsim.Surface.sheet(), gelsim.LineMesh.straight()):
            self.assertEqual(len(gelsim.show(mesh)), 1)
        world = gelsim.World("reference", ground=True)
        ball = world.add(gelsim.TetMesh.sphere(0.2, 8), position=(0, 0.4, 0), young_modulus=3e4)
        size = len(gelsim.show(world, 60, values="strain").page())
        self.assertLess(size, 12000 + 8 * 60 * len(np.unique(ball.triangles)))  # text per vertex and frame, and the page

    def test_a_notebook_holds_the_film_as_html_without_scripts_from_elsewhere(self):
        text = gelsim.show(gelsim.TetMesh.box())._repr_html_()
        self.assertTrue(text.startswith("<iframe srcdoc="))
        self.assertNotIn("http", text)

    @unittest.skipUnless(CAN_BROWSE, "chromium, chromium-driver or python3-selenium is not installed")
    def test_a_browser_plays_the_film(self):
        world, _ = falling_box()
        output = "document.querySelector('output').textContent"
        with tempfile.TemporaryDirectory() as folder, browser() as page:
            path = os.path.join(folder, "box.html")
            gelsim.show(world, 30, values="strain").save(path)
            page.driver.get(f"file://{path}")
            page.wait(f"return ![undefined, '0'].includes({output}[3])", "a frame after the first")  # 0.00 s, 0.02 s
            shown, errors = page.script(f"return {output}"), page.errors()
        self.assertRegex(shown, r"^0\.\d\d s, strain from 0 \(blue\) to ")
        self.assertEqual(errors, [])
