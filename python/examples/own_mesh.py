"""A mesh of your own, from arrays, hung up by three pins: how far does it sag? As host/examples/own_mesh.c.

usage: own_mesh.py [BACKEND]
"""
import sys

import gelsim

# Two tets that share the face 0, 1, 3. The second is inverted: Gel repairs it.
corners = [[0, 1, 0], [1, 1, 0], [0.5, 1, 1], [0.5, 0.2, 0.3], [0.5, 0, -0.7]]
mesh = gelsim.TetMesh(corners, [[0, 1, 2, 3], [1, 0, 3, 4]])
world = gelsim.World(*sys.argv[1:])
body = world.add(mesh, damping=3)  # 1/s: it comes to rest
body.pin([0, 1, 2])
before = body.positions
world.run(300)
after = body.positions
print(f"{len(mesh.tets)} tets, of which {mesh.repair.turned_tets} turned")
print("pins", "held" if (before[:3] == after[:3]).all() else "slipped")
print(f"the free corner sank by {before[4, 1] - after[4, 1]:.3f} m")
