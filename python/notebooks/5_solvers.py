# %% [markdown]
# # Comparing solvers
# XPBD solves each constraint once per substep, so a stiff body is too soft with few substeps. The two-level solver is not.
# How many substeps does each need, and what do they cost? Run this notebook in its folder of Gel's source tree.

# %%
import time

import gelsim
import matplotlib.pyplot as plot

scene = "../../assets/lessons/cantilever.json"
print(gelsim.Scene(scene).lesson.question)

# %% [markdown]
# A sweep runs all combinations, a row each. A pool of processes, joblib, dask or Ray can run them: pass its `map`.

# %%
substeps = [5, 10, 20, 40]
solvers = ["xpbd", "twoLevel"]
rows = gelsim.sweep(scene, gelsim.grid({"solver": solvers, "substeps": substeps}))
for row in rows:
    print(f"{row['solver']:8} {row['substeps']:2} substeps: sag {-row['tip']:.3f} m")

# %% [markdown]
# The cost is the time of a frame, the least of 20.

# %%
def cost_of(solver, substeps):
    changed = gelsim.Scene(scene, set={"solver": solver, "substeps": substeps})
    world, least = changed.world(), float("inf")
    for _ in range(20):
        begin = time.perf_counter()
        world.step(changed.time_step)
        world.finish()
        least = min(least, time.perf_counter() - begin)
    return 1000 * least

figure, (left, right) = plot.subplots(1, 2, figsize=(10, 4))
for solver in solvers:
    sags = [-row["tip"] for row in rows if row["solver"] == solver]
    costs = [cost_of(solver, count) for count in substeps]
    left.plot(substeps, sags, "o-", label=solver)
    right.plot(costs, sags, "o-", label=solver)
for axes, label in ((left, "substeps per frame"), (right, "ms per frame")):
    axes.set_xlabel(label)
    axes.set_ylabel("sag of the tip, m")
    axes.set_ylim(0)
    axes.legend()
    axes.grid(True)

# %% [markdown]
# Both reach the sag of the mesh: XPBD with many substeps, the two-level solver with any number. In motion, more substeps
# also damp less, so choose by what you look at: [gel error](../../docs/error.md) does this for a scene's probes.
