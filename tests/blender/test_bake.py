"""Baking, going on, cutting, and the same bits outside of Blender."""
import os
import unittest.mock

import bpy
import numpy as np
from gel_soft_body import cache, simulation, stale
from stage import Stage


class Bake(Stage):
    def test_a_bake_repeats_to_the_byte(self):
        self.floor()
        ball = self.ball()
        bpy.ops.gel.bake()
        first = self.cache(ball)
        bpy.ops.gel.free()
        self.assertNotIn("Gel", ball.modifiers)
        bpy.ops.gel.bake()
        self.assertEqual(self.cache(ball), first)
        self.assertEqual(len(first), 32 + 24 * 12 * len(ball.data.vertices))

    def test_a_bake_that_was_interrupted_ends_in_the_same_bytes(self):
        floor = self.floor()
        for frame, z in ((1, 0.0), (8, 0.3), (24, 0.0)):
            floor.location.z = z
            floor.keyframe_insert("location", frame=frame)
        ball = self.ball(z=0.5)
        bpy.ops.gel.bake()
        whole = self.cache(ball)
        bpy.ops.gel.free()
        bpy.ops.gel.bake(until=9)
        self.assertEqual(len(self.cache(ball)), 32 + 9 * 12 * len(ball.data.vertices))
        simulation.SESSIONS.clear()
        self.save()
        bpy.ops.wm.open_mainfile(filepath=bpy.data.filepath)
        ball = bpy.data.objects["Icosphere"]
        bpy.ops.gel.bake(resume=True)
        self.assertEqual(self.cache(ball), whole)
        self.assertFalse(simulation.can_resume(self.scene))

    def interrupt(self):
        """A ball whose bake was interrupted at frame 9, and the bytes of a whole bake."""
        self.floor()
        ball = self.ball(z=0.5)
        bpy.ops.gel.bake()
        whole = self.cache(ball)
        bpy.ops.gel.free()
        bpy.ops.gel.bake(until=9)
        return ball, whole

    def test_an_interrupted_bake_is_kept_while_its_frames_are_played(self):
        ball, whole = self.interrupt()
        for last in (1, 4, 12):
            self.play(last)
            self.assertEqual(self.cache(ball), whole[:28] + b"\x09\0\0\0" + whole[32:32 + 9 * 12 * len(ball.data.vertices)])
        bpy.ops.gel.bake(resume=True)
        self.assertEqual(self.cache(ball), whole)

    def test_an_interrupted_bake_of_other_settings_or_objects_does_not_go_on(self):
        ball, _ = self.interrupt()
        ball.gel.young_modulus *= 0.1
        with self.assertRaisesRegex(RuntimeError, "have changed since the bake was interrupted"):
            bpy.ops.gel.bake(resume=True)
        ball.gel.young_modulus *= 10
        self.ball(z=2)
        with self.assertRaisesRegex(RuntimeError, "have changed since the bake was interrupted"):
            bpy.ops.gel.bake(resume=True)
        bpy.ops.gel.bake()
        self.assertTrue(ball.gel.baked)
        self.assertFalse(simulation.can_resume(self.scene))

    def test_an_interrupted_bake_goes_on_after_save_as_and_the_former_file_keeps_its_own(self):
        _, whole = self.interrupt()
        self.save()
        (self.folder / "other").mkdir()
        for name in ("other/scene.blend", "renamed.blend", "scene.blend"):
            bpy.ops.wm.open_mainfile(filepath=str(self.folder / "scene.blend"))
            bpy.ops.wm.save_as_mainfile(filepath=str(self.folder / name))
            bpy.ops.wm.open_mainfile(filepath=bpy.data.filepath)
            bpy.ops.gel.bake(resume=True)
            ball = bpy.data.objects["Icosphere"]
            self.assertEqual(bpy.path.abspath(ball.modifiers["Gel"].filepath), os.path.join(cache.folder(), ball.gel.cache))
            self.assertEqual(self.cache(ball), whole, name)
            self.assertFalse(simulation.can_resume(self.scene))

    def test_a_file_that_is_overwritten_leaves_no_interrupted_bake(self):
        for name in ("Scene", "Shot"):
            self.scene.name = name
            self.interrupt()
            self.save()
            bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
            self.ball()
            self.assertFalse(simulation.can_resume(self.scene))
            self.save()
            self.scene.name = name
            self.assertFalse(simulation.can_resume(self.scene), name)

    def test_a_file_that_is_saved_through_a_link_keeps_its_interrupted_bake(self):
        self.interrupt()
        self.save()
        os.symlink(self.folder, f"{self.folder}_link")
        self.addCleanup(os.remove, f"{self.folder}_link")
        bpy.ops.wm.save_as_mainfile(filepath=f"{self.folder}_link/scene.blend")
        self.assertTrue(simulation.can_resume(self.scene))

    def test_a_state_that_cannot_be_copied_leaves_no_part_of_it(self):
        ball, _ = self.interrupt()
        self.save()

        def fill_the_disk(source, path):
            with open(path, "wb") as file:
                file.write(b"part")
            if source.endswith(".state"):
                raise OSError(28, "No space left on device")

        with unittest.mock.patch("shutil.copyfile", fill_the_disk):
            bpy.ops.wm.save_as_mainfile(filepath=str(self.folder / "renamed.blend"))
        self.assertFalse(simulation.can_resume(self.scene))
        self.assertIn("stays with the former file", ball.gel.message)

    def test_a_bake_whose_collider_plays_a_file_is_current_after_save_as(self):
        floor, ball = self.floor(), self.ball()
        floor.modifiers.new("Mesh Cache", "MESH_CACHE").filepath = "//floor.pc2"
        bpy.ops.gel.bake()
        (self.folder / "other").mkdir()
        bpy.ops.wm.save_as_mainfile(filepath=str(self.folder / "other/scene.blend"))
        self.assertEqual(floor.modifiers["Mesh Cache"].filepath, "//../floor.pc2")
        self.assertEqual(ball.gel.baked, stale.digest(self.scene, ball))
        floor.modifiers["Mesh Cache"].filepath = "//../v2/floor.pc2"
        self.assertNotEqual(ball.gel.baked, stale.digest(self.scene, ball))

    def test_a_state_that_is_damaged_is_refused(self):
        self.interrupt()
        with open(cache.state_path(self.scene), "wb") as file:
            file.write(b"no state")
        with self.assertRaises(RuntimeError):
            bpy.ops.gel.bake(resume=True)

    def test_what_changes_after_a_bake_is_seen(self):
        floor, ball = self.floor(), self.ball()
        bpy.ops.gel.bake()

        def check(seen):
            self.assertEqual(ball.gel.baked != stale.digest(self.scene, ball), seen)
        check(False)
        # A vertex is looked up again for each change: Blender may have moved it.
        for find, name in ((lambda: ball.gel, "young_modulus"), (lambda: floor.location, "z"), (lambda: ball.data.vertices[0].co, "x")):
            before = getattr(find(), name)
            for value in (before + 0.125, before):
                setattr(find(), name, value)
                bpy.context.view_layer.update()
                check(value != before)

    def test_weights_and_animation_that_change_after_a_bake_are_seen(self):
        bpy.ops.object.armature_add()
        armature = bpy.context.object
        bone = armature.pose.bones[0]
        for frame, x in ((1, 0.0), (12, 0.3)):
            bone.location.x = x
            bone.keyframe_insert("location", frame=frame)
        floor = self.floor()
        floor.keyframe_insert("location", frame=1)
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=0.25, location=(0, 0, 1))
        ball = bpy.context.object
        ball.modifiers.new("Bones", "ARMATURE").object = armature
        ball.vertex_groups.new(name="top").add([0, 1, 2], 0.5, "REPLACE")
        ball.vertex_groups.new(name=bone.name).add([0, 1, 2], 1.0, "REPLACE")
        self.soft(goal_group="top")
        bpy.ops.gel.bake()

        def check(seen, what):
            bpy.context.view_layer.update()
            self.assertEqual(ball.gel.baked != stale.digest(self.scene, ball), seen, what)
        check(False, "nothing changed")
        self.scene.frame_set(7)
        check(False, "another frame is shown")
        top = ball.vertex_groups["top"]
        keys = [stale.curves_of(ob.animation_data.action)[0].keyframe_points[0] for ob in (armature, floor)]
        for what, set_to, value, before in (("a weight", lambda value: top.add([0], value, "REPLACE"), 0.75, 0.5),
                                            ("a key of a bone", lambda value: setattr(keys[0], "co", (1, value)), 0.5, 0.0),
                                            ("a key of a collider", lambda value: setattr(keys[1], "co", (1, value)), 0.5, 0.0)):
            set_to(value)
            check(True, what)
            set_to(before)
            check(False, f"{what}, taken back")

    def test_a_collider_that_is_disabled_after_a_bake_is_seen(self):
        floor, ball = self.floor(), self.ball()
        bpy.ops.gel.bake()
        for hide, seen in ((True, True), (False, False)):
            floor.hide_viewport = hide
            bpy.context.view_layer.update()
            self.assertEqual(ball.gel.baked != stale.digest(self.scene, ball), seen)

    def test_inputs_and_trees_of_geometry_nodes_that_change_after_a_bake_are_seen(self):
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=3, y_subdivisions=3)
        ob = bpy.context.object
        modifier, tree = self.nodes(ob, "NodeSocketFloat", "NodeSocketVector")
        nodes = [tree.nodes.new(kind) for kind in ("NodeGroupInput", "NodeGroupOutput")]
        tree.links.new(nodes[0].outputs[0], nodes[1].inputs[0])
        number, vector = (each.identifier for each in nodes[0].outputs[1:3])

        def set_input(name, value):
            if hasattr(modifier, "properties"):  # Blender 5.3
                getattr(modifier.properties.inputs, name).value = value
            elif isinstance(value, tuple):
                modifier[name][:] = value  # keeps its single precision
            else:
                modifier[name] = value

        def check(seen, what):
            bpy.context.view_layer.update()
            self.assertEqual(ob.gel.baked != stale.digest(self.scene, ob), seen, what)
        set_input(number, 0.5)
        set_input(vector, (1.0, 2.0, 3.0))
        self.soft()
        bpy.ops.gel.bake()
        check(False, "nothing changed")
        for name, value, before in ((number, 0.25, 0.5), (vector, (1.0, 2.0, 4.0), (1.0, 2.0, 3.0))):
            set_input(name, value)
            check(True, name)
            set_input(name, before)
            check(False, f"{name}, taken back")
        other = tree.copy()
        modifier.node_group = other
        check(True, "another tree")

    def test_a_baked_body_pushes_the_next_one(self):
        self.floor()
        first = self.ball(z=0.26)
        bpy.ops.gel.bake()
        before = self.cache(first)
        second = self.ball(z=0.9)
        self.play(24)
        self.assertGreater(self.shown(second)[:, 2].mean(), 0.5)
        self.assertEqual(self.cache(first), before)

    def test_free_leaves_other_objects_and_no_file_of_its_own(self):
        first = self.ball()
        second = self.ball(z=3)
        bpy.ops.gel.bake()
        bpy.ops.gel.cut(first=2, last=9)
        bpy.ops.gel.free()
        self.assertEqual(os.listdir(cache.folder()), [first.gel.cache])
        self.assertEqual((bool(first.gel.baked), bool(second.gel.baked)), (True, False))

    def test_a_cut_shows_the_same_frames(self):
        ball = self.ball()
        bpy.ops.gel.bake()
        expected = self.shown(ball, 8)
        bpy.ops.gel.cut(first=5, last=12)
        np.testing.assert_array_equal(self.shown(ball, 8), expected)
        np.testing.assert_array_equal(self.shown(ball, 20), self.shown(ball, 12))

    def test_a_file_without_the_add_on_shows_the_bake(self):
        import gel_soft_body
        ball = self.ball()
        bpy.ops.gel.bake()
        expected = self.shown(ball, 20)
        self.save()
        gel_soft_body.unregister()
        bpy.ops.wm.open_mainfile(filepath=bpy.data.filepath)
        np.testing.assert_array_equal(self.shown(bpy.data.objects["Icosphere"], 20), expected)
        gel_soft_body.register()

    def test_a_copy_and_a_renamed_object_keep_caches_of_their_own(self):
        ball = self.ball()
        bpy.ops.object.duplicate()
        bpy.context.object.location.x = 2
        ball.name = "renamed"
        bpy.ops.gel.bake()
        paths = [ob.modifiers["Gel"].filepath for ob in bpy.data.objects if ob.gel.enabled]
        self.assertEqual(len(set(paths)), 2, paths)

    def test_a_file_that_is_not_saved_is_not_baked(self):
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        self.ball()
        with self.assertRaisesRegex(RuntimeError, "Save the .blend file first"):
            bpy.ops.gel.bake()
