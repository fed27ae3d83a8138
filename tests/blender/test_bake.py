"""Baking, going on, cutting, and the same bits outside of Blender."""
import bpy
import numpy as np
from gel_soft_body import simulation
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

    def test_the_exported_scene_has_the_hash_of_blender(self):
        self.floor()
        self.ball(young_modulus=3e4, damping=0.5, self_contact=True)
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=6, y_subdivisions=6, size=0.5, location=(0, 0, 1.5))
        self.soft(thickness=0.01)
        self.play(12)
        expected = f"{simulation.SESSIONS[self.scene.name].world.hash():016x}"
        path = self.folder / "scene.json"
        bpy.ops.gel.export_scene(filepath=str(path))
        found = self.hash_of_run(path, 11)
        self.assertIn(expected, found)

    def test_settings_that_change_after_a_bake_are_seen(self):
        from gel_soft_body import settings
        ball = self.ball()
        bpy.ops.gel.bake()
        self.assertEqual(ball.gel.baked, settings.digest(self.scene, ball))
        ball.gel.young_modulus *= 2
        self.assertNotEqual(ball.gel.baked, settings.digest(self.scene, ball))

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
