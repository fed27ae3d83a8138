"""Objects of other files, copies, instances, and scales that turn a mesh inside out."""
import bpy
import numpy as np
from stage import Stage


class Instances(Stage):
    def rest_on_a_box(self, change, side):
        """The lowest vertex that a ball shows after 1.5 s on a box of which `change` has been made."""
        bpy.ops.mesh.primitive_cube_add(size=2, location=(0, 0, -1))
        bpy.ops.object.modifier_add(type="COLLISION")
        box = bpy.context.object
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.25, location=(0, 0, 0.5))
        change({"box": box, "ball": bpy.context.object}[side])
        bpy.context.view_layer.update()
        ball = self.soft(damping=5.0)
        self.play(36)
        lowest = self.shown(ball)[:, 2].min()
        for ob in (box, ball):
            bpy.data.objects.remove(ob)
        return lowest

    def test_mirrored_and_inside_out_meshes_are_solid(self):
        for side in ("box", "ball"):
            for change in (lambda ob: setattr(ob, "scale", (-1, 1, 1)), lambda ob: ob.data.flip_normals()):
                self.assertAlmostEqual(self.rest_on_a_box(change, side), 0.0, delta=0.01)

    def test_a_scale_of_0_and_a_flat_solid_are_refused(self):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2)
        bpy.context.object.scale = (1, 1, 0)
        bpy.context.view_layer.update()
        with self.assertRaisesRegex(RuntimeError, "its scale, or that of a parent, is 0"):
            self.soft()
        bpy.context.object.scale = (1, 1, 1e-7)
        bpy.context.view_layer.update()
        with self.assertRaisesRegex(RuntimeError, "the mesh is flat, so no tetrahedra fit into it"):
            self.soft()

    def test_objects_of_one_mesh_move_on_their_own(self):
        first = self.ball()
        bpy.ops.object.duplicate(linked=True)
        second = bpy.context.object
        second.location, second.scale = (1, 0, 1.5), (2, 2, 2)
        bpy.ops.gel.reset()
        self.play(6)
        self.assertEqual(first.data, second.data)
        self.assertNotEqual(first.gel.cache, second.gel.cache)
        np.testing.assert_allclose(self.shown(second).mean(0) - self.shown(first).mean(0), (1, 0, 0.5), atol=1e-4)
        np.testing.assert_allclose(np.ptp(self.shown(second), 0) / np.ptp(self.shown(first), 0), 2, atol=0.01)

    def test_a_collider_that_is_there_as_an_instance_alone_is_named(self):
        ball = self.ball(z=0.5)
        floor, collection = self.floor(), bpy.data.collections.new("set")
        self.scene.collection.objects.unlink(floor)
        collection.objects.link(floor)
        empty = bpy.data.objects.new("Set", None)
        empty.instance_type, empty.instance_collection = "COLLECTION", collection
        self.scene.collection.objects.link(empty)
        bpy.context.view_layer.objects.active = ball
        bpy.ops.gel.reset()
        self.assertRegex(ball.gel.warning, "Set instances the collider Plane, and instances do not push")
        bpy.data.objects.remove(empty)
        self.scene.collection.objects.link(floor)
        self.play(24)
        self.assertEqual(ball.gel.warning, "")
        self.assertGreater(self.shown(ball)[:, 2].min(), -0.01)

    def test_a_linked_object_is_refused_and_its_override_is_baked_and_kept(self):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=0.25)
        library = str(self.folder / "library.blend")
        bpy.ops.wm.save_as_mainfile(filepath=library)
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        self.scene.frame_end = 5
        self.save()
        with bpy.data.libraries.load(library, link=True) as (_, linked):
            linked.objects = ["Icosphere"]
        ball = linked.objects[0]
        self.scene.collection.objects.link(ball)
        bpy.context.view_layer.objects.active = ball
        with self.assertRaisesRegex(RuntimeError, "is linked from .*library.blend.* Library Override"):
            bpy.ops.gel.make_soft()
        ball = ball.override_create(remap_local_usages=True)
        ball.override_library.is_system_override = False
        bpy.context.view_layer.objects.active = ball
        self.soft(young_modulus=3e4)
        bpy.ops.gel.bake()
        expected = self.shown(ball, 4)
        self.save()
        bpy.ops.wm.open_mainfile(filepath=bpy.data.filepath)
        ball = bpy.data.objects["Icosphere"]
        self.assertEqual((ball.gel.enabled, bool(ball.gel.baked), ball.gel.tet_count, ball.gel.young_modulus), (True, True, 500, 3e4))
        np.testing.assert_array_equal(self.shown(ball, 4), expected)
