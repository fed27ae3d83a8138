# %% [markdown]
# # First steps
# A box of jelly falls to the ground. We step it, plot its height, look at it from all sides, and change its material.

# %%
import gelsim
import matplotlib.pyplot as plot
import numpy as np

world = gelsim.World(ground=True)
box = world.add(gelsim.TetMesh.box((0.2, 0.2, 0.2), (4, 4, 4)), position=(0, 0.6, 0), young_modulus=2e4)
world

# %% [markdown]
# `World.run` steps frames of 1/60 s. `each` is called after each frame. Positions are NumPy arrays, [vertices, 3] in m,
# and Y is up.

# %%
heights = [box.positions[:, 1].mean()]
world.run(120, each=lambda frame: heights.append(box.positions[:, 1].mean()))
times = [frame / 60 for frame in range(len(heights))]
plot.plot(times, heights)
plot.xlabel("time, s")
plot.ylabel("height of the centre, m")
plot.grid(True)

# %% [markdown]
# In free fall the centre follows g t² / 2. How far is the simulation from it while the box has not yet landed?

# %%
fall = [heights[0] - 9.81 / 2 * time**2 for time in times]
flight = [abs(height - expected) for height, expected, time in zip(heights, fall, times) if time < 0.25]
print(f"at most {max(flight) * 1000:.2f} mm, of a fall of {(heights[0] - fall[15]) * 1000:.0f} mm")

# %% [markdown]
# How far are balls of four materials squeezed when they land? Keywords are Gel's settings; `gelsim.settings("material")` lists them with their ranges
# and units.

# %%
for young_modulus in (5e3, 2e4, 1e5, 1e6):
    world = gelsim.World(ground=True)
    ball = world.add(gelsim.TetMesh.sphere(0.1, 8), position=(0, 0.6, 0), young_modulus=young_modulus)
    sizes = []
    world.run(60, each=lambda frame: sizes.append(np.ptp(ball.positions[:, 1])))
    plot.plot([frame / 60 for frame in range(1, 61)], sizes, label=f"{young_modulus:g} Pa")
plot.xlabel("time, s")
plot.ylabel("height of the ball, m")
plot.legend()
plot.grid(True)

# %% [markdown]
# A film shows the world from all sides, with a bar of time. It steps the world on and stays in exported notebooks.

# %%
world = gelsim.World(ground=True)
for i in range(3):
    world.add(gelsim.TetMesh.sphere(0.1, 6), position=(0.03 * i, 0.3 + 0.25 * i, 0), young_modulus=2e4)
gelsim.show(world, 90)

# %% [markdown]
# Every device computes the same bits. The hash of a state proves it.

# %%
box = gelsim.TetMesh.box((0.2, 0.2, 0.2), (4, 4, 4))
hashes = {}
for backend in ["reference"] + [device.backend for device in gelsim.devices()]:
    world = gelsim.World(backend, ground=True)
    world.add(box, position=(0, 0.3, 0))
    world.run(30)
    hashes[backend] = f"{world.hash():016x}"
hashes
