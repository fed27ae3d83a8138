"""Exported scenes have Blender's hash."""
import bpy
from stage import Stage


class Export(Stage):
    def test_solids_and_cloth_have_the_same_hash(self):
        self.floor()
        self.ball(young_modulus=3e4, damping=0.5, self_contact=True)
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=6, y_subdivisions=6, size=0.5, location=(0, 0, 1.5))
        self.soft(thickness=0.01)
        self.check_export(12)

    def test_centimetres_other_frames_and_tilted_gravity_have_the_same_hash(self):
        self.scene.unit_settings.scale_length = 0.01
        self.scene.render.fps = 30
        self.scene.gravity = (1, 0, -5)
        self.scene.frame_start, self.scene.frame_end = 7, 30
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=25, location=(3, 0, 100), rotation=(1, 2, 3), scale=(1, 2, 1))
        self.soft()
        self.check_export(15)

    def test_objects_whose_names_differ_in_a_dot_have_the_same_hash(self):
        self.ball().name = "Ball.1"
        bpy.ops.mesh.primitive_cube_add(size=0.4, location=(1, 0, 1))
        self.soft().name = "Ball_1"
        self.check_export(5)

    def test_a_collider_that_moves_is_refused(self):
        floor = self.floor()
        for frame, z in ((1, 0.0), (8, 0.3)):
            floor.location.z = z
            floor.keyframe_insert("location", frame=frame)
        self.scene.frame_set(1)
        self.ball(z=0.5)
        with self.assertRaisesRegex(RuntimeError, "Plane: it moves by frame 2"):
            bpy.ops.gel.export_scene(filepath=str(self.folder / "scene.json"))
