"""What artists do to their files: hide objects, make groups by geometry nodes, edit meshes, let scenes grow."""
import shutil

import bpy
import numpy as np
from gel_soft_body import cache, simulation
from stage import Stage


class Workflow(Stage):
    def rising_cube(self):
        """A collider that its location and a modifier move."""
        bpy.ops.mesh.primitive_cube_add(size=1)
        bpy.ops.object.modifier_add(type="COLLISION")
        cube = bpy.context.object
        for frame, z in ((1, 0.0), (20, 1.0)):
            cube.location.z = z
            cube.keyframe_insert("location", frame=frame)
        self.scene.frame_set(1)
        return cube

    def test_a_collider_that_is_hidden_by_its_eye_moves_and_one_that_is_disabled_does_not_push(self):
        cube = self.rising_cube()
        ball = self.ball(z=0.8)
        found = []
        for hide in (lambda: None, lambda: (cube.hide_set(True), simulation.stop(self.scene)),
                     lambda: setattr(cube, "hide_viewport", True)):
            hide()
            self.play(20)
            found.append(self.shown(ball)[:, 2].min())
        self.assertGreater(found[0], 1.4)
        self.assertEqual(found[1], found[0])
        self.assertLess(found[2], -1.0)

    def test_a_soft_body_that_is_disabled_in_viewports_is_named(self):
        ball = self.ball()
        ball.hide_viewport = True
        bpy.ops.gel.reset()
        self.assertIn("Icosphere is disabled in viewports or excluded from the view layer", ball.gel.message)
        ball.hide_viewport = False
        self.play(5)
        self.assertEqual(ball.gel.message, "")

    def grid(self):
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=6, y_subdivisions=6, location=(0, 0, 2))
        return bpy.context.object

    def test_geometry_nodes_can_make_the_group_of_the_goal(self):
        ob = self.grid()
        _, tree = self.nodes(ob)
        given, store, made = (tree.nodes.new(kind) for kind in
                              ("NodeGroupInput", "GeometryNodeStoreNamedAttribute", "NodeGroupOutput"))
        store.inputs["Name"].default_value = "pin"
        store.domain, store.data_type = "POINT", "FLOAT"
        next(each for each in store.inputs if each.name == "Value" and each.enabled).default_value = 1.0
        tree.links.new(given.outputs[0], store.inputs[0])
        tree.links.new(store.outputs[0], made.inputs[0])
        self.soft(goal_group="pin")
        self.play(10)
        np.testing.assert_allclose(self.shown(ob)[:, 2], 2.0, atol=1e-6)

    def test_settings_that_are_made_at_the_first_frame_count_when_it_is_played(self):
        ob = self.grid()
        ob.vertex_groups.new(name="pin").add(range(len(ob.data.vertices)), 1.0, "REPLACE")
        self.soft()
        ob.gel.goal_group = "pin"
        for frame in range(2, 11):  # as in a window, which does not show the first frame again
            self.scene.frame_set(frame)
        np.testing.assert_allclose(self.shown(ob)[:, 2], 2.0, atol=1e-6)

    def test_a_file_that_is_opened_at_the_first_frame_plays(self):
        self.ball()
        self.save()
        shutil.rmtree(cache.folder())
        bpy.ops.wm.open_mainfile(filepath=bpy.data.filepath)
        for frame in range(2, 11):
            self.scene.frame_set(frame)
        self.assertLess(self.shown(bpy.data.objects["Icosphere"])[:, 2].mean(), 0.7)

    def test_choices_are_shown_as_blender_writes_names(self):
        shown = {item.identifier: item.name for item in self.ball().gel.bl_rna.properties["solver"].enum_items}
        self.assertEqual(shown, {"xpbd": "XPBD", "twoLevel": "Two Level", "auto": "Auto", "world": "World"})

    def test_a_group_that_is_not_there_is_named(self):
        ob = self.grid()
        ob.vertex_groups.new(name="pin").add([0], 1.0, "REPLACE")
        self.soft(goal_group="pin")
        ob.vertex_groups["pin"].name = "other"
        bpy.ops.gel.reset()
        self.assertIn("expected a vertex group pin, found none", ob.gel.message)

    def test_a_mesh_that_is_edited_in_play_ends_the_simulation_with_a_message(self):
        ball = self.ball()
        self.play(5)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.subdivide()
        bpy.ops.object.mode_set(mode="OBJECT")
        self.scene.frame_set(6)
        self.assertIn("since it was edited: go to the first frame", ball.gel.message)
        self.play(3)
        self.assertEqual(ball.gel.message, "")

    def test_a_bake_knows_its_last_frame_when_the_scene_grows(self):
        ball = self.ball()
        self.play(24)
        self.assertIsNone(simulation.end_of_bake(ball))
        bpy.ops.gel.bake()
        self.assertEqual((simulation.end_of_bake(ball), simulation.lacks_of_bake(self.scene, ball)), (24, ""))
        self.scene.frame_end = 30
        self.assertEqual(simulation.lacks_of_bake(self.scene, ball),
                         "The bake ends at frame 24, and the scene at 30: press Free, then Bake")
        bpy.ops.gel.cut(first=3, last=9)
        self.assertEqual((simulation.end_of_bake(ball), simulation.lacks_of_bake(self.scene, ball)), (None, ""))

    def test_a_bake_whose_file_is_missing_names_it(self):
        ball = self.ball()
        bpy.ops.gel.bake()
        path = bpy.path.abspath(ball.modifiers["Gel"].filepath)
        shutil.rmtree(cache.folder())
        self.assertIsNone(simulation.end_of_bake(ball))
        self.assertEqual(simulation.lacks_of_bake(self.scene, ball),
                         f"Expected the file {path} of the bake, found none: copy the folder scene_gel, or press Free, "
                         "then Bake")

    def test_the_same_time_falls_as_far_at_any_rate_and_first_frame(self):
        for start, rate in ((1, 24), (1000, 60)):
            self.scene.render.fps = rate
            self.scene.frame_start, self.scene.frame_end = start, start + rate
            self.scene.frame_set(start)
            ball = self.ball(z=0.0)
            self.play(start + rate // 4)
            self.assertAlmostEqual(self.shown(ball)[:, 2].mean(), -0.5 * 9.81 * 0.25 ** 2, delta=0.02)
            bpy.data.objects.remove(ball)
