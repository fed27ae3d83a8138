"""Worlds and bodies: states, copies, views, settings, errors."""
import ctypes
import logging
import unittest
from importlib.util import find_spec

import numpy as np

import gelsim
from gelsim import _c, _settings
from support import ASSETS, BACKENDS, Test, falling_box


class Worlds(Test):
    def test_every_back_end_gives_the_hash_of_the_reference(self):
        hashes = {}
        for backend in BACKENDS:
            world, _ = falling_box(backend)
            world.run(30)
            hashes[backend] = f"{world.hash():016x}"
        self.assertEqual(set(hashes.values()), {hashes["reference"]}, hashes)

    def test_positions_are_copies_and_assigning_moves_the_vertices(self):
        world, body = falling_box()
        before = body.positions
        kept = before.copy()
        world.step(count=5)
        self.assertTrue((before == kept).all())
        self.assertFalse((body.positions == kept).all())
        body.positions = kept + [1, 0, 0]
        body.velocities = np.zeros((len(body), 3))
        np.testing.assert_array_equal(body.positions, kept + np.float32([1, 0, 0]))
        out = np.empty((len(body), 3), np.float32)
        self.assertIs(body.read_positions(out), out)
        np.testing.assert_allclose(body.positions_double, body.positions)

    def test_a_view_is_filled_in_place_and_shares_its_memory(self):
        for backend in BACKENDS:
            world, body = falling_box(backend)
            other = world.add(gelsim.TetMesh.box(), position=(3, 1, 0))
            view = world.view(speeds=True)
            array = view.positions
            world.step(count=10)
            view.update()
            self.assertIs(view.positions, array)
            np.testing.assert_array_equal(view[body], body.positions)
            np.testing.assert_array_equal(view[other], other.positions)
            np.testing.assert_allclose(view.lower, array.min(0))
            if hasattr(np, "from_dlpack"):  # since 1.22
                self.assertTrue(np.shares_memory(np.from_dlpack(view), view.positions))
            self.assertAlmostEqual(view.speeds[0], np.linalg.norm(body.velocities[0]), places=5)
            world.add(gelsim.TetMesh.box())
            self.fails(gelsim.InvalidArgument, "vertices", view.update)
            world.close()
            self.assertTrue(np.isfinite(array).all())
            self.fails(gelsim.InvalidHandle, "closed", view.update)

    @unittest.skipUnless(any(name.startswith("opencl") for name in BACKENDS), "no device of OpenCL")
    def test_buffers_on_the_device_follow_the_world(self):
        world, body = falling_box(next(name for name in BACKENDS if name.startswith("opencl")))
        view = world.device_view()
        self.assertEqual(len(view), len(body))
        self.assertEqual(len({view.context, view.queue, view.positions, view.speeds}), 4)
        if find_spec("pyopencl"):
            import pyopencl
            cl = view.to_pyopencl()
            world.step(count=10)
            view.update()
            found, speeds = np.empty((len(view), 4), np.float32), np.empty(len(view), np.float32)
            pyopencl.enqueue_copy(cl.queue, found, cl.positions)
            pyopencl.enqueue_copy(cl.queue, speeds, cl.speeds)
            np.testing.assert_array_equal(found[:, :3], body.positions)
            np.testing.assert_allclose(speeds, np.linalg.norm(body.velocities, axis=1), rtol=1e-6)
            program = pyopencl.Program(cl.context, "kernel void lift(global const float4* x, global float* y) {"
                                       " y[get_global_id(0)] = x[get_global_id(0)].y + 1; }").build()
            heights = pyopencl.Buffer(cl.context, pyopencl.mem_flags.WRITE_ONLY, 4 * len(view))
            program.lift(cl.queue, (len(view),), None, cl.positions, heights)
            raised = np.empty(len(view), np.float32)
            pyopencl.enqueue_copy(cl.queue, raised, heights)
            np.testing.assert_array_equal(raised, body.positions[:, 1] + np.float32(1))
            world.close()
            pyopencl.enqueue_copy(cl.queue, speeds, cl.speeds)  # what pyopencl holds outlives the world
        world.close()
        self.fails(gelsim.InvalidHandle, "closed", view.update)

    def test_buffers_on_the_device_need_opencl(self):
        for backend in BACKENDS:
            if not backend.startswith("opencl"):
                world, _ = falling_box(backend)
                self.fails(gelsim.Unsupported, "use the back end opencl", world.device_view)

    def test_a_closed_world_and_a_destroyed_body_are_refused(self):
        world, body = falling_box()
        other = world.add(gelsim.TetMesh.box())
        other.destroy()
        self.assertFalse(other.is_valid)
        self.fails(gelsim.InvalidHandle, "", lambda: other.positions)
        with world:
            self.assertTrue(body.is_valid)
        self.fails(gelsim.InvalidHandle, "closed", world.step)
        self.fails(LookupError, "closed", lambda: body.positions)
        self.assertIn("closed", repr(world))

    def test_settings_are_keywords_with_the_ranges_of_the_library(self):
        for group, holder in (("world", _c.gelDefaultWorldDef()), ("material", _c.gelDefaultMaterial()),
                              ("body", _c.gelDefaultBodyDef()), ("obstacle", _c.gelDefaultObstacleDef())):
            rows = gelsim.settings(group)
            self.assertEqual(_settings.read(group, holder).keys(), rows.keys())
            for name, value in _settings.read(group, holder).items():
                if rows[name].type in ("number", "vector"):  # floats in C, doubles in the row
                    np.testing.assert_array_equal(np.float32(value), np.float32(rows[name].default), err_msg=name)
                else:
                    self.assertEqual(value, rows[name].default, name)
                self.assertIn(rows[name].help, str(rows[name]))
        world, body = falling_box(young_modulus=2e5, poisson_ratio=0.3, velocity=(1, 0, 0))
        self.assertEqual(body.material["young_modulus"], 2e5)
        body.set_material(model="neoHookean")
        self.assertEqual(body.material["model"], "neoHookean")
        world.set(substep_count=7, ground={"friction": 0.25})
        self.assertEqual((world.settings["substep_count"], world.settings["ground_friction"]), (7, 0.25))
        self.assertTrue(world.settings["ground_enabled"])
        self.fails(TypeError, "youngModulus; did you mean young_modulus? There are", body.set_material, youngModulus=1e5)
        self.fails(TypeError, "no such setting: xyz; there are", world.set, xyz=1)
        self.fails(TypeError, "found dict; from_trimesh makes a Surface", world.add, {})
        world.gravity = (0, -1, 0)
        np.testing.assert_array_equal(world.gravity, [0, -1, 0])

    def test_wrong_arguments_say_what_was_expected(self):
        world, body = falling_box()
        box = gelsim.TetMesh.box()
        self.fails(gelsim.InvalidArgument, "youngModulus", world.add, box, young_modulus=-1)
        self.fails(TypeError, "young_modulus", world.add, box, yuong_modulus=1)
        self.fails(TypeError, "substep_count", gelsim.World, "reference", substeps=3)
        self.fails(gelsim.InvalidArgument, "expected one of edges, neoHookean", body.set_material, model="steel")
        for wrong in (2.5, float("nan"), float("inf")):
            self.fails(gelsim.InvalidArgument, f"substep_count: expected a whole number, found {wrong}", world.set,
                       substep_count=wrong)
        self.fails(gelsim.InvalidArgument, "3 numbers", world.set, gravity=1)
        self.fails(gelsim.InvalidArgument, "contiguous", body.read_positions, np.empty((3, 3)))
        self.fails(gelsim.InvalidArgument, "[n, 3]", gelsim.TetMesh, np.zeros(12), [[0, 1, 2, 3]])
        self.fails(gelsim.InvalidArgument, "integers", gelsim.TetMesh, np.zeros((4, 3)), [[0.5, 1, 2, 3]])
        self.fails(gelsim.InvalidArgument, "expected 27 rows", lambda: setattr(body, "positions", np.zeros((2, 3))))
        self.fails(gelsim.InvalidArgument, "expected one of density", body.set_values, "mass", np.ones(27))
        self.fails(TypeError, "TetMesh", world.add, "box")
        self.fails(TypeError, "expected a Surface, found TetMesh", world.add_obstacle, box)
        self.fails(TypeError, "expected a text, such as 'native'", gelsim.World, None)
        for wrong in ("soft", None, (1, 2)):
            self.fails(gelsim.InvalidArgument, f"young_modulus: expected 1 number, found {wrong!r}", world.add, box,
                       young_modulus=wrong)
        self.fails(gelsim.InvalidArgument, "expected one of world, program", gelsim.settings, "bodies")
        self.fails(gelsim.FileError, "nothing.msh", gelsim.TetMesh.load, "nothing.msh")
        self.fails(OSError, "nothing.obj", gelsim.Surface.load, "nothing.obj")
        self.fails(gelsim.FormatError, "solids", gelsim.Scene.from_text, '{"solids": []}')
        self.fails(gelsim.Unsupported, ".xyz", box.save, "mesh.xyz")
        self.fails(gelsim.NoDevice, "nowhere", gelsim.World, "opencl:nowhere")
        self.fails(gelsim.Unsupported, "order", gelsim.World, "native", order="mesh")

    def test_pins_values_goals_and_skins_reach_the_body(self):
        world, body = falling_box()
        mask = body.positions[:, 1] > 0.39
        body.pinned = mask
        np.testing.assert_array_equal(body.pinned, mask)
        body.set_values("density", np.linspace(1, 2, 27))
        np.testing.assert_allclose(body.get_values("density"), np.linspace(1, 2, 27), rtol=1e-6)
        body.set_goals(weight=0.5, spring=50)
        body.move_goals(body.positions + [0, 0.1, 0])
        world.step()
        body.remove_goals()
        surface = gelsim.Surface.sphere(0.3, 2)
        mesh, embedding, report = surface.fill(300)
        self.assertGreater(report.filled_volume, 0.05)
        filled = world.add(mesh, skin=(surface, embedding), position=(2, 1, 0))
        world.step(count=3)
        np.testing.assert_allclose(filled.skin_positions, embedding.evaluate(filled.positions), atol=1e-6)
        self.assertEqual(filled.kind, "solid")

    def test_weights_scale_gravity_and_a_field_and_a_field_has_a_time(self):
        world = gelsim.World("reference", ground=False)
        boxes = [world.add(gelsim.TetMesh.box(), position=(3 * i, 0, 0)) for i in range(3)]
        world.set_fields([{"kind": "uniform", "direction": (1, 0, 0), "strength": 4, "keys": [(0, 0), (5, 0), (6, 1)]}])
        world.set_field_time(10)  # the keys have ended
        boxes[1].set_gravity_weight(0)
        boxes[2].set_field_weight(0, 0.5)
        starts = [box.positions.mean(0) for box in boxes]
        world.run(30)
        ways = [box.positions.mean(0) - start for box, start in zip(boxes, starts)]
        for way, expected in zip(ways, ((1, 1), (1, 0), (0.5, 1))):
            self.assertAlmostEqual(way[0], expected[0] * ways[0][0], 4)
            self.assertAlmostEqual(way[1], expected[1] * ways[0][1], 4)
        self.assertGreater(ways[0][0], 0.4)  # 4 t^2 / 2
        self.assertLess(ways[0][1], -1.1)

    def test_goals_of_single_vertices_pull_like_a_hand_until_they_are_gone(self):
        world = gelsim.World("reference", ground=False, gravity=(0, 0, 0))
        box = world.add(gelsim.TetMesh.box((0.2, 0.2, 0.2), (2, 2, 2)))
        world.set_goals([(box, 0, (1, 1, 1), 500)])
        world.run(20)
        self.assertGreater(box.positions.mean(0).min(), 0.01)
        world.set_goals([])
        before = box.velocities.mean(0)
        world.run(5)
        np.testing.assert_allclose(box.velocities.mean(0), before, rtol=0.02)  # it trembles

    def test_cloth_ropes_obstacles_and_attachments_live_together(self):
        world = gelsim.World("reference", ground=True)
        cloth = world.add(gelsim.Surface.sheet((1, 1), (6, 6)), position=(0, 1, 0), thickness=0.01)
        rope = world.add(gelsim.LineMesh.straight(1, 8), position=(0, 1.5, 0), thickness=0.02)
        table = world.add_obstacle(gelsim.Surface.box((0.5, 0.1, 0.5)), position=(0, 0.5, 0), friction=0.8)
        joint = world.attach(rope.point(0), cloth.find_point((-0.5, 1, 0)), length=0.1)
        world.run(40)
        table.set_pose((0, 0.6, 0))
        world.step()
        contacts = world.contacts()
        self.assertGreater(len(contacts), 0)
        self.assertGreater(cloth.contact_force[1], 0)
        self.assertEqual([body.kind for body in world.bodies], ["sheet", "rope", "obstacle"])
        self.assertEqual(rope.elements.shape, (8, 2))
        world.detach(joint)
        self.assertIsNone(world.cast_ray((0, 5, 9), (0, 1, 0)))
        self.assertEqual(world.cast_ray((0.3, 5, 0.3), (0, -1, 0)).body, cloth)
        world.set_fields([{"kind": "wind", "velocity": (3, 0, 0), "keys": [(0, 0), (1, 1)]}])
        self.fails(gelsim.InvalidArgument, "wind", world.set_fields, [{"kind": "storm"}])
        world.step()

    def test_states_return_in_memory_in_bytes_and_in_files(self):
        import pickle
        import tempfile
        world, body = falling_box()
        world.run(5)
        snapshot, kept, first = world.snapshot(), world.save_bytes(), world.hash()
        with tempfile.NamedTemporaryFile(suffix=".gel-state") as file:
            world.save(file.name)
            world.run(5)
            later = world.hash()
            for restore in (lambda: world.restore(snapshot), lambda: world.load_bytes(pickle.loads(pickle.dumps(kept))),
                            lambda: world.load(file.name)):
                restore()
                self.assertEqual(world.hash(), first)
                world.run(5)
                self.assertEqual(world.hash(), later)
        self.assertGreater(len(snapshot), 24 * len(body))
        self.fails(gelsim.FormatError, "cut or damaged", world.load_bytes, kept[:-1])
        other, _ = falling_box("native" if "native" in BACKENDS else "reference")
        other.load_bytes(kept)
        other.prepare()
        other.run(5)
        self.assertEqual(other.hash(), later)

    def test_two_worlds_are_compared_down_to_the_constraint(self):
        world, _ = falling_box()
        self.assertTrue(gelsim.compare(world, world.clone("reference"), 1 / 60).equal)
        double = world.clone("double")
        found = gelsim.compare(world, double, 1 / 60)
        self.assertFalse(found.equal)
        self.assertEqual((found.divergence.substep, found.divergence.stage), (0, "integrate"))
        self.assertLess(found.largest, 1e-6)

    def test_messages_go_to_logging(self):
        world = gelsim.World("reference", ground=True, substep_count=1)
        beam = world.add(gelsim.TetMesh.box((2, 0.1, 0.1), (40, 2, 2)), position=(0, 1, 0), young_modulus=1e8)
        beam.pin(beam.positions[:, 0] < -0.99)
        with self.assertLogs("gelsim", logging.WARNING) as found:
            world.step(count=2)
        self.assertIn("softer", found.output[0])
        self.assertGreater(beam.softness().ratio, 1.35)

    def test_measures_are_records_with_names_of_python(self):
        world, body = falling_box()
        world.step(count=3)
        measures = body.measure()
        self.assertAlmostEqual(measures.mass, 8, places=4)
        self.assertAlmostEqual(body.volume, 0.008, places=6)
        self.assertEqual(world.counters().step_count, 3)
        self.assertEqual(len(world.measure().momentum), 3)
        self.assertIn("strategy", world.explain() + "strategy")
        strains, errors = body.strains()
        self.assertEqual(len(strains), len(body.elements))

    def test_devices_are_listed_and_pass_their_test(self):
        for device in gelsim.devices(test="native" in BACKENDS):
            self.assertIsNot(device.is_exact, False, device)
            self.assertIn(device.kind, ("cpu", "gpu", "other"))
