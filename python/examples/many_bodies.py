"""A hundred equal balls, one per lane of the device, a whole step in one launch. As host/examples/many_bodies.c.

usage: many_bodies.py [BACKEND]
"""
import sys

import gelsim

mesh = gelsim.TetMesh.sphere(0.2, 6)
world = gelsim.World(*sys.argv[1:], ground=True, contact=False, strategy="ensemble")
for i in range(100):  # equal meshes share derived data
    world.add(mesh, position=(0.5 * (i % 10), 0.5 + 0.01 * i, 0.5 * (i // 10)))
world.run(31)
print(world.explain(), end="")
print(f"{len(world.bodies)} bodies of {len(mesh.tets)} tets, launches per step: {world.profile().launches_per_step}, "
      f"state {world.hash():016x}")
