"""Meshes: views that keep their owner, pickles, defects, filling."""
import gc
import pickle
import unittest
from importlib.util import find_spec

import numpy as np

import gelsim
from support import ASSETS, Test


def arrays_of(mesh):
    return {name: getattr(mesh, name) for name in ("positions", "tets", "triangles", "lines", "fill_fractions", "parts")
            if hasattr(mesh, name) and getattr(mesh, name) is not None}


class Meshes(Test):
    def test_every_mesh_pickles_to_equal_arrays(self):
        surface = gelsim.Surface.load(ASSETS / "meshes/bowl.obj")
        filled, embedding, _ = gelsim.Surface.sphere(0.5, 2).fill(200)
        for mesh in (gelsim.TetMesh.box((1, 2, 3), (2, 2, 2)), gelsim.TetMesh.sphere(), gelsim.TetMesh.torus(), filled, surface,
                     gelsim.Surface.sheet(), gelsim.LineMesh.straight()):
            copy = pickle.loads(pickle.dumps(mesh))
            self.assertEqual(arrays_of(copy).keys(), arrays_of(mesh).keys())
            for name, array in arrays_of(mesh).items():
                np.testing.assert_array_equal(getattr(copy, name), array, err_msg=f"{mesh} {name}")
        self.assertTrue((np.abs(embedding.weights.sum(1) - 1) < 1e-5).all())

    def test_an_array_keeps_its_mesh_alive_and_is_read_only(self):
        mesh = gelsim.TetMesh.box()
        positions = mesh.positions
        expected = positions.copy()
        del mesh
        gc.collect()
        np.testing.assert_array_equal(positions, expected)
        with self.assertRaises(ValueError):
            positions[0] = 0

    def test_defects_of_arrays_are_repaired_and_counted(self):
        mesh = gelsim.TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [9, 9, 9]], [[0, 2, 1, 3]])
        self.assertEqual((mesh.repair.turned_tets, mesh.repair.unused_vertices, len(mesh)), (1, 1, 4))
        surface = gelsim.Surface([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 1, 3]])
        self.assertEqual(surface.repair.welded_vertices, 1)
        np.testing.assert_array_equal(surface.originals, [0, 1, 2, 2])
        self.assertIn("open_edges", gelsim.Surface.sheet().report().issues)
        self.assertEqual(gelsim.Surface.sphere().report().verdict, "fit")
        self.assertAlmostEqual(gelsim.TetMesh.box((1, 2, 3)).report().volume, 6, places=5)

    def test_shapes_are_made_of_functions_heights_and_points(self):
        ball = gelsim.TetMesh.implicit(lambda x, y, z: x * x + y * y + z * z - 1, (-1.2,) * 3, (1.2,) * 3, 0.3)
        self.assertAlmostEqual(ball.report().volume, 4 / 3 * np.pi, delta=0.2)
        self.fails(ZeroDivisionError, "", gelsim.TetMesh.implicit, lambda x, y, z: 1 / 0, (-1,) * 3, (1,) * 3, 0.5)
        heights = gelsim.Surface.heightfield(np.arange(6.0).reshape(2, 3))
        self.assertEqual(len(heights), 6)
        hull = gelsim.Surface.hull(np.random.default_rng(1).normal(size=(100, 3)))
        self.assertTrue(hull.report().closed)
        x, y, z = np.mgrid[-1:1:8j, -1:1:8j, -1:1:8j]
        field = gelsim.Surface.distance_field(np.sqrt(x * x + y * y + z * z) - 0.7, (-1, -1, -1), 2 / 7)
        self.assertTrue(field.report().closed)
        self.assertTrue(gelsim.Surface.capsule().report().closed and gelsim.Surface.cylinder().report().closed)

    def test_filling_reports_its_progress_and_can_be_interrupted(self):
        seen = []
        surface = gelsim.Surface.sphere(0.5, 3)
        mesh, _, report = surface.fill(2000, progress=seen.append)
        self.assertGreater(len(seen), 1)
        self.assertEqual(seen, sorted(seen))
        self.assertAlmostEqual(report.filled_volume, report.surface_volume, places=3)

        def interrupt(done):
            raise KeyboardInterrupt
        self.fails(KeyboardInterrupt, "", surface.fill, 2000, progress=interrupt)
        self.fails(TypeError, "tet_count", surface.fill, tets=3)

    @unittest.skipUnless(find_spec("trimesh"), "trimesh is not installed")
    def test_surfaces_go_to_trimesh_and_back(self):
        mesh = gelsim.TetMesh.sphere(0.5, 4)
        outside = gelsim.to_trimesh(mesh)
        self.assertTrue(outside.is_watertight)
        self.assertAlmostEqual(outside.volume, mesh.report().volume, 5)
        surface = gelsim.Surface.sphere()
        back = gelsim.from_trimesh(gelsim.to_trimesh(surface))
        np.testing.assert_array_equal(back.triangles, surface.triangles)
        np.testing.assert_array_equal(back.positions, surface.positions)

    @unittest.skipUnless(find_spec("pyvista"), "pyvista is not installed")
    def test_meshes_and_bodies_go_to_pyvista(self):
        mesh = gelsim.TetMesh.box((1, 2, 3))
        body = gelsim.World("reference").add(mesh, position=(1, 0, 0))
        self.assertAlmostEqual(gelsim.to_pyvista(mesh).volume, 6, 5)
        np.testing.assert_array_equal(gelsim.to_pyvista(body).points, body.positions)
        self.assertAlmostEqual(gelsim.to_pyvista(gelsim.Surface.sheet((2, 3))).area, 6, 5)
        self.assertEqual(gelsim.to_pyvista(gelsim.LineMesh.straight(1, 7)).n_lines, 7)

    def test_other_things_are_no_meshes(self):
        for function in (gelsim.to_trimesh, gelsim.to_pyvista):
            self.fails(TypeError, "found int", function, 3)
        self.fails(TypeError, "found lines", gelsim.to_trimesh, gelsim.LineMesh.straight())
