"""Drops a box of jelly and prints its height, as host/examples/ten_lines.c does.

usage: ten_lines.py [BACKEND]
"""
import sys

import gelsim

world = gelsim.World(*sys.argv[1:], ground=True)
box = world.add(gelsim.TetMesh.box((0.2, 0.2, 0.2)), position=(0, 1, 0))
for frame in range(1, 61):
    world.step(1 / 60)
    if frame % 15 == 0:
        print(f"{frame / 60:.2f} s: {box.positions[0, 1]:.3f} m")
print(f"state {world.hash():016x}")
