# %% [markdown]
# # A mesh of your own
# [trimesh](https://trimesh.org) reads and makes surfaces. Gel fills one with tets, simulates it, and gives it back.

# %%
import gelsim
import matplotlib.pyplot as plot
import numpy as np
import trimesh

ring = trimesh.creation.torus(major_radius=0.3, minor_radius=0.1, major_sections=48, minor_sections=24)
ring.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, (1, 0, 0)))  # Gel's up is Y, not Z
surface = gelsim.from_trimesh(ring)  # or gelsim.from_trimesh(trimesh.load("bear.stl"))
report = surface.report()
print(f"{len(surface.triangles)} triangles, {report.area:.3f} m², {report.volume * 1000:.2f} l, "
      f"{report.verdict}, defects: {report.issues or 'none'}")

# %% [markdown]
# `fill` makes tets. The surface stays as the skin of the body: it is what you see and what touches.

# %%
tets, embedding, _ = surface.fill(1500)
print(tets)

world = gelsim.World(ground=True)
body = world.add(tets, skin=(surface, embedding), position=(0, 0.5, 0), young_modulus=1e5, poisson_ratio=0.45)
world.add_obstacle(gelsim.Surface.sphere(0.25), position=(0, 0.1, 0))
gelsim.show(world, 150)

# %% [markdown]
# The skin of the last state goes back to trimesh, which measures it. The ring lies on the ball and keeps its volume.

# %%
after = trimesh.Trimesh(body.skin_positions, body.skin_triangles, process=False)
print(f"volume: {after.volume / ring.volume:.4f} of that at rest, by trimesh; closed: {after.is_watertight}")
# after.export("ring.stl") saves it

# %%
places = body.skin_positions
figure = plot.figure(figsize=(6, 4))
axes = figure.add_subplot(projection="3d")
axes.plot_trisurf(places[:, 0], places[:, 2], places[:, 1], triangles=body.skin_triangles, color="tab:orange")
axes.set_box_aspect(np.ptp(places[:, [0, 2, 1]], axis=0))
axes.set_title("after 2.5 s")
