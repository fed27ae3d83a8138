"""Exported scenes have Blender's hash."""
import bpy
from gel_soft_body import hand, simulation
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

    def test_painted_values_and_goals_that_a_bone_moves_have_the_same_hash(self):
        bpy.ops.object.armature_add()
        armature = bpy.context.object
        for frame, x in ((1, 0.0), (12, 0.3)):
            armature.pose.bones[0].location.x = x
            armature.pose.bones[0].keyframe_insert("location", frame=frame)
        self.scene.frame_set(1)
        bpy.ops.mesh.primitive_monkey_add(size=0.5, location=(0, 0, 1))
        for ob in (bpy.context.object, self.grid()):
            bpy.context.view_layer.objects.active = ob
            ob.modifiers.new("Bones", "ARMATURE").object = armature
            for name, weight in (("Bone", 1.0), ("left", 0.7)):
                ob.vertex_groups.new(name=name).add([v.index for v in ob.data.vertices if v.co.x < 0 or name == "Bone"], weight, "REPLACE")
            self.soft(goal_group="left", goal_maximum=0.9, goal_damping=3.0, stiffness_group="left", density_group="left", thickness=0.01)
        self.check_export(12)

    def grid(self):
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=6, y_subdivisions=6, size=0.5, location=(2, 0, 1))
        return bpy.context.object

    def test_colliders_that_move_and_deform_have_the_same_hash(self):
        floor = self.floor()
        floor.gel.restitution = 0.5
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=0.4, location=(0.2, 0, 0.2))
        bpy.ops.object.modifier_add(type="COLLISION")
        bpy.context.object.modifiers.new("Waves", "WAVE")
        for frame, z in ((1, 0.0), (8, 0.2)):
            floor.location.z = z
            floor.keyframe_insert("location", frame=frame)
        self.scene.frame_set(1)
        self.ball(z=0.9)
        self.check_export(16)

    def test_fields_and_their_weights_have_the_same_hash(self):
        for kind, rotation in (("WIND", (0, 1.5, 0)), ("FORCE", (0, 0, 0)), ("TURBULENCE", (0, 0, 0)), ("DRAG", (0, 0, 0)), ("VORTEX", (1, 0, 0))):
            bpy.ops.object.effector_add(type=kind, location=(0.3, 0.2, 0.1), rotation=rotation)
            field = bpy.context.object.field
            field.seed = 1
            field.strength, field.noise, field.use_max_distance, field.distance_max = 5, 0.5, kind not in ("VORTEX", "DRAG"), 3
        self.ball(weight_gravity=0.5, weight_wind=2.0, weight_all=0.75)
        self.check_export(12)

    def test_rest_shapes_that_change_have_the_same_hash(self):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=0.25, location=(0, 0, 1))
        for ob in (bpy.context.object, self.grid()):
            bpy.context.view_layer.objects.active = ob
            self.grow(ob)
            self.soft(dynamic_mesh=True, thickness=0.01)
        self.check_export(12)

    def test_fields_that_move_and_change_have_the_same_hash(self):
        for kind in ("WIND", "FORCE"):
            bpy.ops.object.effector_add(type=kind, location=(0.5, 0, 1))
            field = bpy.context.object
            field.field.seed = 1
            for frame, strength in ((1, 0.0), (8, 20.0)):
                field.field.strength = strength
                field.field.keyframe_insert("strength", frame=frame)
                field.location.x = 0.1 * frame
                field.keyframe_insert("location", frame=frame)
        self.scene.frame_set(1)
        ball = self.ball(density=50.0)
        self.check_export(12)
        self.assertGreater(abs(self.shown(ball, 12)[:, 0].mean()), 0.05)

    def test_pulls_of_two_bodies_have_the_same_hash(self):
        self.floor()
        for x in (0, 1):
            bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.25, location=(x, 0, 0.5))
            ball = self.soft()
            self.play(3)
            hold = hand.take(self.scene, simulation.SESSIONS[self.scene.name], (x, -5, 0.5), (0, 1, 0))
            for frame in range(4, 10 + 2 * x):
                hold.move((x, -5, 0.5), (0, 1, 0.02 * (frame - 3)))
                self.scene.frame_set(frame)
            hand.let_go(self.scene)
        self.check_export(16)
        self.assertGreater(self.shown(ball, 10)[:, 2].mean(), 0.6)
