"""Steps the same ball on two back ends, which give the same bits. As host/examples/two_back_ends.c.

usage: two_back_ends.py [BACKEND]
"""
import sys

import gelsim

reference = gelsim.World("reference", ground=True)
reference.add(gelsim.TetMesh.sphere(0.5, 8), position=(0, 0.8, 0))
other = reference.clone(sys.argv[1] if len(sys.argv) > 1 else "auto")
frame, difference = 0, gelsim.compare(reference, other)
while difference.equal and frame < 60:
    frame += 1
    difference = gelsim.compare(reference, other, 1 / 60)
print(reference.backend, other.backend, sep="\n")
print(f"frame {frame}: {'equal' if difference.equal else 'different'} bits, at most {difference.largest:.2g} m apart")
