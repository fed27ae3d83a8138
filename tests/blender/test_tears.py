"""Ropes that tear, and the inside of torn solids."""
import os

import bpy
import numpy as np
from gel_soft_body import cache
from stage import Stage


class Tears(Stage):
    def cube(self):
        bpy.ops.mesh.primitive_cube_add(size=1)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.subdivide(number_cuts=5)
        bpy.ops.object.mode_set(mode="OBJECT")
        self.pull_apart(bpy.context.object)
        return bpy.context.object

    def lengths(self, ob):
        shape = ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
        ends = (edge.vertices for edge in shape.edges)
        return np.array([(shape.vertices[a].co - shape.vertices[b].co).length for a, b in ends])

    def rope(self):
        mesh = bpy.data.meshes.new("rope")
        mesh.from_pydata([(i / 10 - 0.5, 0, 1) for i in range(11)], [(i, i + 1) for i in range(10)], [])
        ob = bpy.data.objects.new("rope", mesh)
        self.scene.collection.objects.link(ob)
        bpy.context.view_layer.objects.active = ob
        return ob

    def grid(self):
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=3, y_subdivisions=3)
        return bpy.context.object

    def test_what_may_tear_but_cannot_show_it_is_told_what_to_press(self):
        for make in (self.rope, self.grid):
            ob = make()
            self.soft()
            self.assertEqual(ob.gel.message, "")
            ob.gel.tear_strain = 0.5
            bpy.ops.gel.reset()
            self.assertIn("its faces or edges have common vertices, so it cannot show tears: press Let It Tear",
                          ob.gel.message)
            bpy.data.objects.remove(ob)

    def test_a_torn_rope_shows_a_gap_and_keeps_its_goals(self):
        ob = self.rope()
        self.pull_apart(ob)
        self.assertEqual([m.type for m in ob.modifiers], ["HOOK", "HOOK", "NODES", "MESH_CACHE", "WELD"])
        self.play(3)
        self.assertEqual((ob.gel.message, len(self.lengths(ob)), len(self.shown(ob))), ("", 10, 11))
        self.play(16)
        shown, places = self.lengths(ob), self.shown(ob)[:, 0]
        self.assertLess(len(shown), 10)
        self.assertGreater(np.diff(np.sort(places)).max(), 0.5)
        self.assertLess(shown.max(), 0.5)
        np.testing.assert_allclose((places.min(), places.max()), (-1.5, 1.5), atol=0.01)
        bpy.ops.gel.tear()
        self.assertEqual([m.type for m in ob.modifiers], ["HOOK", "HOOK", "MESH_CACHE"])
        self.play(16)
        self.assertEqual((ob.gel.message, len(self.lengths(ob))), ("", 10))

    def area(self, ob):
        a, b, c = self.shown(ob).reshape(-1, 3, 3).transpose(1, 0, 2)
        return 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()

    def insides(self):
        return [each.name for each in bpy.data.objects if "inside" in each.name]

    def test_a_torn_solid_shows_its_inside(self):
        ob = self.cube()
        self.play(3)
        inside = ob.gel.inside
        self.assertEqual((ob.gel.message, self.area(inside)), ("", 0))
        self.play(16)
        self.assertGreater(self.area(inside), 1.0)
        # The triangles look out of what is left: to the middle, where the gap is.
        corners = self.shown(inside).reshape(-1, 3, 3)
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 0]
        middle = corners.mean(1)[:, 0]
        self.assertLess((across * np.sign(middle)).sum(), -1.0)
        bpy.ops.gel.tear()
        self.assertEqual((ob.gel.inside, self.insides()), (None, []))

    def test_an_object_that_no_longer_tears_or_is_no_solid_shows_no_inside(self):
        ob = self.cube()
        for name, value in (("tear_strain", 0.0), ("kind", "CLOTH")):
            before = getattr(ob.gel, name)
            self.play(2)
            self.assertIsNotNone(ob.gel.inside)
            setattr(ob.gel, name, value)
            self.play(2)
            self.assertEqual((ob.gel.message, ob.gel.inside, self.insides()), ("", None, []), name)
            setattr(ob.gel, name, before)

    def test_a_bake_of_an_inside_is_resumed_cut_and_freed(self):
        ob = self.cube()
        bpy.ops.gel.bake()
        inside = ob.gel.inside
        whole, expected = self.cache(inside), self.shown(inside, 14)
        bpy.ops.gel.free()
        self.assertEqual(len(inside.modifiers), 0)
        bpy.ops.gel.bake(until=9)
        (self.folder / "other").mkdir()
        bpy.ops.wm.save_as_mainfile(filepath=str(self.folder / "other/scene.blend"))
        bpy.ops.gel.bake(resume=True)
        self.assertEqual((self.cache(inside) == whole, len(os.listdir(cache.folder()))), (True, 2))
        bpy.ops.gel.cut(first=5, last=15)
        np.testing.assert_array_equal(self.shown(inside, 14), expected)
        bpy.ops.gel.remove()
        self.assertEqual((os.listdir(cache.folder()), self.insides()), ([], []))

    def test_an_object_named_as_an_inside_has_a_file_of_its_own(self):
        cube = self.cube()
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=0.25, location=(0, 0, 3))
        bpy.context.object.name = f"{cube.name}_inside"
        ball = self.soft()
        self.play(2)
        paths = {os.path.basename(each.modifiers["Gel"].filepath) for each in (cube, cube.gel.inside, ball)}
        self.assertEqual(paths, {"Cube.pc2", "Cube.inside.pc2", "Cube_inside.pc2"})

    def copy_of(self, ob):
        bpy.ops.object.select_all(action="DESELECT")
        ob.select_set(True)
        bpy.context.view_layer.objects.active = ob
        bpy.ops.object.duplicate()
        return bpy.context.object

    def test_copies_have_insides_of_their_own(self):
        first = self.cube()
        second = self.copy_of(first)
        second.location.y = 3
        self.play(4)
        self.assertNotEqual(first.gel.inside, second.gel.inside)
        self.assertNotEqual(first.gel.inside.modifiers["Gel"].filepath, second.gel.inside.modifiers["Gel"].filepath)

    def test_what_is_done_to_a_copy_leaves_the_inside_of_the_original(self):
        first = self.cube()
        self.play(2)
        inside = first.gel.inside
        for change in (bpy.ops.gel.free, bpy.ops.gel.remove, bpy.ops.gel.tear):
            second = self.copy_of(first)
            self.assertEqual(second.gel.inside, inside)
            change()
            self.assertEqual((first.gel.inside, list(inside.modifiers.keys())), (inside, ["Gel"]))
            bpy.data.objects.remove(second)

    def test_an_inside_whose_mesh_something_else_shows_leaves_it_that(self):
        ob = self.cube()
        self.play(2)
        other = bpy.data.objects.new("other", ob.gel.inside.data)
        bpy.ops.gel.remove()
        self.assertEqual((ob.gel.inside, len(other.data.vertices) > 0), (None, True))
