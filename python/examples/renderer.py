"""A renderer needs positions that Gel writes every frame, and constant triangles. As host/examples/renderer.c.

usage: renderer.py [BACKEND]
"""
import sys

import gelsim

world = gelsim.World(*sys.argv[1:], ground=True)
body = world.add(gelsim.TetMesh.box((1, 1, 1), (4, 4, 4)), position=(0, 1, 0))
view = world.view(speeds=True)  # the device writes its arrays in place
triangles = body.triangles
first = body.first_vertex + triangles[0, 0]
print(f"index buffer: {len(triangles)} triangles, first vertex {body.first_vertex}")
for frame in range(61):
    view.update()
    if frame % 20 == 0:
        x, y, z = view.positions[first]
        print(f"frame {frame:2}: height {view.lower[1]:.3f} to {view.upper[1]:.3f} m, "
              f"a corner at {{{x:.3f}, {y:.3f}, {z:.3f}}} with {view.speeds[first]:.2f} m/s")
    world.step()
