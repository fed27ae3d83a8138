"""The hand that pulls bodies."""
import bpy
from gel_soft_body import hand, simulation
from stage import Stage


class Hand(Stage):
    def pull_up(self, ball):
        """Takes the ball at frame 3, lifts it until frame 14, and lets go."""
        self.play(3)
        session, centre = simulation.SESSIONS[self.scene.name], self.shown(ball).mean(0)
        eye = (centre[0], centre[1] - 5, centre[2])
        hold = hand.take(self.scene, session, eye, (0, 1, 0))
        self.assertEqual(hold.name, ball.name)
        self.assertAlmostEqual(hold.distance, 4.75, delta=0.05)
        for frame in range(4, 15):
            hold.move(eye, (0, 1, 0.02 * (frame - 3)))
            self.scene.frame_set(frame)
        hand.let_go(self.scene)

    def test_a_body_follows_the_hand_and_each_simulation_repeats_it(self):
        self.floor()
        ball = self.ball(z=0.5)
        self.pull_up(ball)
        self.assertGreater(self.shown(ball)[:, 2].mean(), 0.7)
        for frame in range(15, 25):
            self.scene.frame_set(frame)
        pulled = self.cache(ball)
        bpy.ops.gel.bake()
        self.assertEqual(self.cache(ball), pulled)
        bpy.ops.gel.free()
        bpy.ops.gel.bake(until=9)
        bpy.ops.gel.bake(resume=True)
        self.assertEqual(self.cache(ball), pulled)

    def test_a_second_pull_lies_over_the_first_until_both_are_forgotten(self):
        self.floor()
        first = self.ball(z=0.5)
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.25, location=(0, -1, 0.5))
        second = self.soft()
        self.play(14)
        free = self.cache(first), self.cache(second)
        bpy.data.objects.remove(second)
        self.pull_up(first)
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.25, location=(0, -1, 0.5))
        second = self.soft()
        self.pull_up(second)
        self.assertGreater(min(self.shown(ball)[:, 2].mean() for ball in (first, second)), 0.7)
        bpy.ops.gel.forget_pulls()
        self.play(14)
        self.assertEqual((self.cache(first), self.cache(second)), free)

    def test_the_hand_misses_beside_a_body(self):
        ball = self.ball()
        self.play(3)
        self.assertIsNone(hand.take(self.scene, simulation.SESSIONS[self.scene.name], (2, -5, 1), (0, 1, 0)))
        self.assertTrue(ball.gel.enabled)
