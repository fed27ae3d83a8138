# %% [markdown]
# # Fitting Young's modulus to a measured sag
# A beam of silicone is held at one end. It is 200 mm long, 20 mm thick and weighs 1,100 kg/m³. Its tip hangs 12 mm below
# the clamp. How stiff is the silicone? We look for the modulus with which the simulated beam sags as far.

# %%
import gelsim
import matplotlib.pyplot as plot
import numpy as np
from scipy.optimize import root_scalar

length, thickness, density, measured = 0.2, 0.02, 1100.0, 0.012

# %% [markdown]
# The two-level solver gives a stiff beam the sag of its material with few substeps, and damping brings it to rest. We stop
# once the tip no longer moves.

# %%
def sag(young_modulus, across=4):
    world = gelsim.World(solver="twoLevel", substep_count=4)
    mesh = gelsim.TetMesh.box((length, thickness, thickness), (10 * across, across, across))
    beam = world.add(mesh, density=density, young_modulus=young_modulus, poisson_ratio=0.4, damping=20)
    beam.pin_box((-length / 2 - 1e-4, -1, -1), (-length / 2 + 1e-4, 1, 1))
    tip = beam.positions[:, 0] > length / 2 - 1e-4
    before = now = 0.0
    for _ in range(40):
        before = now
        world.run(5)
        now = -beam.positions[tip, 1].mean()
        if abs(now - before) < 1e-6 * length:
            break
    return now

# %% [markdown]
# The sag falls with the modulus, so a bracket is enough. We search for its logarithm, since a modulus is known by its
# order of magnitude first.

# %%
tried = {}

def error(logarithm):
    tried[10**logarithm] = sag(10**logarithm)
    return tried[10**logarithm] - measured

fitted = 10**root_scalar(error, bracket=(6, 7.5), xtol=1e-3).root
print(f"E = {fitted / 1e6:.2f} MPa after {len(tried)} simulations")

# %% [markdown]
# Timoshenko's theory of beams has a closed form: the sag of bending, and that of shear.

# %%
area, inertia = thickness**2, thickness**4 / 12
weight = density * area * 9.81  # N/m
shear = 10 * (1 + 0.4) / (12 + 11 * 0.4) / (2 * (1 + 0.4))  # kappa G / E
by_theory = (weight * length**4 / (8 * inertia) + weight * length**2 / (2 * shear * area)) / measured
print(f"by theory {by_theory / 1e6:.2f} MPa: the fit is {100 * (fitted / by_theory - 1):+.0f} %")

# %%
moduli = np.array(sorted(tried))
plot.loglog(moduli, [tried[one] * 1000 for one in moduli], "o", label="simulated")
plot.loglog(moduli, measured * by_theory / moduli * 1000, label="theory")
plot.axhline(measured * 1000, color="grey", linestyle=":", label="measured")
plot.xlabel("Young's modulus, Pa")
plot.ylabel("sag, mm")
plot.legend()
plot.grid(True, which="both")

# %% [markdown]
# Part of the difference is the mesh: few cells across are too stiff in bending, so the fit makes the material softer. Each
# finer mesh comes closer.

# %%
for across in (2, 4, 6):
    print(f"{across} cells across: a sag of {sag(by_theory, across) * 1000:.2f} mm, measured {measured * 1000:.2f} mm")
