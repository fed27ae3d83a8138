"""What the tests of the add-on share: an empty file with a floor, objects that fall, and what Blender shows of them."""
import pathlib
import shutil
import subprocess
import unittest

import bpy
import gel_soft_body
import numpy as np
from gel_soft_body import simulation

GEL = SCRATCH = None


class Stage(unittest.TestCase):
    """Each test begins with a saved file, without objects, of 24 frames."""

    def setUp(self):
        self.folder = SCRATCH / self.id().rsplit(".", 1)[1]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        gel_soft_body.register()
        self.scene.frame_start, self.scene.frame_end = 1, 24
        self.save()

    def tearDown(self):
        gel_soft_body.unregister()

    @property
    def scene(self):
        return bpy.context.scene

    def save(self):
        bpy.ops.wm.save_as_mainfile(filepath=str(self.folder / "scene.blend"))

    def soft(self, **settings):
        """Makes the active object soft, with settings of its own."""
        ob = bpy.context.object
        for name, value in {"tet_count": 500, **settings}.items():
            setattr(ob.gel, name, value)
        self.scene.gel.backend = "native"
        bpy.ops.gel.make_soft()
        return ob

    def ball(self, z=1.0, **settings):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.25, location=(0, 0, z))
        return self.soft(**settings)

    def floor(self):
        bpy.ops.mesh.primitive_plane_add(size=4)
        bpy.ops.object.modifier_add(type="COLLISION")
        return bpy.context.object

    def grow(self, ob):
        """A shape key makes the object half as large again until frame 12."""
        ob.shape_key_add(name="Basis")
        large = ob.shape_key_add(name="large")
        for point in large.data:
            point.co *= 1.5
        for frame, value in ((1, 0.0), (12, 1.0)):
            large.value = value
            large.keyframe_insert("value", frame=frame)
        self.scene.frame_set(1)

    def nodes(self, ob, *kinds):
        """Gives the object geometry nodes, with sockets for the geometry and more inputs. Returns (modifier, tree)."""
        tree = bpy.data.node_groups.new("Nodes", "GeometryNodeTree")
        for direction, sockets in (("INPUT", ("NodeSocketGeometry", *kinds)), ("OUTPUT", ("NodeSocketGeometry",))):
            for kind in sockets:
                if hasattr(tree, "interface"):  # Blender 4
                    tree.interface.new_socket(kind, in_out=direction, socket_type=kind)
                else:
                    (tree.inputs if direction == "INPUT" else tree.outputs).new(kind, kind)
        modifier = ob.modifiers.new("Nodes", "NODES")
        modifier.node_group = tree
        return modifier, tree

    def pull_apart(self, ob, seam=0.11):
        """Makes the object soft, lets it tear within `seam` of its middle, and moves its ends apart until frame 12."""
        ends = [[v.index for v in ob.data.vertices if side * v.co.x > 0.45] for side in (-1, 1)]
        ob.vertex_groups.new(name="seam").add([v.index for v in ob.data.vertices if abs(v.co.x) < seam], 1.0, "REPLACE")
        ob.vertex_groups.new(name="held").add(ends[0] + ends[1], 1.0, "REPLACE")
        for side, members in zip((-1, 1), ends):
            bone = bpy.data.objects.new("hook", None)
            self.scene.collection.objects.link(bone)
            hook = ob.modifiers.new("Hook", "HOOK")
            hook.object = bone
            hook.vertex_indices_set(members)
            for frame, x in ((1, 0.0), (12, side)):
                bone.location.x = x
                bone.keyframe_insert("location", frame=frame)
        self.scene.frame_set(1)
        self.soft(goal_group="held", weight_gravity=0.0, density=50.0, tearing_group="seam", tearing_minimum=1.0,
                  tearing_maximum=0.2)
        bpy.ops.gel.tear()
        ob.gel.tear_strain = 2.0

    def play(self, last):
        for frame in range(self.scene.frame_start, last + 1):
            self.scene.frame_set(frame)

    def shown(self, ob, frame=None):
        """World coordinates of what Blender shows."""
        if frame is not None:
            self.scene.frame_set(frame)
        shape = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return np.array([shape.matrix_world @ vertex.co for vertex in shape.data.vertices])

    def cache(self, ob):
        return pathlib.Path(bpy.path.abspath(ob.modifiers["Gel"].filepath)).read_bytes()

    def check_export(self, last):
        """The exported scene has the hash that Blender's simulation has after frame `last`."""
        self.play(last)
        expected = f"{simulation.SESSIONS[self.scene.name].world.hash():016x}"
        path = self.folder / "scene.json"
        bpy.ops.gel.export_scene(filepath=str(path))
        found = subprocess.run([GEL, "run", str(path), "--frames", str(last - self.scene.frame_start), "--backend", "native"],
                               capture_output=True, text=True, check=True)
        self.assertIn(expected, found.stdout + found.stderr)
