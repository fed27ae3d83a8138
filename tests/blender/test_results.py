"""What gel run has written, shown in Blender."""
import subprocess

import bpy
import numpy as np
import stage


class Results(stage.Stage):
    def run_gel(self, out, *options):
        path, result = self.folder / "scene.json", self.folder / out
        subprocess.run([stage.GEL, "run", str(path), "--frames", "10", "--backend", "native", "--out", str(result), *options],
                       capture_output=True, check=True)
        return str(result)

    def export(self):
        """A solid and cloth, exported at 24 frames per second, and what Blender shows of them at frame 11."""
        self.floor()
        solid = self.ball(z=0.3)
        bpy.ops.mesh.primitive_grid_add(x_subdivisions=4, y_subdivisions=4, size=0.5, location=(2, 0, 1))
        cloth = self.soft(thickness=0.01)
        self.play(11)
        bpy.ops.gel.export_scene(filepath=str(self.folder / "scene.json"))
        self.scene.frame_set(11)
        return [self.shown(ob) for ob in (solid, cloth)]

    def test_each_body_is_an_object_that_moves_as_it_did_in_gel(self):
        expected = self.export()
        for out in ("result.pc2", "result.mdd"):
            bpy.ops.gel.import_result(filepath=self.run_gel(out), up="Z")
            imported = [ob for ob in bpy.data.objects if ob.name.startswith("body_") and not ob.gel.enabled]
            self.assertEqual([len(ob.data.materials) for ob in imported], [1] * len(imported))
            for ob, places in zip(imported, expected):
                np.testing.assert_allclose(self.shown(ob, 11), places, atol=1e-5)
            for ob in imported:
                bpy.data.objects.remove(ob)

    def test_a_part_of_a_result_is_shown_at_its_time_at_any_rate_and_y_up(self):
        expected = self.export()[0]
        self.scene.render.fps = 48
        bpy.ops.gel.import_result(filepath=self.run_gel("part.pc2", "--body", "1", "--first", "4", "--every", "2"), up="Y")
        body = next(ob for ob in bpy.data.objects if ob.name.startswith("body_"))
        places = self.shown(body, 21)
        np.testing.assert_allclose(np.stack((places[:, 0], places[:, 2], -places[:, 1]), 1), expected, atol=1e-5)

    def test_a_cache_without_its_mesh_or_of_another_mesh_is_refused(self):
        self.export()
        path = self.run_gel("result.pc2")
        with open(path, "r+b") as file:
            file.truncate(1000)
        with self.assertRaisesRegex(RuntimeError, "expected .* bytes, found 1000: write it again"):
            bpy.ops.gel.import_result(filepath=path)
        (self.folder / "result_rest.obj").unlink()
        with self.assertRaisesRegex(RuntimeError, "result_rest.obj"):
            bpy.ops.gel.import_result(filepath=path)
