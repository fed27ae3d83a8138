"""Force fields, and values that are painted."""
import bpy
import numpy as np
from gel_soft_body import simulation, stale
from stage import Stage


class Fields(Stage):
    def field(self, kind, location=(0, 0, 0), rotation=(0, 0, 0), **settings):
        bpy.ops.object.effector_add(type=kind, location=location, rotation=rotation)
        ob = bpy.context.object
        for name, value in {"seed": 1, **settings}.items():  # Blender gives each field a seed by chance
            setattr(ob.field, name, value)
        return ob

    def drift(self, **settings):
        """How far the centre of a ball moves in a quarter of a second, without gravity."""
        self.scene.use_gravity = False
        ball = self.ball(z=0.0, **settings)
        before = self.shown(ball, 1).mean(0)
        self.play(7)
        self.assertEqual(ball.gel.message, "")
        return self.shown(ball).mean(0) - before

    def test_a_force_without_falloff_is_an_acceleration(self):
        self.field("FORCE", location=(-50, 0, 0), strength=8)
        moved = self.drift()
        np.testing.assert_allclose(moved, (0.5 * 8 * 0.25 ** 2, 0, 0), atol=0.02)

    def test_wind_blows_along_its_axis_and_drag_holds_against_it(self):
        wind = self.field("WIND", rotation=(0, np.pi / 2, 0), strength=20)
        moved = self.drift(density=50.0)
        self.assertGreater(moved[0], 0.05)
        self.assertLess(np.abs(moved[1:]).max(), 0.01)
        self.field("DRAG", linear_drag=20)
        bpy.data.objects.remove(bpy.data.objects["Icosphere"])
        self.assertLess(self.drift(density=50.0)[0], 0.5 * moved[0])
        self.assertTrue(wind.field)

    def test_a_vortex_turns_and_turbulence_shakes(self):
        self.field("VORTEX", location=(-1, 0, 0), strength=5)
        moved = self.drift()
        self.assertGreater(moved[1], 0.08)
        self.field("TURBULENCE", strength=20, size=0.5)
        bpy.data.objects.remove(bpy.data.objects["Icosphere"])
        self.assertGreater(np.abs(self.drift() - moved).max(), 0.01)

    def test_weights_scale_fields_and_gravity(self):
        self.field("FORCE", location=(-50, 0, 0), strength=8)
        half = self.drift(weight_force=0.5)[0]
        self.assertAlmostEqual(half, 0.5 * 4 * 0.25 ** 2, delta=0.02)
        self.scene.use_gravity = True
        ball = self.ball(z=3.0, weight_all=0.0, weight_gravity=0.0)
        self.play(7)
        np.testing.assert_allclose(self.shown(ball).mean(0), (0, 0, 3), atol=1e-4)

    def test_fields_that_gel_lacks_are_named_and_can_be_left_out(self):
        charge = self.field("CHARGE")
        with self.assertRaisesRegex(RuntimeError, "Charge: expected Force, Vortex, Wind, Turbulence or Drag, found Charge"):
            self.ball()
        charge.field.type = "FORCE"
        charge.field.shape = "PLANE"
        with self.assertRaisesRegex(RuntimeError, "Shape: expected Point or Line, found Plane"):
            self.ball()
        self.scene.gel.field_collection = bpy.data.collections.new("fields")
        self.assertEqual(self.ball().gel.message, "")

    def test_a_field_that_moves_has_the_same_bytes_after_an_interruption(self):
        wind = self.field("WIND", rotation=(0, np.pi / 2, 0), noise=0.5)
        for frame, strength in ((1, 0.0), (24, 30.0)):
            wind.field.strength = strength
            wind.field.keyframe_insert("strength", frame=frame)
        ball = self.ball(density=50.0)
        bpy.ops.gel.bake()
        whole, digest = self.cache(ball), stale.digest(self.scene, ball)
        self.assertGreater(self.shown(ball, 24)[:, 0].mean(), 0.1)
        bpy.ops.gel.free()
        bpy.ops.gel.bake(until=9)
        bpy.ops.gel.bake(resume=True)
        self.assertEqual(self.cache(ball), whole)
        self.assertEqual(stale.digest(self.scene, ball), digest)
        stale.curves_of(wind.animation_data.action)[0].keyframe_points[1].co[1] = 20.0
        self.assertNotEqual(stale.digest(self.scene, ball), digest)

    def test_painted_values_reach_the_body(self):
        bpy.ops.mesh.primitive_cube_add(size=0.4)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.subdivide(number_cuts=3)
        bpy.ops.object.mode_set(mode="OBJECT")
        ob = bpy.context.object
        ob.vertex_groups.new(name="right").add([v.index for v in ob.data.vertices if v.co.x > 0.15], 1.0, "REPLACE")
        self.soft(density_group="right", density_minimum=0.5, density_maximum=2.0, stiffness_group="right")
        body = simulation.SESSIONS[self.scene.name].softs[0].body
        x, factors = body.positions[:, 0], body.get_values("density")
        np.testing.assert_allclose(factors[x < -0.15], 0.5, atol=1e-6)
        np.testing.assert_allclose(factors[x > 0.19], 2.0, atol=1e-6)
        self.assertAlmostEqual(body.get_values("stiffness")[x < -0.15].max(), 0.1, delta=1e-6)

    def test_only_colliders_of_the_collection_push(self):
        self.floor()
        self.scene.gel.collider_collection = bpy.data.collections.new("colliders")
        ball = self.ball(z=0.5)
        self.play(24)
        self.assertLess(self.shown(ball)[:, 2].max(), -1.0)
